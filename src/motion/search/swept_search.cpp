// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "motion/search/swept_search.h"

#include <bit>

#include "motion/self/shared_corners.h"

namespace dermis::motion {

void SweptSearch::refit(std::uint32_t part) {
  const double parts = options_.time_slices;
  const auto refit = [&](const MovingMesh::State& state, VertexRows& own,
                         std::vector<math::Boxes8>& boxes) {
    if (options_.time_slices > 1) {
      if (part == 0) own.begin(state.plans);
      own.go_on(state.plans, (part + 1) / parts);
    }
    state.tree.sweep(rows(state, own), state.radii, slack(), boxes);
  };
  refit(a_, rows_a_, boxes_a_);
  if (&a_ != &b_) refit(b_, rows_b_, boxes_b_);
}

void SweptSearch::find(std::span<const SlotPair> from, Worker& worker) const {
  find_box_pairs(SweptTree{&a_.tree, boxes_a_.data()}, SweptTree{&b_.tree, boxes_b_.data()}, from,
                 worker.found, worker.test.result.stats);
}

void SweptSearch::find(std::span<const StaticFront::Row> from, Worker& worker) const {
  find_box_pairs(SweptTree{&a_.tree, boxes_a_.data()}, from, worker.found,
                 worker.test.result.stats);
}

void SweptSearch::take_found(Worker& worker, std::vector<CandidatePair>& pairs) const {
  for (const auto& [p, q] : worker.found) {
    if (&a_ != &b_) {
      pairs.emplace_back(p, q);
    } else if (SharedCorners(a_.triangles[p], a_.triangles[q]).count() == 0) {
      pairs.emplace_back(std::min(p, q), std::max(p, q));
    }
  }
  worker.found.clear();
}

void SweptSearch::filter(Neighbors kind, std::span<const CandidatePair> pairs,
                         Worker& worker) const {
  const FilterSide a{&rows(a_, rows_a_), a_.triangles.data(), a_.radii};
  const FilterSide b{&rows(b_, &a_ == &b_ ? rows_a_ : rows_b_), b_.triangles.data(), b_.radii};
  worker.test.result.stats.triangle_tests += pairs.size();
  while (!pairs.empty()) {
    const auto eight = pairs.first(std::min<std::size_t>(8, pairs.size()));
    pairs = pairs.subspan(eight.size());
    for (unsigned near = may_touch(a, b, kind, eight, slack()).pairs; near != 0; near &= near - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(near));
      worker.near[static_cast<std::size_t>(kind)].push_back(eight[i]);
    }
  }
}

void SweptSearch::test_near() {
  for (const Neighbors kind : {Neighbors::none, Neighbors::corner, Neighbors::edge}) {
    std::vector<CandidatePair> fresh;
    workers_.each([&](Worker& worker) {
      std::vector<CandidatePair>& near = worker.near[static_cast<std::size_t>(kind)];
      for (const CandidatePair& pair : near) {
        if (tested_.add(pair.a(), pair.b())) fresh.push_back(pair);
      }
      near.clear();
    });
    workers_.each(std::span<const CandidatePair>(fresh),
                  [&](Worker& worker, auto some) { worker.test.add(kind, some); });
  }
}

}  // namespace dermis::motion
