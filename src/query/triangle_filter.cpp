// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/triangle_filter.h"

#include <algorithm>
#include <cmath>

#include "math/doubles.h"
#include "math/orientation.h"

namespace dermis::query {

namespace {

using math::Vec3d;

using Cornersd = std::array<Vec3d, 3>;
using Heights = std::array<double, 3>;

Cornersd to_double(const Corners& p) {
  return {math::to_double(p[0]), math::to_double(p[1]), math::to_double(p[2])};
}

/// As math::orient3d, without a bound.
double determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return dot(cross(b - a, c - a), d - a);
}

/// Of the three corners of p over the plane of q.
Heights heights(const Cornersd& q, const Cornersd& p) {
  const Vec3d normal = cross(q[1] - q[0], q[2] - q[0]);
  return {dot(normal, p[0] - q[0]), dot(normal, p[1] - q[0]), dot(normal, p[2] - q[0])};
}

bool one_sided(const Heights& h, double bound) {
  return (h[0] > bound && h[1] > bound && h[2] > bound) ||
         (h[0] < -bound && h[1] < -bound && h[2] < -bound);
}

/// The smallest size among the heights.
double closest(const Heights& h) {
  return std::min({std::abs(h[0]), std::abs(h[1]), std::abs(h[2])});
}

double extent(float p0, float p1, float p2, float q0, float q1, float q2) {
  return double{std::max({p0, p1, p2, q0, q1, q2})} - std::min({p0, p1, p2, q0, q1, q2});
}

/// The product of the extents: no difference of coordinates is larger, so it is the one measure for
/// the rounding errors of all determinants of a pair.
double volume(const Corners& p, const Corners& q) {
  return extent(p[0].x, p[1].x, p[2].x, q[0].x, q[1].x, q[2].x) *
         extent(p[0].y, p[1].y, p[2].y, q[0].y, q[1].y, q[2].y) *
         extent(p[0].z, p[1].z, p[2].z, q[0].z, q[1].z, q[2].z);
}

/// See triangle_signs.cpp: the corner on the other side of the plane than the two others comes
/// first, and the two change places when it is below.
struct Turned {
  int lone, left, right;
  bool above;
};
Turned turn(const Heights& h) {
  const bool above[3] = {h[0] > 0, h[1] > 0, h[2] > 0};
  const int lone = above[1] == above[2] ? 0 : above[0] == above[2] ? 1 : 2;
  static constexpr int kNext[4] = {1, 2, 0, 1};
  const int flip = above[lone] ? 0 : 1;
  return {lone, kNext[lone + flip], kNext[lone + 1 - flip], above[lone]};
}

}  // namespace

Answer filter_triangles(const Corners& p, const Corners& q) {
  const Cornersd a = to_double(p);
  const Cornersd b = to_double(q);
  const double bound = math::kOrient3dDouble * volume(p, q);

  const Heights over_q = heights(b, a);
  if (one_sided(over_q, bound)) return Answer::no;
  const Heights over_p = heights(a, b);
  if (one_sided(over_p, bound)) return Answer::no;
  if (!(closest(over_q) > bound && closest(over_p) > bound)) return Answer::unsure;

  const Turned i = turn(over_q);
  const Turned j = turn(over_p);
  const double left = determinant(a[i.lone], a[i.left], b[j.lone], b[j.left]);
  const double right = determinant(a[i.lone], a[i.right], b[j.lone], b[j.right]);
  if (!(std::abs(left) > bound && std::abs(right) > bound)) return Answer::unsure;
  const bool same_side = i.above == j.above;
  return (left < 0) == same_side && (right > 0) == same_side ? Answer::yes : Answer::no;
}

}  // namespace dermis::query
