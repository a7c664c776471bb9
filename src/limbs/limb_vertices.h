// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/limbs/collide_shape.h"

namespace dermis::limbs {

/// The vertices of each limb's triangles, ascending. Vertices on borders are in several limbs.
std::vector<std::vector<std::uint32_t>> vertices_of_limbs(const CollideShape& shape,
                                                          std::span<const Triangle> triangles);

/// The side of each triangle, from its normal at rest.
std::vector<LimbSide> sides_of(std::span<const Vec3> positions,
                               std::span<const Triangle> triangles);

}  // namespace dermis::limbs
