// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/triangle/triangle.h"
#include "math/orientation.h"

namespace dermis::triangle {

using Arithmetic = math::Orientation::Arithmetic;

enum class Answer : std::uint8_t { no, yes, unsure };

/// Whether two triangles share a point, in double precision with proven error bounds. Answers
/// `unsure` if a sign is not certain: near contact, and in all degenerate cases.
Answer filter_triangles(const Corners& p, const Corners& q);

/// The exact tests of dermis/triangle/triangle.h, with a count of the pairs that needed exact
/// arithmetic.
class TriangleTest {
 public:
  /// `exact` uses no filters; it is the reference for tests of `filtered`.
  explicit TriangleTest(Arithmetic arithmetic) : arithmetic_(arithmetic) {}

  bool intersect(const Corners& p, const Corners& q);
  PairKind pair_in_mesh(const Corners& p, const Corners& q);

  /// The same as intersect(), for a pair that filter_triangles() could not decide.
  bool intersect_unsure(const Corners& p, const Corners& q);

  /// The number of pairs that needed exact arithmetic.
  [[nodiscard]] std::uint64_t exact_pairs() const { return exact_pairs_; }

 private:
  Arithmetic arithmetic_;
  std::uint64_t exact_pairs_ = 0;
};

}  // namespace dermis::triangle
