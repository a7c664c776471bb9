// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dermis/limbs/limb_contacts.h"

namespace dermis::limbs {

/// Volumes of one limb against triangles of another, whose corners count in `vertices`: the inner
/// loop of Macagon and Wünsche's Listings 3 and 4. A volume is as deep as its radius is longer than
/// the way to a triangle; if it is behind the nearest one, as both together. The normal is the way
/// for the volumes to get out.
VolumeEstimate estimate(std::span<const Capsule> volumes, std::span<const Vec3> vertices,
                        std::span<const Triangle> triangles, std::uint64_t& tests);

}  // namespace dermis::limbs
