// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <limits>

#include "base/float_mode.h"
#include "dermis/spheres/spheres.h"
#include "query/character_state.h"
#include "spheres/pair_traversal.h"
#include "spheres/sphere_cache.h"
#include "triangle/pair_queue.h"

namespace dermis::spheres {

namespace {

/// One question about two characters.
class SphereQuery {
 public:
  SphereQuery(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
              std::size_t most)
      : running_a_(a), running_b_(b), a_(cache_of(a)), b_(cache_of(b)), pairs_(pairs), most_(most) {
    pairs_.clear();
  }

  QueryStats run(Refit refit) {
    switch (refit) {
      case Refit::on_demand:
        on_demand();
        break;
      case Refit::bottom_up_spheres:
        bottom_up(SphereCache::Eager::spheres, &EagerMesh::spheres, work_.stats.sphere_tests);
        break;
      case Refit::bottom_up_boxes:
        bottom_up(SphereCache::Eager::boxes, &EagerMesh::boxes, work_.stats.box_tests);
        break;
    }
    triangle::sort_pairs(pairs_);
    return work_.stats;
  }

 private:
  void on_demand() {
    triangle::PairQueue queue(pairs_, most_);
    const auto side = [&](const SphereCache& cache, std::vector<BallBlock>& spare) {
      return TreeSide{&cache.spheres().groups,
                      [&](std::uint32_t group) { return cache.blocks(group, spare, work_.stats); }};
    };
    work_.stats.sphere_tests +=
        traverse(side(a_, work_.spare_blocks[0]), side(b_, work_.spare_blocks[1]),
                 [&](std::uint32_t i, std::uint32_t j) {
                   queue.add(a_.leaf(i, work_).queued(), b_.leaf(j, work_).queued());
                   return !queue.is_full();
                 });
    queue.flush();
    queue.count_into(work_.stats);
  }

  template <class Block>
  void bottom_up(SphereCache::Eager part, const std::vector<Block>& (EagerMesh::*bounds)() const,
                 std::uint64_t& tests) {
    const EagerMesh& mesh_a = a_.eager(part, work_.stats);
    const EagerMesh& mesh_b = b_.eager(part, work_.stats);
    const auto side = [&](const SphereCache& cache, const EagerMesh& mesh) {
      return TreeSide{&cache.spheres().groups,
                      [&groups = cache.spheres().groups.groups, blocks = (mesh.*bounds)().data()](
                          std::uint32_t group) { return blocks + groups[group].first_block; }};
    };
    triangle::PairQueue queue(pairs_, most_);
    tests += traverse(side(a_, mesh_a), side(b_, mesh_b), [&](std::uint32_t i, std::uint32_t j) {
      queue.add(a_.leaf(i, mesh_a.vertices(), work_).queued(),
                b_.leaf(j, mesh_b.vertices(), work_).queued());
      return !queue.is_full();
    });
    queue.flush();
    queue.count_into(work_.stats);
  }

  query::RunningQuestion running_a_, running_b_;
  const SphereCache& a_;
  const SphereCache& b_;
  std::vector<TrianglePair>& pairs_;
  std::size_t most_;
  SphereWork work_;
};

}  // namespace

QueryStats find_pairs(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                      const PairOptions& options) {
  const base::DefinedFloatMode mode;
  return SphereQuery(a, b, pairs, std::numeric_limits<std::size_t>::max()).run(options.refit);
}

QueryStats find_any_pair(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                         const PairOptions& options) {
  const base::DefinedFloatMode mode;
  return SphereQuery(a, b, pairs, 1).run(options.refit);
}

Pairs find_pairs(const Character& a, const Character& b, const PairOptions& options) {
  Pairs result;
  result.stats = find_pairs(a, b, result.pairs, options);
  return result;
}

Pairs find_any_pair(const Character& a, const Character& b, const PairOptions& options) {
  Pairs result;
  result.stats = find_any_pair(a, b, result.pairs, options);
  return result;
}

}  // namespace dermis::spheres
