// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "motion/features/pair_filter.h"
#include "motion/mesh/moving_mesh_state.h"
#include "motion/mesh/space_time_tree.h"
#include "motion/self/flat_patches.h"
#include "motion/self/patch_finder.h"

namespace dermis::motion {

/// The pairs of boxes at which a search of a mesh against itself begins. They depend on the tree
/// and the triangles only, not on the motion. Boxes of neighbours always overlap, so a search from
/// the root would reach all neighbours each time. Instead, it begins at the largest boxes without a
/// common vertex. Neighbors are searched around vertices.
struct StaticFront {
  /// A box and some of the eight boxes of a node, a bit each. There are up to 2²⁴ nodes.
  class Row {
   public:
    Row(Slot slot, std::uint32_t node, std::uint32_t lanes)
        : slot_(slot), node_and_lanes_(256 * node + lanes) {}

    [[nodiscard]] Slot slot() const { return slot_; }
    [[nodiscard]] std::uint32_t node() const { return node_and_lanes_ / 256; }
    [[nodiscard]] std::uint32_t lanes() const { return node_and_lanes_ % 256; }

   private:
    Slot slot_;
    std::uint32_t node_and_lanes_;
  };

  StaticFront() = default;
  StaticFront(const SpaceTimeTree& tree, std::span<const Triangle> triangles,
              const VertexUses& uses);

  /// The rows for a search from the root, neighbours included: all pairs of boxes of a node, for
  /// every node.
  static std::vector<Row> from_root(const SpaceTimeTree& tree);

  std::vector<Row> rows;
  std::vector<PatchRun> runs;
  FlatPatches patches;
  /// Pairs of neighbours in which a triangle has a corner twice. Triangles with three common
  /// corners are left out: they have no features that could meet.
  std::vector<CandidatePair> others;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(Row) * rows.size() + sizeof(PatchRun) * runs.size() + patches.byte_count() +
           sizeof(CandidatePair) * others.size();
  }
};

/// The front of a mesh, made on first use.
const StaticFront& front_of(const MovingMesh::State& mesh);

}  // namespace dermis::motion
