// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ccd/space_time_tree.h"
#include "ccd/static_front.h"
#include "dermis/ccd/motion_contacts.h"

namespace dermis::ccd {

/// Two boxes, each of its tree.
struct SlotPair {
  Slot a, b;
};

/// Two triangles.
struct TrianglePairFound {
  std::uint32_t a, b;
};

/// A tree with boxes that move, or with boxes around all that moves.
template <class Boxes>
struct BoxedTree {
  const SpaceTimeTree* tree;
  const Boxes* boxes;  ///< of each node
};
using MovingTree = BoxedTree<MovingBoxes8>;
using SweptTree = BoxedTree<math::Boxes8>;

/// Pairs of triangles whose boxes share a point at some time, from pairs of boxes, or from rows of
/// a front, downwards. Appends them, in any order. Callers hold a DefinedFloatMode.
void find_box_pairs(const MovingTree& a, const MovingTree& b, std::span<const SlotPair> from,
                    std::vector<TrianglePairFound>& found, MotionStats& stats);
void find_box_pairs(const MovingTree& tree, std::span<const StaticFront::Row> from,
                    std::vector<TrianglePairFound>& found, MotionStats& stats);
void find_box_pairs(const SweptTree& a, const SweptTree& b, std::span<const SlotPair> from,
                    std::vector<TrianglePairFound>& found, MotionStats& stats);
void find_box_pairs(const SweptTree& tree, std::span<const StaticFront::Row> from,
                    std::vector<TrianglePairFound>& found, MotionStats& stats);

}  // namespace dermis::ccd
