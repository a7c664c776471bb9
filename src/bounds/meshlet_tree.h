// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "bounds/box_tree.h"
#include "bounds/meshlets.h"

namespace dermis::bounds {

/// A mesh cut into patches, and a tree over them.
struct MeshletTree {
  Patches patches;
  BoxTree tree;
};

/// poses[i] are the vertices in a pose; what stays together in all of them is put together.
MeshletTree build_meshlet_tree(std::span<const Triangle> triangles,
                               std::span<const std::vector<Vec3>> poses, std::size_t most,
                               const std::function<void(double)>& progress);

/// What is wrong with it for so many triangles: empty when queries can walk it.
std::string problem_of(const MeshletTree& meshlets, std::span<const Triangle> triangles);

}  // namespace dermis::bounds
