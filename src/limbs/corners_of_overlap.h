// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/limbs/limb_contacts.h"
#include "math/doubles.h"

namespace dermis::limbs {

/// A place below the surface of something.
struct DeepPoint {
  math::Vec3d at;
  double depth = 0;
};

/// Of places where two limbs overlap, up to four become the points of a contact: the deepest, the
/// farthest from it across the normal, and the farthest to either side of both.
void set_corners(std::span<const DeepPoint> points, const math::Vec3d& normal,
                 LimbContact& contact);

}  // namespace dermis::limbs
