// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/collide.h"

#include <cassert>
#include <limits>

#include "dermis/query/brute_force.h"
#include "math/float_mode.h"
#include "query/character_state.h"
#include "query/meshlet_query.h"
#include "query/pair_traversal.h"
#include "query/sort_pairs.h"
#include "query/triangle_queue.h"

namespace dermis {

namespace {

using query::SphereCache;
using query::TreeSide;
using query::TriangleQueue;
using State = Character::State;

/// One query of two characters.
class Query {
 public:
  Query(const Character& a, const Character& b, std::vector<TrianglePair>& pairs, std::size_t most)
      : a_(a.state()), b_(b.state()), pairs_(pairs), most_(most) {
    assert(++a_.running_queries > 0 && ++b_.running_queries > 0);
  }
  ~Query() { assert(--a_.running_queries >= 0 && --b_.running_queries >= 0); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  QueryStats run(const QueryOptions& options) {
    pairs_.clear();
    if (a_.epoch == 0 || b_.epoch == 0) return {};  // too large for any pose
    switch (options.method) {
      case Method::meshlets:
        by_meshlets(options.cache);
        break;
      case Method::eager:
        query::pose_all_meshlets(a_, work_.stats);
        query::pose_all_meshlets(b_, work_.stats);
        by_meshlets(nullptr);
        break;
      case Method::on_demand_spheres:
        on_demand_spheres();
        break;
      case Method::bottom_up_spheres:
        bottom_up(SphereCache::Eager::spheres, &query::EagerMesh::spheres,
                  work_.stats.sphere_tests);
        break;
      case Method::bottom_up_boxes:
        bottom_up(SphereCache::Eager::boxes, &query::EagerMesh::boxes, work_.stats.box_tests);
        break;
      case Method::brute_force:
        return brute_force();
    }
    query::sort_pairs(pairs_);
    return work_.stats;
  }

 private:
  void by_meshlets(PairCache* cache) {
    ++work_.stats.box_tests;
    if (!math::overlap(a_.root_box, b_.root_box)) return;
    TriangleQueue queue(pairs_, most_);
    query::find_by_meshlets(a_, b_, queue, work_.stats, cache);
    queue.count_into(work_.stats);
  }

  void on_demand_spheres() {
    const SphereCache& a = a_.spheres();
    const SphereCache& b = b_.spheres();
    TriangleQueue queue(pairs_, most_);
    const auto side = [&](const SphereCache& cache, std::vector<query::BallBlock>& spare) {
      return TreeSide{&cache.spheres().groups,
                      [&](std::uint32_t group) { return cache.blocks(group, spare, work_.stats); }};
    };
    work_.stats.sphere_tests +=
        traverse(side(a, work_.spare_blocks[0]), side(b, work_.spare_blocks[1]),
                 [&](std::uint32_t i, std::uint32_t j) {
                   queue.add(a.leaf(i, work_).queued(), b.leaf(j, work_).queued());
                   return !queue.is_full();
                 });
    queue.flush();
    queue.count_into(work_.stats);
  }

  template <class Block>
  void bottom_up(SphereCache::Eager what,
                 const std::vector<Block>& (query::EagerMesh::*bounds)() const,
                 std::uint64_t& tests) {
    const SphereCache& a = a_.spheres();
    const SphereCache& b = b_.spheres();
    const query::EagerMesh& mesh_a = a.eager(what, work_.stats);
    const query::EagerMesh& mesh_b = b.eager(what, work_.stats);
    const auto side = [&](const SphereCache& cache, const query::EagerMesh& mesh) {
      return TreeSide{&cache.spheres().groups,
                      [&groups = cache.spheres().groups.groups, blocks = (mesh.*bounds)().data()](
                          std::uint32_t group) { return blocks + groups[group].first_block; }};
    };
    TriangleQueue queue(pairs_, most_);
    tests += traverse(side(a, mesh_a), side(b, mesh_b), [&](std::uint32_t i, std::uint32_t j) {
      queue.add(a.leaf(i, mesh_a.vertices(), work_).queued(),
                b.leaf(j, mesh_b.vertices(), work_).queued());
      return !queue.is_full();
    });
    queue.flush();
    queue.count_into(work_.stats);
  }

  QueryStats brute_force() {
    const auto mesh = [&](const State& state) {
      return PosedMesh{state.spheres().eager(SphereCache::Eager::vertices, work_.stats).vertices(),
                       state.data->triangles};
    };
    const PosedMesh a = mesh(a_);
    const PosedMesh b = mesh(b_);
    Contacts found =
        most_ == 1 ? dermis::brute_force::find_any(a, b) : dermis::brute_force::find_all(a, b);
    pairs_ = std::move(found.pairs);
    found.stats.vertices_deformed = work_.stats.vertices_deformed;
    return found.stats;
  }

  const State& a_;
  const State& b_;
  std::vector<TrianglePair>& pairs_;
  std::size_t most_;
  query::SphereWork work_;
};

Contacts contacts_of(QueryStats (*find)(const Character&, const Character&,
                                        std::vector<TrianglePair>&, const QueryOptions&),
                     const Character& a, const Character& b, const QueryOptions& options) {
  Contacts contacts;
  contacts.stats = find(a, b, contacts.pairs, options);
  return contacts;
}

}  // namespace

QueryStats& QueryStats::operator+=(const QueryStats& other) {
  spheres_refitted += other.spheres_refitted;
  boxes_refitted += other.boxes_refitted;
  vertices_deformed += other.vertices_deformed;
  meshlets_deformed += other.meshlets_deformed;
  sphere_tests += other.sphere_tests;
  box_tests += other.box_tests;
  triangle_tests += other.triangle_tests;
  exact_tests += other.exact_tests;
  duplicates += other.duplicates;
  return *this;
}

QueryStats find_all(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                    const QueryOptions& options) {
  const math::DefinedFloatMode mode;
  return Query(a, b, pairs, std::numeric_limits<std::size_t>::max()).run(options);
}

QueryStats find_any(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                    const QueryOptions& options) {
  const math::DefinedFloatMode mode;
  return Query(a, b, pairs, 1).run(options);
}

QueryStats deform_all(const Character& character) {
  const math::DefinedFloatMode mode;
  QueryStats stats;
  if (character.state().epoch > 0) query::deform_all_meshlets(character.state(), stats);
  return stats;
}

Contacts find_all(const Character& a, const Character& b, const QueryOptions& options) {
  return contacts_of(&find_all, a, b, options);
}

Contacts find_any(const Character& a, const Character& b, const QueryOptions& options) {
  return contacts_of(&find_any, a, b, options);
}

}  // namespace dermis
