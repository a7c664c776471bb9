// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "spheres/bound_blocks.h"
#include "spheres/sphere_groups.h"

namespace dermis::spheres {

/// One of two trees that are traversed. blocks(group) returns the bounds of a group in the current
/// pose.
template <class GetBlocks>
struct TreeSide {
  const spheres::SphereGroups* tree;
  GetBlocks blocks;
};

/// Descends two trees from their roots. If the bounds of two nodes overlap, the larger one is
/// opened first: it may shrink more. Pairs of triangles go to leaves(triangle of a, triangle of b).
/// The traversal ends when that returns false.
template <class A, class B, class Leaves>
class PairTraversal {
 public:
  PairTraversal(const TreeSide<A>& a, const TreeSide<B>& b, const Leaves& leaves)
      : a_(a), b_(b), leaves_(leaves) {}

  void run() {
    if (a_.tree->groups.empty() || b_.tree->groups.empty()) return;
    open_.reserve(kUsuallyOpen);
    const Visit root_b{b_.blocks(0)->get(0), b_.tree->links[0]};
    go_on_ = open<false>(a_, b_, {root_b.bound, Groups::Link::to_group(0)}, root_b);
    while (go_on_ && !open_.empty()) {
      const Pair pair = open_.back();
      open_.pop_back();
      const bool into_a =
          pair.b.link.is_triangle() ||
          (!pair.a.link.is_triangle() && size_of(pair.a.bound) >= size_of(pair.b.bound));
      go_on_ = into_a ? open<false>(a_, b_, pair.a, pair.b) : open<true>(b_, a_, pair.b, pair.a);
    }
  }

  /// The number of tests between two bounds.
  [[nodiscard]] std::uint64_t tests() const { return tests_; }

 private:
  static constexpr std::size_t kUsuallyOpen = 256;

  using Groups = spheres::SphereGroups;
  using Block = std::remove_cvref_t<decltype(*std::declval<A>()(0))>;
  using Bound = typename Block::Bound;
  struct Visit {
    Bound bound;
    Groups::Link link;
  };
  struct Pair {
    Visit a, b;
  };

  /// Opens p, the larger one. Unless it is much larger, also opens q for the children of p that
  /// overlap it.
  template <bool kSwapped, class P, class Q>
  bool open(P& side_p, Q& side_q, const Visit& p, const Visit& q) {
    const bool one_only =
        q.link.is_triangle() || p.link.group() == 0 || size_of(p.bound) >= 2 * size_of(q.bound);
    const Groups::Group& group_p = side_p.tree->groups[p.link.group()];
    const Groups::Link* const links_p = side_p.tree->links.data() + group_p.first_node;
    const Block* const blocks_p = side_p.blocks(p.link.group());
    tests_ += group_p.node_count;
    for (std::uint32_t i = 0; i < group_p.node_count; i += 4) {
      const Block& block = blocks_p[i / 4];
      const unsigned hits = overlaps(q.bound, block) & lanes(group_p.node_count - i);
      if (hits == 0) continue;
      if (one_only) {
        for (unsigned rest = hits; rest != 0; rest &= rest - 1) {
          const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
          if (!meet<kSwapped>({block.get(lane), links_p[i + lane]}, q)) return false;
        }
      } else if (!meet_all<kSwapped>(block, links_p + i, hits, side_q, q.link.group())) {
        return false;
      }
    }
    return true;
  }

  /// Tests the nodes `hits` of a block against a group of the other side: sixteen tests at a time,
  /// without a branch between them.
  template <bool kSwapped, class Q>
  bool meet_all(const Block& block, const Groups::Link* links, unsigned hits, Q& side_q,
                std::uint32_t group) {
    // Bit 4 · lane for every lane in hits. The product with the other side's lanes is the mask of
    // the grid.
    const unsigned rows = (hits & 1U) | (hits & 2U) << 3U | (hits & 4U) << 6U | (hits & 8U) << 9U;
    const Groups::Group& group_q = side_q.tree->groups[group];
    const Groups::Link* const links_q = side_q.tree->links.data() + group_q.first_node;
    const Block* const blocks_q = side_q.blocks(group);
    tests_ += std::uint64_t(std::popcount(hits)) * group_q.node_count;
    for (std::uint32_t j = 0; j < group_q.node_count; j += 4) {
      const Block& other = blocks_q[j / 4];
      unsigned grid = overlaps(block.get(0), other) | overlaps(block.get(1), other) << 4U |
                      overlaps(block.get(2), other) << 8U | overlaps(block.get(3), other) << 12U;
      grid &= rows * lanes(group_q.node_count - j);
      for (; grid != 0; grid &= grid - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(grid));
        const Visit p{block.get(bit / 4), links[bit / 4]};
        const Visit q{other.get(bit % 4), links_q[j + bit % 4]};
        if (!meet<kSwapped>(p, q)) return false;
      }
    }
    return true;
  }

  /// The mask of the lanes of a block that hold nodes if `left` nodes are left.
  static unsigned lanes(std::uint32_t left) { return left >= 4 ? 15U : (1U << left) - 1; }

  /// Two nodes overlap: reports them if both are triangles, keeps them for later otherwise.
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

  TreeSide<A> a_;
  TreeSide<B> b_;
  Leaves leaves_;
  std::vector<Pair> open_;
  std::uint64_t tests_ = 0;
  bool go_on_ = true;
};

/// Descends two trees, and returns the number of tests.
template <class A, class B, class Leaves>
std::uint64_t traverse(const TreeSide<A>& a, const TreeSide<B>& b, const Leaves& leaves) {
  PairTraversal<A, B, Leaves> traversal(a, b, leaves);
  traversal.run();
  return traversal.tests();
}

}  // namespace dermis::spheres
