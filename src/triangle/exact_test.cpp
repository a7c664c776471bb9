// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A pair is tried in double precision first. Pairs that this filter leaves open are decided by the
// signs of orientations, which are exact.
//
// The filter computes everything twice, with the triangles in either order. So it uses pairs of
// doubles, which fit one register of the baseline instruction sets. Signs are practically random
// here, so minima and tables replace branches.
#include "triangle/exact_test.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/float_mode.h"
#include "math/two.h"
#include "triangle/neighbors.h"
#include "triangle/signs.h"

namespace dermis::triangle {

namespace {

bool finite(const Corners& p) {
  return std::ranges::all_of(p, [](const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
  });
}

using math::max;
using math::min;
using math::Two;

double min(double a, double b) {
  return a < b ? a : b;
}
double max(double a, double b) {
  return a > b ? a : b;
}

struct Points {
  Two x, y, z;
};

Points pair(const Vec3& a, const Vec3& b) {
  return {Two{a.x, b.x}, Two{a.y, b.y}, Two{a.z, b.z}};
}
Points operator-(const Points& a, const Points& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Points cross(const Points& a, const Points& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Two dot(const Points& a, const Points& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The largest difference between any two of the six corners along one axis.
double extent(Two a, Two b, Two c) {
  const Two low = min(min(a, b), c);
  const Two high = max(max(a, b), c);
  return max(high[0], high[1]) - min(low[0], low[1]);
}

/// See signs.cpp. The corner that is alone on its side of the plane comes first. The two others are
/// swapped if it is below.
struct TurnOrder {
  int lone, left, right;
  bool above;
};
const TurnOrder& turn(double height_0, double height_1, double height_2) {
  static constexpr TurnOrder kTurned[8] = {
      {0, 1, 2, false},  // not reached: all below
      {0, 1, 2, true},  {1, 2, 0, true},  {2, 1, 0, false}, {2, 0, 1, true},
      {1, 0, 2, false}, {0, 2, 1, false}, {0, 1, 2, true},  // the last is not reached: all above
  };
  return kTurned[int{height_0 > 0} | int{height_1 > 0} << 1 | int{height_2 > 0} << 2];
}

}  // namespace

Answer filter_triangles(const Corners& p, const Corners& q) {
  assert(base::float_mode_is_defined());
  const Points corner[3] = {pair(p[0], q[0]), pair(p[1], q[1]), pair(p[2], q[2])};
  const Points plane[3] = {pair(q[0], p[0]), pair(q[1], p[1]), pair(q[2], p[2])};

  // No difference of coordinates exceeds the extents, so this factor times the product of the
  // extents bounds the rounding errors of all determinants below.
  const double bound = math::kOrient3dDouble * (extent(corner[0].x, corner[1].x, corner[2].x) *
                                                extent(corner[0].y, corner[1].y, corner[2].y) *
                                                extent(corner[0].z, corner[1].z, corner[2].z));

  // The heights of the corners of each triangle above the plane of the other.
  const Points normal = cross(plane[1] - plane[0], plane[2] - plane[0]);
  const Two height[3] = {dot(normal, corner[0] - plane[0]), dot(normal, corner[1] - plane[0]),
                         dot(normal, corner[2] - plane[0])};
  const Two low = min(min(height[0], height[1]), height[2]);
  const Two high = max(max(height[0], height[1]), height[2]);
  if (max(low[0], low[1]) > bound || min(high[0], high[1]) < -bound) return Answer::no;
  const Two size[3] = {max(height[0], -height[0]), max(height[1], -height[1]),
                       max(height[2], -height[2])};
  const Two closest = min(min(size[0], size[1]), size[2]);
  if (!(min(closest[0], closest[1]) > bound)) return Answer::unsure;

  // The analyzer does not see that the elements of a vector are set.
  const TurnOrder& i = turn(height[0][0], height[1][0], height[2][0]);  // NOLINT(clang-analyzer-*)
  const TurnOrder& j = turn(height[0][1], height[1][1], height[2][1]);  // NOLINT(clang-analyzer-*)
  const Points lone = pair(p[i.lone], p[i.lone]);
  const Two side = dot(cross(pair(p[i.left], p[i.right]) - lone, pair(q[j.lone], q[j.lone]) - lone),
                       pair(q[j.left], q[j.right]) - lone);
  // If both lone corners are above, or both below, the triangles intersect iff the left determinant
  // is negative and the right one positive. Otherwise both signs are reversed.
  const double left = i.above == j.above ? -side[0] : side[0];
  const double right = i.above == j.above ? side[1] : -side[1];
  // Never with NaN coordinates: every corner enters left or right.
  if (left > bound && right > bound) return Answer::yes;
  return left < -bound || right < -bound ? Answer::no : Answer::unsure;
}

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
  const PairKind kind = pair_of_neighbors(sets, orientation);
  exact_pairs_ += orientation.exact_count() > 0;
  return kind;
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
