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
#include "query/triangle_queue.h"

namespace dermis {

namespace {

using query::TreeSide;
using query::TriangleQueue;
using State = Character::State;

/// One query of two characters.
class Query {
 public:
  Query(const Character& a, const Character& b, std::size_t most)
      : a_(a.state()), b_(b.state()), most_(most) {
    assert(++a_.running_queries > 0 && ++b_.running_queries > 0);
  }
  ~Query() { assert(--a_.running_queries >= 0 && --b_.running_queries >= 0); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Contacts run(Method method) {
    if (a_.epoch == 0 || b_.epoch == 0) return {};  // too large for any pose
    switch (method) {
      case Method::on_demand_spheres:
        on_demand_spheres();
        break;
      case Method::bottom_up_spheres:
        bottom_up(State::Eager::spheres, &query::EagerMesh::spheres, work_.stats.sphere_tests);
        break;
      case Method::bottom_up_boxes:
        bottom_up(State::Eager::boxes, &query::EagerMesh::boxes, work_.stats.box_tests);
        break;
      case Method::brute_force:
        return brute_force();
    }
    std::ranges::sort(pairs_);
    return {std::move(pairs_), work_.stats};
  }

 private:
  void on_demand_spheres() {
    TriangleQueue queue(pairs_, most_);
    const auto side = [&](const State& state, std::vector<query::BallBlock>& spare) {
      return TreeSide{&state.data->groups, [&](std::uint32_t group) {
                        return state.spheres(group, spare, work_.stats);
                      }};
    };
    work_.stats.sphere_tests +=
        traverse(side(a_, work_.spare_blocks[0]), side(b_, work_.spare_blocks[1]),
                 [&](std::uint32_t i, std::uint32_t j) {
                   return queue.add({i, j}, a_.leaf(i, work_), b_.leaf(j, work_));
                 });
    queue.flush();
    queue.count_into(work_.stats);
  }

  template <class Block>
  void bottom_up(State::Eager what, const std::vector<Block>& (query::EagerMesh::*bounds)() const,
                 std::uint64_t& tests) {
    const query::EagerMesh& mesh_a = a_.eager(what, work_.stats);
    const query::EagerMesh& mesh_b = b_.eager(what, work_.stats);
    const auto side = [&](const State& state, const query::EagerMesh& mesh) {
      return TreeSide{&state.data->groups,
                      [&groups = state.data->groups.groups, blocks = (mesh.*bounds)().data()](
                          std::uint32_t group) { return blocks + groups[group].first_block; }};
    };
    TriangleQueue queue(pairs_, most_);
    tests += traverse(side(a_, mesh_a), side(b_, mesh_b), [&](std::uint32_t i, std::uint32_t j) {
      return queue.add({i, j}, a_.leaf(i, mesh_a.vertices(), work_),
                       b_.leaf(j, mesh_b.vertices(), work_));
    });
    queue.flush();
    queue.count_into(work_.stats);
  }

  Contacts brute_force() {
    const PosedMesh a{a_.eager(State::Eager::vertices, work_.stats).vertices(), a_.data->triangles};
    const PosedMesh b{b_.eager(State::Eager::vertices, work_.stats).vertices(), b_.data->triangles};
    Contacts found =
        most_ == 1 ? dermis::brute_force::find_any(a, b) : dermis::brute_force::find_all(a, b);
    found.stats.vertices_deformed = work_.stats.vertices_deformed;
    return found;
  }

  const State& a_;
  const State& b_;
  std::size_t most_;
  query::QueryWork work_;
  std::vector<TrianglePair> pairs_;
};

}  // namespace

QueryStats& QueryStats::operator+=(const QueryStats& other) {
  spheres_refitted += other.spheres_refitted;
  boxes_refitted += other.boxes_refitted;
  vertices_deformed += other.vertices_deformed;
  sphere_tests += other.sphere_tests;
  box_tests += other.box_tests;
  triangle_tests += other.triangle_tests;
  exact_tests += other.exact_tests;
  duplicates += other.duplicates;
  return *this;
}

Contacts find_all(const Character& a, const Character& b, const QueryOptions& options) {
  const math::DefinedFloatMode mode;
  return Query(a, b, std::numeric_limits<std::size_t>::max()).run(options.method);
}

Contacts find_any(const Character& a, const Character& b, const QueryOptions& options) {
  const math::DefinedFloatMode mode;
  return Query(a, b, 1).run(options.method);
}

}  // namespace dermis
