// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include "ccd/moving_mesh_state.h"
#include "dermis/ccd/motion_contacts.h"

namespace dermis::ccd {

/// Takes pairs of triangles, eight at a time, through the filter to their features. All methods
/// end here: whether a pair is a contact, and when, is decided here alone.
class TouchTest {
 public:
  TouchTest(const MovingMesh::State& a, const MovingMesh::State& b, double tolerance)
      : a_(a), b_(b), tolerance_(tolerance) {}

  /// Two that are no neighbours; of one mesh in any order.
  void add(std::uint32_t a, std::uint32_t b) {
    if (&a_ == &b_ && a > b) std::swap(a, b);
    open_[count_++] = {a, b};
    if (count_ == 8) flush();
  }
  void flush() {
    add(Neighbours::none, std::span(open_).first(count_));
    count_ = 0;
  }

  void add(Neighbours kind, std::span<const CandidatePair> pairs) {
    while (!pairs.empty()) {
      const auto eight = pairs.first(std::min<std::size_t>(8, pairs.size()));
      pairs = pairs.subspan(eight.size());
      test(kind, eight);
    }
  }
  /// Without a filter.
  void add_others(std::span<const CandidatePair> pairs) {
    for (const CandidatePair& pair : pairs) touch(pair);
    result.stats.pair_tests += pairs.size();
  }

  MotionContacts result;  ///< in any order

 private:
  void test(Neighbours kind, std::span<const CandidatePair> pairs) {
    result.stats.pair_tests += pairs.size();
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
    result.contacts.push_back({*time, pair.a(), pair.b()});
    // What touches when it gets another plan, because it did before, may do so again.
    if (!is_at_begin(a, b, *time)) return;
    time = next_touch(a, b, near, tolerance_, result.stats.feature_tests);
    if (time) result.contacts.push_back({*time, pair.a(), pair.b()});
  }

  const MovingMesh::State& a_;
  const MovingMesh::State& b_;
  double tolerance_;
  CandidatePair open_[8];
  std::size_t count_ = 0;
};

}  // namespace dermis::ccd
