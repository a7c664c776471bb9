// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "ccd/patch_finder.h"
#include "kinetic/kinetic_trees.h"

namespace dermis::kinetic {

/// Two boxes.
struct NodePair {
  Node a, b;
};

/// Where looking for contacts begins: between two meshes at both roots; within one at the largest
/// boxes that have no vertex in common, known from its triangles alone.
struct KineticFront {
  std::vector<NodePair> pairs;
  std::vector<ccd::PatchRun> runs;  ///< of pairs that do not meet while patches are flat

  KineticFront() = default;
  KineticFront(Node a, Node b) : pairs{{a, b}}, runs{{1, {}}} {}
  KineticFront(const KineticTrees& trees, Node root, const MovingMesh::State& state);

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(NodePair) * pairs.capacity() + sizeof(ccd::PatchRun) * runs.capacity();
  }
};

}  // namespace dermis::kinetic
