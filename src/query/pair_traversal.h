// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "bounds/sphere_groups.h"
#include "query/bound_blocks.h"

namespace dermis::query {

/// One of two trees on the way down: blocks(group) are the bounds of a group in the current pose.
template <class GetBlocks>
struct TreeSide {
  const bounds::SphereGroups* tree;
  GetBlocks blocks;
};

/// Descends two trees from their roots. Of two nodes whose bounds overlap, the one with the larger
/// bound is opened first: it promises to shrink more. Pairs of triangles go to leaves(triangle of
/// a, triangle of b), as long as it returns true.
template <class A, class B, class Leaves>
class PairTraversal {
 public:
  PairTraversal(const TreeSide<A>& a, const TreeSide<B>& b, const Leaves& leaves)
      : a_(a), b_(b), leaves_(leaves) {}

  void run() {
    if (a_.tree->groups.empty() || b_.tree->groups.empty()) return;
    const Visit root_b{b_.blocks(0)->get(0), b_.tree->links[0]};
    go_on_ = for_each_overlap(a_, 0, root_b.bound,
                              [&](const Visit& root_a) { return meet<false>(root_a, root_b); });
    while (go_on_ && !open_.empty()) {
      const Pair pair = open_.back();
      open_.pop_back();
      const bool into_a =
          pair.b.link.is_triangle() ||
          (!pair.a.link.is_triangle() && size_of(pair.a.bound) >= size_of(pair.b.bound));
      go_on_ = into_a ? open<false>(a_, b_, pair.a, pair.b) : open<true>(b_, a_, pair.b, pair.a);
    }
  }

  /// How often a bound was tested against another one.
  [[nodiscard]] std::uint64_t tests() const { return tests_; }

 private:
  using Groups = bounds::SphereGroups;
  using Block = std::remove_cvref_t<decltype(*std::declval<A>()(0))>;
  using Bound = typename Block::Bound;
  struct Visit {
    Bound bound;
    Groups::Link link;
  };
  struct Pair {
    Visit a, b;
  };

  /// Opens p, the larger one, and, for what of it still overlaps q and is smaller, q at once.
  template <bool kSwapped, class P, class Q>
  bool open(P& side_p, Q& side_q, const Visit& p, const Visit& q) {
    return for_each_overlap(side_p, p.link.group(), q.bound, [&](const Visit& child) {
      if (q.link.is_triangle() ||
          (!child.link.is_triangle() && size_of(child.bound) >= size_of(q.bound))) {
        return meet<kSwapped>(child, q);
      }
      return for_each_overlap(side_q, q.link.group(), child.bound,
                              [&](const Visit& other) { return meet<kSwapped>(child, other); });
    });
  }

  /// Two nodes overlap: triangles are handed out, others kept for later.
  template <bool kSwapped>
  bool meet(const Visit& p, const Visit& q) {
    const Visit& a = kSwapped ? q : p;
    const Visit& b = kSwapped ? p : q;
    if (a.link.is_triangle() && b.link.is_triangle()) {
      return leaves_(a.link.triangle(), b.link.triangle());
    }
    open_.push_back({a, b});
    return true;
  }

  template <class Side, class Found>
  bool for_each_overlap(Side& side, std::uint32_t group, const Bound& bound, Found&& found) {
    const Block* block = side.blocks(group);
    const Groups::Group& nodes = side.tree->groups[group];
    const Groups::Link* links = side.tree->links.data() + nodes.first_node;
    tests_ += nodes.node_count;
    for (std::uint32_t left = nodes.node_count;; left -= 4, ++block, links += 4) {
      unsigned hits = overlaps(bound, *block);
      if (left < 4) hits &= (1U << left) - 1;
      for (; hits != 0; hits &= hits - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(hits));
        if (!found(Visit{block->get(lane), links[lane]})) return false;
      }
      if (left <= 4) return true;
    }
  }

  TreeSide<A> a_;
  TreeSide<B> b_;
  Leaves leaves_;
  std::vector<Pair> open_;
  std::uint64_t tests_ = 0;
  bool go_on_ = true;
};

/// Descends and says how many tests that took.
template <class A, class B, class Leaves>
std::uint64_t traverse(const TreeSide<A>& a, const TreeSide<B>& b, const Leaves& leaves) {
  PairTraversal<A, B, Leaves> traversal(a, b, leaves);
  traversal.run();
  return traversal.tests();
}

}  // namespace dermis::query
