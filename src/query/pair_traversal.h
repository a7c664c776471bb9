// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bounds/sphere_tree.h"

namespace dermis::query {

/// One of two trees on the way down: bound(node) is its bound in the current pose.
template <class GetBound>
struct TreeSide {
  const bounds::SphereTree* tree;
  GetBound bound;
};

/// Descends two trees from their roots. Pairs of nodes whose bounds overlap, by overlap(bound,
/// bound), are opened, the one with the larger bound, by size(bound), first: it promises to shrink
/// more. Pairs of leaves go to leaves(triangle, triangle), as long as it returns true.
template <class A, class B, class Overlap, class Size, class Leaves>
void traverse(TreeSide<A> a, TreeSide<B> b, Overlap overlap, Size size, Leaves leaves) {
  using Bound = decltype(a.bound(0));
  struct Visit {
    std::uint32_t node;
    Bound bound;
  };
  if (a.tree->nodes.empty() || b.tree->nodes.empty()) return;
  std::vector<std::pair<Visit, Visit>> open;
  const auto visit = [&](const Visit& p, const Visit& q) {
    if (overlap(p.bound, q.bound)) open.push_back({p, q});
  };
  visit({0, a.bound(0)}, {0, b.bound(0)});
  while (!open.empty()) {
    const auto [p, q] = open.back();
    open.pop_back();
    const bounds::SphereTree::Node& node_p = a.tree->nodes[p.node];
    const bounds::SphereTree::Node& node_q = b.tree->nodes[q.node];
    if (node_p.child_count == 0 && node_q.child_count == 0) {
      if (!leaves(a.tree->triangles[node_p.first_triangle],
                  b.tree->triangles[node_q.first_triangle])) {
        return;
      }
      continue;
    }
    const bool into_p =
        node_q.child_count == 0 || (node_p.child_count != 0 && size(p.bound) >= size(q.bound));
    const bounds::SphereTree::Node& node = into_p ? node_p : node_q;
    for (std::uint32_t c = node.first_child; c < node.first_child + node.child_count; ++c) {
      if (into_p) {
        visit({c, a.bound(c)}, q);
      } else {
        visit(p, {c, b.bound(c)});
      }
    }
  }
}

}  // namespace dermis::query
