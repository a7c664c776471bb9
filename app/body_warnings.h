// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dermis/model/model.h"

namespace dermis::app {

/// How many sides of triangles do not join just two of them. Vertices in one place are one.
std::size_t count_open_sides(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

/// What may go wrong with cloth on a posed body, one sentence each: it is not closed, it is inside
/// out, or its size is not that of anything that wears clothes.
std::vector<std::string> body_warnings(std::span<const Vec3> vertices,
                                       std::span<const Triangle> triangles);

/// The largest distance between a vertex and itself.
double largest_way(std::span<const Vec3> from, std::span<const Vec3> to);

}  // namespace dermis::app
