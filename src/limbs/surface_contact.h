// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/limbs/limb_contacts.h"

namespace dermis::limbs {

/// How deep vertices of a limb are below a surface whose triangles face outwards, with corners that
/// count in `surface`: from the nearest triangle below whose face they are, along its normal. The
/// deepest says what depth and normal are; the triangle is told as one of those. Depth stays 0 if
/// there is none.
void find_surface_contact(std::span<const Vec3> limb, std::span<const Vec3> surface,
                          std::span<const Triangle> triangles, LimbContact& contact);

}  // namespace dermis::limbs
