// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "motion/search/tested_pairs.h"
#include "motion/search/workers.h"
#include "motion/self/neighbor_search.h"

namespace dermis::motion {

/// The classical method. The time is cut into parts, each with a search of its own: boxes are
/// refitted around the whole motion in the part, trees are searched, and pairs and neighbours go
/// through the filter. A pair that passes is tested for impact once, over the whole time, as with
/// all methods.
class SweptSearch {
 public:
  SweptSearch(const MovingMesh::State& a, const MovingMesh::State& b, const ImpactOptions& options)
      : a_(a), b_(b), options_(options), workers_(a, b, options) {
    options_.time_slices = std::max(options_.time_slices, 1U);
  }

  /// Every part's search begins at `from`: pairs of boxes, or rows of a front.
  template <class From>
  Impacts run(std::span<const From> from) {
    for (std::uint32_t part = 0; part < options_.time_slices; ++part) {
      refit(part);
      workers_.each(from, [&](Worker& worker, std::span<const From> some) { find(some, worker); });
      std::vector<CandidatePair> pairs;
      workers_.each([&](Worker& worker) { take_found(worker, pairs); });
      workers_.each(std::span<const CandidatePair>(pairs),
                    [&](Worker& worker, auto some) { filter(Neighbors::none, some, worker); });
      if (&a_ == &b_) {
        const Flatness flatness(
            a_, {rows(a_, rows_a_), a_.triangles, options_.tolerance, options_.time_slices},
            workers_);
        flatness.test_folds(workers_, [&](Worker& worker, Neighbors kind, auto some) {
          filter(kind, some, worker);
        });
      }
      test_near();
    }
    if (&a_ == &b_) {
      workers_.each(other_neighbors(a_),
                    [](Worker& worker, auto some) { worker.test.add_others(some); });
    }
    return workers_.impacts();
  }

 private:
  /// The rows of the current part. With one part, those that were prepared for the whole time.
  [[nodiscard]] const VertexRows& rows(const MovingMesh::State& state,
                                       const VertexRows& own) const {
    return options_.time_slices == 1 ? state.rows : own;
  }
  /// The test over the whole time also reports pairs that only come near (flat_patches.cpp has the
  /// bound). The filter of a part must not drop these.
  [[nodiscard]] float slack() const {
    return options_.time_slices == 1
               ? 0
               : static_cast<float>(4 * std::clamp(options_.tolerance, 0.0, 1e30));
  }
  void refit(std::uint32_t part);
  void find(std::span<const SlotPair> from, Worker& worker) const;
  void find(std::span<const StaticFront::Row> from, Worker& worker) const;
  /// Appends the found pairs, except neighbours, to `pairs`.
  void take_found(Worker& worker, std::vector<CandidatePair>& pairs) const;
  /// Adds the pairs that nothing separates in the current part to worker.near.
  void filter(Neighbors kind, std::span<const CandidatePair> pairs, Worker& worker) const;
  /// Tests those pairs that were not tested before.
  void test_near();

  const MovingMesh::State& a_;
  const MovingMesh::State& b_;
  ImpactOptions options_;
  Workers workers_;
  TestedPairs tested_;
  VertexRows rows_a_, rows_b_;
  std::vector<math::Boxes8> boxes_a_, boxes_b_;
};

}  // namespace dermis::motion
