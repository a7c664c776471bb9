// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/motion/impacts.h"
#include "motion/mesh/space_time_tree.h"
#include "motion/self/static_front.h"

namespace dermis::motion {

/// A box of each of two trees.
struct SlotPair {
  Slot a, b;
};

/// The indices of two triangles.
struct TrianglePairFound {
  std::uint32_t a, b;
};

/// A tree with moving boxes, or with boxes around the whole motion.
template <class Boxes>
struct BoxedTree {
  const SpaceTimeTree* tree;
  const Boxes* boxes;  ///< indexed by node
};
using MovingTree = BoxedTree<MovingBoxes8>;
using SweptTree = BoxedTree<math::Boxes8>;

/// Appends the pairs of triangles whose boxes share a point at some time, in any order. The search
/// descends from pairs of boxes, or from rows of a front.
void find_box_pairs(const MovingTree& a, const MovingTree& b, std::span<const SlotPair> from,
                    std::vector<TrianglePairFound>& found, QueryStats& stats);
void find_box_pairs(const MovingTree& tree, std::span<const StaticFront::Row> from,
                    std::vector<TrianglePairFound>& found, QueryStats& stats);
void find_box_pairs(const SweptTree& a, const SweptTree& b, std::span<const SlotPair> from,
                    std::vector<TrianglePairFound>& found, QueryStats& stats);
void find_box_pairs(const SweptTree& tree, std::span<const StaticFront::Row> from,
                    std::vector<TrianglePairFound>& found, QueryStats& stats);

}  // namespace dermis::motion
