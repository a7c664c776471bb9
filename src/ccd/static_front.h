// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ccd/pair_filter.h"
#include "ccd/patch_finder.h"
#include "ccd/patches.h"
#include "ccd/space_time_tree.h"

namespace dermis::ccd {

/// Where a mesh may meet itself, known from its triangles alone. Boxes of neighbours always
/// overlap, so that looking from the root down would end at all neighbours each time. Instead, it
/// begins at the largest boxes that have no corner in common. Neighbours are around vertices.
struct StaticFront {
  /// A box, and some of the eight of a node, a bit each. There are up to 2²⁴ nodes.
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

  /// All pairs of boxes below one node, for every node: what looking from the root down begins
  /// with, neighbours included.
  static std::vector<Row> from_root(const SpaceTimeTree& tree);

  std::vector<Row> rows;
  std::vector<PatchRun> runs;
  Patches patches;
  /// Neighbours one of which has a corner twice. Those with three common corners have no features
  /// that could meet.
  std::vector<CandidatePair> others;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(Row) * rows.size() + sizeof(PatchRun) * runs.size() + patches.byte_count() +
           sizeof(CandidatePair) * others.size();
  }
};

}  // namespace dermis::ccd
