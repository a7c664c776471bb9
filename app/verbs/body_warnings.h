// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dermis/model/model.h"

namespace dermis::app {

/// Counts the edges that are not shared by exactly two triangles. Vertices at the same position
/// count as one.
std::size_t count_open_sides(std::span<const Vec3> vertices, std::span<const Triangle> triangles);

/// Reasons why cloth on a posed body may go wrong, one sentence each: the body is not closed, it is
/// inside out, or its size is implausible for a body that wears clothes.
std::vector<std::string> body_warnings(std::span<const Vec3> vertices,
                                       std::span<const Triangle> triangles);

/// The largest distance between a vertex in `from` and the same vertex in `to`.
double largest_way(std::span<const Vec3> from, std::span<const Vec3> to);

}  // namespace dermis::app
