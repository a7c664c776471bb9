// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/collide.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <span>

#include "dermis/query/brute_force.h"
#include "math/float_mode.h"
#include "query/character_state.h"
#include "query/pair_traversal.h"
#include "query/triangle_batch.h"
#include "query/triangle_test.h"

namespace dermis {

namespace {

using query::PaddedCorners;
using query::TreeSide;
using State = Character::State;

/// Pairs of triangles on their way through the batched filter to the exact test.
class TriangleQueue {
 public:
  /// Pairs that meet go to `found`, until there are `most`.
  TriangleQueue(std::vector<TrianglePair>& found, std::size_t most) : found_(found), most_(most) {}

  /// Refers to the corners until flush(). Whether to go on.
  bool add(const TrianglePair& pair, const PaddedCorners& p, const PaddedCorners& q) {
    pairs_[count_] = pair;
    corners_[count_] = {&p, &q};
    // Who wants one pair only should not test many.
    if (++count_ == std::min(most_ * kFirstBatch, query::kBatchSize)) flush();
    return found_.size() < most_;
  }

  void flush() {
    const std::span batch(corners_, count_);
    const query::BatchAnswer answer = query::filter_batch(batch, best_isa());
    for (std::uint64_t rest = answer.yes | answer.unsure; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const bool meet = (answer.yes >> unsigned(i) & 1U) != 0 ||
                        test_.intersect(unpadded(*batch[i].p), unpadded(*batch[i].q));
      if (meet && found_.size() < most_) found_.push_back(pairs_[i]);
    }
    tests_ += count_;
    count_ = 0;
  }

  void count_into(QueryStats& stats) const {
    stats.triangle_tests += tests_;
    stats.exact_tests += test_.exact_pairs();
  }

 private:
  static constexpr std::size_t kFirstBatch = 8;

  std::vector<TrianglePair>& found_;
  std::size_t most_;
  std::size_t count_ = 0;
  TrianglePair pairs_[query::kBatchSize];
  query::PaddedPair corners_[query::kBatchSize];
  std::uint64_t tests_ = 0;
  query::TriangleTest test_{query::Arithmetic::filtered};
};

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
  return Query(a, b, std::numeric_limits<std::uint32_t>::max()).run(options.method);
}

Contacts find_any(const Character& a, const Character& b, const QueryOptions& options) {
  const math::DefinedFloatMode mode;
  return Query(a, b, 1).run(options.method);
}

}  // namespace dermis
