// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/limbs/limb_contacts.h"
#include "limbs/hull_overlap.h"

namespace dermis::limbs {

/// Up to four corners of the overlap of two limbs, seen along the normal: vertices of one that are
/// in the slab between the planes that touch either. Of the limb whose vertices there are closer
/// together: where a foot stands on the ground, corners of the foot.
void find_contact_points(std::span<const Vec3> a, std::span<const Vec3> b,
                         const HullOverlap& overlap, LimbContact& contact);

}  // namespace dermis::limbs
