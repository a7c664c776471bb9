// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/motion/impacts.h"

#include <algorithm>
#include <numeric>

#include "motion/search/swept_search.h"
#include "motion/search/workers.h"
#include "motion/self/neighbor_search.h"
#include "motion/self/shared_corners.h"

namespace dermis {

namespace {

using motion::CandidatePair;
using motion::MovingTree;
using motion::Neighbors;
using motion::SlotPair;
using motion::SweptSearch;
using motion::Worker;
using motion::Workers;
using Row = motion::StaticFront::Row;
using State = MovingMesh::State;

MovingTree moving_tree(const State& state) {
  return {&state.tree, state.tree.boxes()};
}

/// Swept boxes are refitted in the query, so they only need rows.
void prepare(const State& state, const ImpactOptions& options) {
  state.prepare(options.method == ImpactMethod::space_time ? State::Prepared::boxes
                                                           : State::Prepared::rows);
}

/// All pairs of boxes near the roots of two trees: enough tasks for many threads.
std::vector<SlotPair> first_pairs(const motion::SpaceTimeTree& a, const motion::SpaceTimeTree& b) {
  std::vector<SlotPair> pairs;
  const auto add = [&](motion::Slot slot) {
    for (motion::Slot j = 0; j < b.node(0).child_count; ++j) pairs.push_back({slot, j});
  };
  for (motion::Slot i = 0; i < a.node(0).child_count; ++i) {
    const auto link = a.link(i);
    if (link.is_meshlet()) {
      add(i);
    } else {
      for (motion::Slot k = 0; k < a.node(link.node()).child_count; ++k) add(8 * link.node() + k);
    }
  }
  return pairs;
}

/// Tests the pairs of triangles that were found by their boxes.
void test_found(Worker& worker) {
  for (const auto& [p, q] : worker.found) worker.test.add(p, q);
  worker.found.clear();
}

/// Searches from the rows of the front, except those in flat patches.
void test_rows(const State& state, const motion::FlatPatches::Flat& flat, Workers& workers) {
  const motion::StaticFront& front = motion::front_of(state);
  workers.each_part(front.rows.size(), [&](Worker& worker, std::size_t begin, std::size_t end) {
    auto run = std::ranges::upper_bound(front.runs, begin, {}, &motion::PatchRun::end);
    for (; begin < end; ++run) {
      const std::size_t next = std::min<std::size_t>(end, run->end);
      if (!run->is_flat(flat)) {
        const auto rows = std::span<const Row>(front.rows).subspan(begin, next - begin);
        motion::find_box_pairs(moving_tree(state), rows, worker.found, worker.test.result.stats);
      }
      begin = next;
    }
    test_found(worker);
  });
}

void test_all(const State& a, const State& b, Workers& workers) {
  std::vector<std::uint32_t> all(a.triangles.size());
  std::iota(all.begin(), all.end(), 0U);
  workers.each(std::span<const std::uint32_t>(all), [&](Worker& worker, auto some) {
    for (const std::uint32_t p : some) {
      for (std::uint32_t q = &a == &b ? p + 1 : 0; q < b.triangles.size(); ++q) {
        if (&a == &b && motion::SharedCorners(a.triangles[p], b.triangles[q]).count() > 0) continue;
        worker.test.add(p, q);
      }
    }
  });
}

}  // namespace

Impacts find_self_impacts(const MovingMesh& mesh, const ImpactOptions& options) {
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(options.executor);
  const State& state = state_of(mesh);
  prepare(state, options);
  if (options.method == ImpactMethod::swept) {
    return SweptSearch(state, state, options).run<Row>(motion::StaticFront::from_root(state.tree));
  }
  if (options.method == ImpactMethod::swept_static_front) {
    return SweptSearch(state, state, options).run<Row>(motion::front_of(state).rows);
  }
  Workers workers(state, state, options);
  const auto test = [](Worker& worker, Neighbors kind, std::span<const CandidatePair> pairs) {
    worker.test.add(kind, pairs);
  };
  if (options.method == ImpactMethod::brute_force) {
    test_all(state, state, workers);
    const auto all = [](std::uint32_t begin, std::uint32_t end,
                        std::vector<std::uint32_t>& chosen) {
      for (std::uint32_t v = begin; v < end; ++v) chosen.push_back(v);
    };
    motion::test_neighbors(state, workers, all, test);
  } else {
    const motion::Flatness flatness(state, {state.rows, state.triangles, options.tolerance},
                                    workers);
    test_rows(state, flatness.flat(), workers);
    flatness.test_folds(workers, test);
  }
  workers.each(motion::other_neighbors(state),
               [](Worker& worker, auto some) { worker.test.add_others(some); });
  return workers.impacts();
}

Impacts find_impacts(const MovingMesh& a, const MovingMesh& b, const ImpactOptions& options) {
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(options.executor);
  const State& of_a = state_of(a);
  const State& of_b = state_of(b);
  if (&of_a == &of_b) return find_self_impacts(a, options);
  if (of_a.tree.is_empty() || of_b.tree.is_empty()) return {};
  prepare(of_a, options);
  prepare(of_b, options);
  const std::vector<SlotPair> roots = first_pairs(of_a.tree, of_b.tree);
  if (options.method == ImpactMethod::swept || options.method == ImpactMethod::swept_static_front) {
    return SweptSearch(of_a, of_b, options).run<SlotPair>(roots);
  }
  Workers workers(of_a, of_b, options);
  if (options.method == ImpactMethod::brute_force) {
    test_all(of_a, of_b, workers);
  } else {
    constexpr std::size_t kPart = 1;  // each is a large part of the meshes
    workers.each(
        std::span<const SlotPair>(roots),
        [&](Worker& worker, auto some) {
          motion::find_box_pairs(moving_tree(of_a), moving_tree(of_b), some, worker.found,
                                 worker.test.result.stats);
          test_found(worker);
        },
        kPart);
  }
  return workers.impacts();
}

}  // namespace dermis
