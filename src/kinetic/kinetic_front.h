// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "kinetic/kinetic_trees.h"
#include "motion/self/patch_finder.h"

namespace dermis::kinetic {

struct BoxPair {
  BoxId a, b;
};

/// The pairs of boxes at which a search begins. Between two meshes: both roots. Within one mesh:
/// the largest boxes without a common vertex. These depend on its triangles only, not on the
/// motion.
struct KineticFront {
  std::vector<BoxPair> pairs;
  std::vector<motion::PatchRun> runs;  ///< pairs that do not meet while patches are flat

  KineticFront() = default;
  KineticFront(BoxId root_a, BoxId root_b) : pairs{{root_a, root_b}}, runs{{1, {}}} {}
  /// The body must have triangles.
  KineticFront(const KineticTrees& trees, std::uint32_t body, const MovingMesh::State& state);

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(BoxPair) * pairs.capacity() + sizeof(motion::PatchRun) * runs.capacity();
  }
};

}  // namespace dermis::kinetic
