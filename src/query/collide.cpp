// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/collide.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "dermis/query/brute_force.h"
#include "math/float_mode.h"
#include "query/character_state.h"
#include "query/pair_traversal.h"
#include "query/triangle_test.h"

namespace dermis {

namespace {

using bounds::Ball;
using query::Box;
using State = Character::State;

/// Whether two balls may share a point: yes whenever they do. The squares carry at most 7
/// roundings, 2⁻²⁴ each.
bool overlap(const Ball& a, const Ball& b) {
  const float dx = a.center.x - b.center.x;
  const float dy = a.center.y - b.center.y;
  const float dz = a.center.z - b.center.z;
  const float reach = a.radius + b.radius;
  return dx * dx + dy * dy + dz * dz <= reach * reach * (1 + 0x1p-20F);
}

bool overlap(const Box& a, const Box& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

/// One query of two characters.
class Query {
 public:
  Query(const Character& a, const Character& b, std::size_t most)
      : a_(a.state()), b_(b.state()), most_(most) {
    assert(a_.epoch != 0 && b_.epoch != 0 && "a character without a pose");
    ++a_.running_queries;
    ++b_.running_queries;
  }
  ~Query() {
    --a_.running_queries;
    --b_.running_queries;
  }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Contacts run(Method method) {
    switch (method) {
      case Method::on_demand_spheres:
        on_demand_spheres();
        break;
      case Method::bottom_up_spheres:
        bottom_up_spheres();
        break;
      case Method::bottom_up_boxes:
        bottom_up_boxes();
        break;
      case Method::brute_force:
        brute_force();
        break;
    }
    contacts_.stats.exact_tests += test_.exact_pairs();
    std::ranges::sort(contacts_.pairs);
    return std::move(contacts_);
  }

 private:
  auto eager_test(const query::EagerMesh& a, const query::EagerMesh& b) {
    const auto corners = [](const State& state, const query::EagerMesh& mesh, std::uint32_t t) {
      const Triangle& corner = state.data->triangles[t];
      const std::vector<Vec3>& v = mesh.vertices();
      return Corners{v[corner[0]], v[corner[1]], v[corner[2]]};
    };
    return [this, &a, &b, corners](std::uint32_t i, std::uint32_t j) {
      return test(i, j, corners(a_, a, i), corners(b_, b, j));
    };
  }

  /// Whether to go on.
  bool test(std::uint32_t i, std::uint32_t j, const Corners& p, const Corners& q) {
    ++contacts_.stats.triangle_tests;
    if (test_.intersect(p, q)) contacts_.pairs.push_back({i, j});
    return contacts_.pairs.size() < most_;
  }

  void on_demand_spheres() {
    QueryStats& stats = contacts_.stats;
    by_spheres([&](std::uint32_t node) { return a_.sphere(node, stats); },
               [&](std::uint32_t node) { return b_.sphere(node, stats); },
               [&](std::uint32_t i, std::uint32_t j) {
                 return test(i, j, a_.corners(i, stats), b_.corners(j, stats));
               });
  }

  void bottom_up_spheres() {
    const query::EagerMesh& a = a_.eager(State::Eager::spheres, contacts_.stats);
    const query::EagerMesh& b = b_.eager(State::Eager::spheres, contacts_.stats);
    by_spheres([&](std::uint32_t node) { return a.spheres()[node]; },
               [&](std::uint32_t node) { return b.spheres()[node]; }, eager_test(a, b));
  }

  void bottom_up_boxes() {
    const query::EagerMesh& a = a_.eager(State::Eager::boxes, contacts_.stats);
    const query::EagerMesh& b = b_.eager(State::Eager::boxes, contacts_.stats);
    traverse(
        query::TreeSide{&a_.data->tree, [&](std::uint32_t node) { return a.boxes()[node]; }},
        query::TreeSide{&b_.data->tree, [&](std::uint32_t node) { return b.boxes()[node]; }},
        [&](const Box& p, const Box& q) {
          ++contacts_.stats.box_tests;
          return overlap(p, q);
        },
        [](const Box& box) {
          return std::max({box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z});
        },
        eager_test(a, b));
  }

  void brute_force() {
    const PosedMesh a{a_.eager(State::Eager::vertices, contacts_.stats).vertices(),
                      a_.data->triangles};
    const PosedMesh b{b_.eager(State::Eager::vertices, contacts_.stats).vertices(),
                      b_.data->triangles};
    Contacts found = most_ == 1 ? brute_force::find_any(a, b) : brute_force::find_all(a, b);
    found.stats.vertices_deformed = contacts_.stats.vertices_deformed;
    contacts_ = std::move(found);
  }

  template <class BoundA, class BoundB, class Leaves>
  void by_spheres(BoundA bound_a, BoundB bound_b, Leaves leaves) {
    traverse(
        query::TreeSide{&a_.data->tree, bound_a}, query::TreeSide{&b_.data->tree, bound_b},
        [&](const Ball& p, const Ball& q) {
          ++contacts_.stats.sphere_tests;
          return overlap(p, q);
        },
        [](const Ball& ball) { return ball.radius; }, leaves);
  }

  const State& a_;
  const State& b_;
  std::size_t most_;
  query::TriangleTest test_{query::Arithmetic::filtered};
  Contacts contacts_;
};

}  // namespace

Contacts find_all(const Character& a, const Character& b, const QueryOptions& options) {
  const math::DefinedFloatMode mode;
  return Query(a, b, std::numeric_limits<std::size_t>::max()).run(options.method);
}

Contacts find_any(const Character& a, const Character& b, const QueryOptions& options) {
  const math::DefinedFloatMode mode;
  return Query(a, b, 1).run(options.method);
}

}  // namespace dermis
