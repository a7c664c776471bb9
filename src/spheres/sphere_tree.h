// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/model.h"
#include "math/enclosing_ball.h"

namespace dermis::spheres {

/// Balls over the triangles of a mesh in its rest pose, one triangle per leaf.
struct SphereTree {
  struct Node {
    Ball rest;                         ///< the smallest ball around the vertices of its triangles
    std::uint32_t first_child = 0;     ///< its children are contiguous
    std::uint32_t child_count = 0;     ///< 0: a leaf
    std::uint32_t first_triangle = 0;  ///< its triangles are a range of `triangles`
    std::uint32_t triangle_count = 0;
  };
  std::vector<Node> nodes;               ///< the root first, level by level
  std::vector<std::uint32_t> triangles;  ///< the leaves' triangles, from the first leaf to the last
};

/// Kavan and Žára, "Fast collision detection for skeletally deformable models" (2005), § 3.1.
/// Builds a binary tree from the top, split as in Quinlan, "Efficient distance computation between
/// non-convex objects" (1994). Then leaves out all nodes whose ball is larger than `collapse` times
/// the ball of their parent. A `collapse` of 1 or more keeps the tree binary.
SphereTree build_sphere_tree(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                             float collapse);

}  // namespace dermis::spheres
