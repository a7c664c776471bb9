// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/ccd/motion_contacts.h"

#include <algorithm>
#include <numeric>

#include "ccd/neighbour_search.h"
#include "ccd/shared_corners.h"
#include "ccd/swept_search.h"
#include "ccd/workers.h"

namespace dermis {

namespace {

using ccd::CandidatePair;
using ccd::MovingTree;
using ccd::Neighbours;
using ccd::SlotPair;
using ccd::SweptSearch;
using ccd::Worker;
using ccd::Workers;
using Row = ccd::StaticFront::Row;
using State = MovingMesh::State;

MovingTree moving_tree(const State& state) {
  return {&state.tree, state.tree.boxes()};
}

/// Swept boxes are refitted in the query, from the plans.
void prepare(const State& state, const MotionOptions& options) {
  state.prepare(
      options.method == MotionMethod::space_time ? State::Prepared::boxes : State::Prepared::rows,
      options.all_cores);
}

/// The boxes near the roots of two trees, all pairs: enough for many threads.
std::vector<SlotPair> first_pairs(const ccd::SpaceTimeTree& a, const ccd::SpaceTimeTree& b) {
  std::vector<SlotPair> pairs;
  const auto add = [&](ccd::Slot slot) {
    for (ccd::Slot j = 0; j < b.node(0).child_count; ++j) pairs.push_back({slot, j});
  };
  for (ccd::Slot i = 0; i < a.node(0).child_count; ++i) {
    const auto link = a.link(i);
    if (link.is_meshlet()) {
      add(i);
    } else {
      for (ccd::Slot k = 0; k < a.node(link.node()).child_count; ++k) add(8 * link.node() + k);
    }
  }
  return pairs;
}

/// Pairs of triangles that were found by their boxes.
void test_found(Worker& worker) {
  for (const auto& [p, q] : worker.found) worker.test.add(p, q);
  worker.found.clear();
}

/// The rows of the front but for those in flat patches.
void test_rows(const State& state, const ccd::Patches::Flat& flat, Workers& workers) {
  const ccd::StaticFront& front = state.front();
  workers.each_part(front.rows.size(), [&](Worker& worker, std::size_t begin, std::size_t end) {
    auto run = std::ranges::upper_bound(front.runs, begin, {}, &ccd::PatchRun::end);
    for (; begin < end; ++run) {
      const std::size_t next = std::min<std::size_t>(end, run->end);
      if (!run->is_flat(flat)) {
        const auto rows = std::span<const Row>(front.rows).subspan(begin, next - begin);
        ccd::find_box_pairs(moving_tree(state), rows, worker.found, worker.test.result.stats);
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
        if (&a == &b && ccd::SharedCorners(a.triangles[p], b.triangles[q]).count() > 0) continue;
        worker.test.add(p, q);
      }
    }
  });
}

}  // namespace

MotionStats& MotionStats::operator+=(const MotionStats& other) {
  box_tests += other.box_tests;
  pair_tests += other.pair_tests;
  feature_tests += other.feature_tests;
  return *this;
}

MotionContacts find_self_contacts(const MovingMesh& mesh, const MotionOptions& options) {
  const math::DefinedFloatMode mode;
  const State& state = mesh.state();
  prepare(state, options);
  if (options.method == MotionMethod::swept) {
    return SweptSearch(state, state, options).run<Row>(ccd::StaticFront::from_root(state.tree));
  }
  if (options.method == MotionMethod::swept_static_front) {
    return SweptSearch(state, state, options).run<Row>(state.front().rows);
  }
  Workers workers(state, state, options);
  const auto test = [](Worker& worker, Neighbours kind, std::span<const CandidatePair> pairs) {
    worker.test.add(kind, pairs);
  };
  if (options.method == MotionMethod::brute_force) {
    test_all(state, state, workers);
    const auto all = [](std::uint32_t begin, std::uint32_t end,
                        std::vector<std::uint32_t>& chosen) {
      for (std::uint32_t v = begin; v < end; ++v) chosen.push_back(v);
    };
    ccd::test_neighbours(state, workers, all, test);
  } else {
    const ccd::Flatness flatness(state, {state.rows, state.triangles, options.contact.tolerance},
                                 workers);
    test_rows(state, flatness.flat(), workers);
    flatness.test_folds(workers, test);
  }
  workers.each(ccd::other_neighbours(state),
               [](Worker& worker, auto some) { worker.test.add_others(some); });
  return workers.contacts();
}

MotionContacts find_contacts(const MovingMesh& a, const MovingMesh& b,
                             const MotionOptions& options) {
  const math::DefinedFloatMode mode;
  const State& of_a = a.state();
  const State& of_b = b.state();
  if (&of_a == &of_b) return find_self_contacts(a, options);
  if (of_a.tree.is_empty() || of_b.tree.is_empty()) return {};
  prepare(of_a, options);
  prepare(of_b, options);
  const std::vector<SlotPair> roots = first_pairs(of_a.tree, of_b.tree);
  if (options.method == MotionMethod::swept || options.method == MotionMethod::swept_static_front) {
    return SweptSearch(of_a, of_b, options).run<SlotPair>(roots);
  }
  Workers workers(of_a, of_b, options);
  if (options.method == MotionMethod::brute_force) {
    test_all(of_a, of_b, workers);
  } else {
    constexpr std::size_t kPart = 1;  // each is a large part of the meshes
    workers.each(
        std::span<const SlotPair>(roots),
        [&](Worker& worker, auto some) {
          ccd::find_box_pairs(moving_tree(of_a), moving_tree(of_b), some, worker.found,
                              worker.test.result.stats);
          test_found(worker);
        },
        kPart);
  }
  return workers.contacts();
}

}  // namespace dermis
