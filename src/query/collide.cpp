// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/collide.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "math/float_mode.h"
#include "query/character_state.h"
#include "query/triangle_test.h"

namespace dermis {

namespace {

using bounds::Ball;

/// Whether two balls may share a point: yes whenever they do. The squares carry at most 7
/// roundings, 2⁻²⁴ each.
bool overlap(const Ball& a, const Ball& b) {
  const float dx = a.center.x - b.center.x;
  const float dy = a.center.y - b.center.y;
  const float dz = a.center.z - b.center.z;
  const float reach = a.radius + b.radius;
  return dx * dx + dy * dy + dz * dz <= reach * reach * (1 + 0x1p-20F);
}

/// A node of either tree, with its refitted ball.
struct Visit {
  std::uint32_t node;
  Ball ball;
};

Contacts find(const Character& a, const Character& b, std::size_t most) {
  const math::DefinedFloatMode mode;
  const Character::State& first = a.state();
  const Character::State& second = b.state();
  assert(first.epoch != 0 && second.epoch != 0 && "a character without a pose");
  Contacts contacts;
  if (first.data->tree.nodes.empty() || second.data->tree.nodes.empty()) return contacts;

  QueryStats& stats = contacts.stats;
  query::TriangleTest test(query::Arithmetic::filtered);
  std::vector<std::pair<Visit, Visit>> open;
  const auto visit = [&](const Visit& p, const Visit& q) {
    ++stats.sphere_tests;
    if (overlap(p.ball, q.ball)) open.push_back({p, q});
  };
  visit({0, first.sphere(0, stats)}, {0, second.sphere(0, stats)});
  while (!open.empty() && contacts.pairs.size() < most) {
    const auto [p, q] = open.back();
    open.pop_back();
    const auto& node_p = first.data->tree.nodes[p.node];
    const auto& node_q = second.data->tree.nodes[q.node];
    if (node_p.child_count == 0 && node_q.child_count == 0) {
      const std::uint32_t i = first.data->tree.triangles[node_p.first_triangle];
      const std::uint32_t j = second.data->tree.triangles[node_q.first_triangle];
      ++stats.triangle_tests;
      if (test.intersect(first.corners(i, stats), second.corners(j, stats))) {
        contacts.pairs.push_back({i, j});
      }
      continue;
    }
    // Into the larger one, which promises to shrink more.
    const bool into_p =
        node_q.child_count == 0 || (node_p.child_count != 0 && p.ball.radius >= q.ball.radius);
    const auto& node = into_p ? node_p : node_q;
    for (std::uint32_t c = node.first_child; c < node.first_child + node.child_count; ++c) {
      if (into_p) {
        visit({c, first.sphere(c, stats)}, q);
      } else {
        visit(p, {c, second.sphere(c, stats)});
      }
    }
  }
  stats.exact_tests = test.exact_pairs();
  std::ranges::sort(contacts.pairs);
  return contacts;
}

}  // namespace

Contacts find_all(const Character& a, const Character& b) {
  return find(a, b, std::numeric_limits<std::size_t>::max());
}

Contacts find_any(const Character& a, const Character& b) {
  return find(a, b, 1);
}

}  // namespace dermis
