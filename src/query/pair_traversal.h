// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
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
/// bound is opened first: it promises to shrink more. Pairs of triangles go to leaves(triangle,
/// triangle), as long as it returns true. Counts the tests of one bound against another.
template <class A, class B, class Leaves>
void traverse(TreeSide<A> a, TreeSide<B> b, std::uint64_t& tests, Leaves leaves) {
  using bounds::SphereGroups;
  using Block = std::remove_cvref_t<decltype(*a.blocks(0))>;
  using Bound = typename Block::Bound;
  struct Visit {
    Bound bound;
    SphereGroups::Link link;
  };
  struct Pair {
    Visit a, b;
  };
  if (a.tree->groups.empty() || b.tree->groups.empty()) return;

  std::vector<Pair> open;
  bool go_on = true;
  // Tests the nodes of a group of one side against a node of the other.
  const auto look_at = [&](auto& side, std::uint32_t group, const Visit& other, auto make_pair) {
    const Block* block = side.blocks(group);
    const SphereGroups::Group& nodes = side.tree->groups[group];
    const SphereGroups::Link* const links = side.tree->links.data() + nodes.first_node;
    tests += nodes.node_count;
    for (std::uint32_t first = 0; first < nodes.node_count; first += 4, ++block) {
      const unsigned there =
          nodes.node_count - first >= 4 ? 15U : (1U << (nodes.node_count - first)) - 1;
      for (unsigned hits = overlaps(other.bound, *block) & there; hits != 0; hits &= hits - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(hits));
        const SphereGroups::Link link = links[first + lane];
        const Pair pair = make_pair({block->get(lane), link}, other);
        if (!pair.a.link.is_triangle() || !pair.b.link.is_triangle()) {
          open.push_back(pair);
        } else if (!leaves(pair.a.link.triangle(), pair.b.link.triangle())) {
          go_on = false;
          return;
        }
      }
    }
  };
  const auto open_a = [&](const Visit& p, const Visit& q) {
    look_at(a, p.link.group(), q,
            [](const Visit& child, const Visit& other) { return Pair{child, other}; });
  };
  const auto open_b = [&](const Visit& p, const Visit& q) {
    look_at(b, q.link.group(), p,
            [](const Visit& child, const Visit& other) { return Pair{other, child}; });
  };

  const Visit root{b.blocks(0)->get(0), b.tree->links[0]};
  open_a({{}, SphereGroups::Link::to_group(0)}, root);
  while (go_on && !open.empty()) {
    const Pair pair = open.back();
    open.pop_back();
    const bool into_a =
        pair.b.link.is_triangle() ||
        (!pair.a.link.is_triangle() && size_of(pair.a.bound) >= size_of(pair.b.bound));
    if (into_a) {
      open_a(pair.a, pair.b);
    } else {
      open_b(pair.a, pair.b);
    }
  }
}

}  // namespace dermis::query
