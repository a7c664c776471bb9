// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>
#include <vector>

#include "dermis/motion/impacts.h"
#include "motion/mesh/moving_mesh_state.h"

namespace dermis::motion {

/// Tests pairs of triangles, eight at a time: first the filter, then their features. All methods
/// use this class, so it alone decides whether and when a pair has an impact.
class TouchTest {
 public:
  TouchTest(const MovingMesh::State& a, const MovingMesh::State& b, double tolerance)
      : a_(a), b_(b), tolerance_(tolerance) {
    assert(tolerance >= 0);
  }

  /// The triangles must not be neighbours. Within one mesh, the order does not matter.
  void add(std::uint32_t a, std::uint32_t b) {
    if (&a_ == &b_ && a > b) std::swap(a, b);
    open_[count_++] = {a, b};
    if (count_ == 8) flush();
  }
  void flush() {
    add(Neighbors::none, std::span(open_).first(count_));
    count_ = 0;
  }

  void add(Neighbors kind, std::span<const CandidatePair> pairs) {
    while (!pairs.empty()) {
      const auto eight = pairs.first(std::min<std::size_t>(8, pairs.size()));
      pairs = pairs.subspan(eight.size());
      test(kind, eight);
    }
  }
  /// Tests the pairs without the filter.
  void add_others(std::span<const CandidatePair> pairs) {
    for (const CandidatePair& pair : pairs) touch(pair);
    result.stats.triangle_tests += pairs.size();
  }

  Impacts result;  ///< in any order

 private:
  void test(Neighbors kind, std::span<const CandidatePair> pairs) {
    result.stats.triangle_tests += pairs.size();
    const NearPairs near = may_touch(a_.filter_side(), b_.filter_side(), kind, pairs);
    for (unsigned rest = near.pairs; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      touch(pairs[lane], NearFeatures(near, lane));
    }
  }
  void touch(const CandidatePair& pair, const NearFeatures& near = {}) {
    const MovingTriangle a = a_.triangle(pair.a());
    const MovingTriangle b = b_.triangle(pair.b());
    auto time = first_touch(a, b, near, tolerance_, result.stats.feature_tests);
    if (!time) return;
    result.impacts.push_back({*time, pair.a(), pair.b()});
    // A pair that touched before one of its plans changed touches when the new plan begins. It may
    // have another impact later.
    if (!is_at_begin(a, b, *time)) return;
    time = next_touch(a, b, near, tolerance_, result.stats.feature_tests);
    if (time) result.impacts.push_back({*time, pair.a(), pair.b()});
  }

  const MovingMesh::State& a_;
  const MovingMesh::State& b_;
  double tolerance_;
  CandidatePair open_[8];
  std::size_t count_ = 0;
};

}  // namespace dermis::motion
