// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "triangle/exact_test.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/float_mode.h"
#include "triangle/filter.h"
#include "triangle/neighbors.h"
#include "triangle/signs.h"

namespace dermis::triangle {

namespace {

bool finite(const Corners& p) {
  return std::ranges::all_of(p, [](const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
  });
}

}  // namespace

bool TriangleTest::intersect(const Corners& p, const Corners& q) {
  assert(base::float_mode_is_defined());
  if (arithmetic_ == Arithmetic::filtered) {
    // If a coordinate is not finite, the filter answers `unsure` or `no`, never `yes`.
    const Answer answer = filter_triangles(p, q);
    if (answer != Answer::unsure) return answer == Answer::yes;
  }
  return intersect_unsure(p, q);
}

bool TriangleTest::intersect_unsure(const Corners& p, const Corners& q) {
  assert(base::float_mode_is_defined());
  if (!finite(p) || !finite(q)) return false;
  math::Orientation orientation(arithmetic_);
  const bool yes = intersect_by_signs(p, q, orientation);
  exact_pairs_ += orientation.exact_count() > 0;
  return yes;
}

PairKind TriangleTest::pair_in_mesh(const Corners& p, const Corners& q) {
  assert(base::float_mode_is_defined());
  const CornerSets sets = compare_corners(p, q);
  if (sets.common.count == 0) return intersect(p, q) ? PairKind::crossing : PairKind::none;
  if (!finite(p) || !finite(q)) return PairKind::none;
  math::Orientation orientation(arithmetic_);
  const PairKind contact = pair_of_neighbors(sets, orientation);
  exact_pairs_ += orientation.exact_count() > 0;
  return contact;
}

}  // namespace dermis::triangle

namespace dermis {

bool intersect(const Corners& a, const Corners& b) {
  const base::DefinedFloatMode mode;
  return triangle::TriangleTest(triangle::Arithmetic::filtered).intersect(a, b);
}

PairKind pair_in_mesh(const Corners& a, const Corners& b) {
  const base::DefinedFloatMode mode;
  return triangle::TriangleTest(triangle::Arithmetic::filtered).pair_in_mesh(a, b);
}

}  // namespace dermis
