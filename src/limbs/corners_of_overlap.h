// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/limbs/limb_contacts.h"
#include "math/doubles.h"

namespace dermis::limbs {

/// A place below a surface.
struct DeepPoint {
  math::Vec3d at;
  double depth = 0;
};

/// Selects up to four of the places where two limbs overlap as the points of a contact: the
/// deepest, the farthest from it across the normal, and the farthest to each side of the line
/// through both.
void set_corners(std::span<const DeepPoint> points, const math::Vec3d& normal,
                 LimbContact& contact);

}  // namespace dermis::limbs
