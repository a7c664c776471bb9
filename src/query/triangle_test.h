// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/query/triangle.h"
#include "math/orientation.h"

namespace dermis::query {

using Arithmetic = math::Orientation::Arithmetic;

/// The exact tests of dermis/query/triangle.h, with a count of what they needed. Callers hold a
/// DefinedFloatMode.
class TriangleTest {
 public:
  /// `exact` leaves all filters out: the judge of the filtered tests.
  explicit TriangleTest(Arithmetic arithmetic) : arithmetic_(arithmetic) {}

  bool intersect(const Corners& p, const Corners& q);
  Contact contact_in_mesh(const Corners& p, const Corners& q);

  /// The same as intersect(), for a pair that a filter was unsure about.
  bool intersect_unsure(const Corners& p, const Corners& q);

  /// Pairs that needed exact arithmetic.
  [[nodiscard]] std::uint64_t exact_pairs() const { return exact_pairs_; }

 private:
  Arithmetic arithmetic_;
  std::uint64_t exact_pairs_ = 0;
};

}  // namespace dermis::query
