// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/limbs/limb_contacts.h"
#include "limbs/hull_overlap.h"

namespace dermis::limbs {

/// Finds up to four corners of the overlap of two limbs, seen along the normal. The overlap is the
/// slab between two planes, one touching each hull. The corners are vertices of one limb in this
/// slab: the limb whose vertices there are closer together. If a foot stands on the ground, they
/// are corners of the foot.
void find_contact_points(std::span<const Vec3> a, std::span<const Vec3> b,
                         const HullOverlap& overlap, LimbContact& contact);

}  // namespace dermis::limbs
