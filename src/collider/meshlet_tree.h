// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "collider/box_tree.h"
#include "collider/meshlets.h"

namespace dermis::collider {

/// A mesh cut into patches, and a tree over them.
struct MeshletTree {
  Patches patches;
  BoxTree tree;
};

/// poses[i] are the positions of the vertices in a pose. Triangles that stay together in all poses
/// are put together. A patch has at most `most` triangles and `most` vertices.
MeshletTree build_meshlet_tree(std::span<const Triangle> triangles,
                               std::span<const std::vector<Vec3>> poses, std::size_t most,
                               const std::function<void(double)>& progress);

/// The reason why queries cannot walk the tree for these triangles; empty if they can.
std::string problem_of(const MeshletTree& meshlets, std::span<const Triangle> triangles);

}  // namespace dermis::collider
