// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "ccd/neighbour_search.h"
#include "ccd/tested_pairs.h"
#include "ccd/workers.h"

namespace dermis::ccd {

/// The classical way: time is cut into parts, each a question of its own. In each, boxes are
/// refitted around all that moves, trees are searched, and pairs and neighbours go through the
/// filter. What passes is a matter of the whole time, so it is tested for contact once, as with all
/// methods.
class SweptSearch {
 public:
  SweptSearch(const MovingMesh::State& a, const MovingMesh::State& b, const MotionOptions& options)
      : a_(a), b_(b), options_(options), workers_(a, b, options) {
    options_.interpolated = std::max(options_.interpolated, 1U);
  }

  /// From pairs of boxes, or rows of a front, on, in every part of the time.
  template <class From>
  MotionContacts run(std::span<const From> from) {
    for (std::uint32_t part = 0; part < options_.interpolated; ++part) {
      refit(part);
      workers_.each(from, [&](Worker& worker, std::span<const From> some) { find(some, worker); });
      std::vector<CandidatePair> pairs;
      workers_.each([&](Worker& worker) { take_found(worker, pairs); });
      workers_.each(std::span<const CandidatePair>(pairs),
                    [&](Worker& worker, auto some) { filter(Neighbours::none, some, worker); });
      if (&a_ == &b_) {
        const Flatness flatness(
            a_,
            {rows(a_, rows_a_), a_.triangles, options_.contact.tolerance, options_.interpolated},
            workers_);
        flatness.test_folds(workers_, [&](Worker& worker, Neighbours kind, auto some) {
          filter(kind, some, worker);
        });
      }
      test_near();
    }
    if (&a_ == &b_) {
      workers_.each(other_neighbours(a_),
                    [](Worker& worker, auto some) { worker.test.add_others(some); });
    }
    return workers_.contacts();
  }

 private:
  /// In this part of the time; the whole of it has been prepared.
  [[nodiscard]] const VertexRows& rows(const MovingMesh::State& state,
                                       const VertexRows& own) const {
    return options_.interpolated == 1 ? state.rows : own;
  }
  /// In parts of the time, what is only nearly in contact is not to be lost, either: the whole of
  /// the time may say that it is one (patches.cpp says how near that is).
  [[nodiscard]] float slack() const {
    return options_.interpolated == 1
               ? 0
               : static_cast<float>(4 * std::clamp(options_.contact.tolerance, 0.0, 1e30));
  }
  void refit(std::uint32_t part);
  void find(std::span<const SlotPair> from, Worker& worker) const;
  void find(std::span<const StaticFront::Row> from, Worker& worker) const;
  /// But for neighbours.
  void take_found(Worker& worker, std::vector<CandidatePair>& pairs) const;
  /// Those which nothing separates in this part of the time.
  void filter(Neighbours kind, std::span<const CandidatePair> pairs, Worker& worker) const;
  /// Of these, those that were not tested before.
  void test_near();

  const MovingMesh::State& a_;
  const MovingMesh::State& b_;
  MotionOptions options_;
  Workers workers_;
  TestedPairs tested_;
  VertexRows rows_a_, rows_b_;
  std::vector<math::Boxes8> boxes_a_, boxes_b_;
};

}  // namespace dermis::ccd
