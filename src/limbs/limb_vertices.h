// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/limbs/collide_shape.h"

namespace dermis::limbs {

/// The vertices of the triangles of each limb, ascending; on borders they are in several.
std::vector<std::vector<std::uint32_t>> vertices_of_limbs(const CollideShape& shape,
                                                          std::span<const Triangle> triangles);

/// Where each triangle faces at rest.
void set_sides(const Model& model, CollideShape& shape);

}  // namespace dermis::limbs
