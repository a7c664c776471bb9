// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "ccd/patch_finder.h"
#include "kinetic/kinetic_trees.h"

namespace dermis::kinetic {

/// Two boxes.
struct BoxPair {
  BoxId a, b;
};

/// Where looking for contacts begins: between two meshes at both roots; within one at the largest
/// boxes that have no vertex in common, known from its triangles alone.
struct KineticFront {
  std::vector<BoxPair> pairs;
  std::vector<ccd::PatchRun> runs;  ///< of pairs that do not meet while patches are flat

  KineticFront() = default;
  KineticFront(BoxId root_a, BoxId root_b) : pairs{{root_a, root_b}}, runs{{1, {}}} {}
  /// Of a body that has triangles.
  KineticFront(const KineticTrees& trees, std::uint32_t body, const MovingMesh::State& state);

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(BoxPair) * pairs.capacity() + sizeof(ccd::PatchRun) * runs.capacity();
  }
};

}  // namespace dermis::kinetic
