// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dermis/limbs/limb_contacts.h"

namespace dermis::limbs {

/// Tests the volumes of one limb against triangles of another, whose corners are indices into
/// `vertices`: the inner loop of Macagon and Wünsche's Listings 3 and 4. The depth of a volume is
/// its radius minus the distance of its axis from a triangle. If the axis is behind the nearest
/// triangle, this distance is added instead. The normal is the way out for the volumes.
VolumeEstimate estimate(std::span<const Capsule> volumes, std::span<const Vec3> vertices,
                        std::span<const Triangle> triangles, std::uint64_t& tests);

}  // namespace dermis::limbs
