// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The triangle divides space into seven regions by the nearest feature: a corner, an edge or the
// inside (Ericson 2005). A corner is nearest if p is not ahead of it along either of its edges. An
// edge is nearest if p is on its outer side and between its ends. Most points are far away, so the
// corners are tested first.
//
// The dot products along an edge are computed from both of its ends, and its side test from one of
// its ends; none is derived as a difference of known values. So if one edge is much shorter than
// the others, the signs are still accurate relative to that edge. As long as the normal is
// accurate, a wrong sign belongs to a value close to zero, and the neighbouring region has a point
// that is almost as near. If the normal is not accurate, the signs are meaningless, and the
// distances decide.
#include "math/nearest_on_triangle.h"

#include <algorithm>

namespace dermis::math {

namespace {

/// The triangle counts as flat if the squared sine of its angle at a is below this value. The angle
/// is then so small, or so near to 180°, that rounding makes the normal inaccurate.
constexpr double kFlat = 1e-8;

NearestOnTriangle found(const Vec3d& p, const Vec3d& point, double of_a, double of_b, double of_c) {
  const Vec3d off = p - point;
  return {point, dot(off, off), {of_a, of_b, of_c}};
}

/// Rounding can make the weights of b and c too large. The corner nearer to a has the larger error,
/// so its weight is reduced.
NearestOnTriangle found_inside(const Vec3d& p, const Vec3d& a, const Vec3d& ab, const Vec3d& ac,
                               double of_b, double of_c) {
  const bool is_b_nearer = dot(ab, ab) < dot(ac, ac);
  double& nearer = is_b_nearer ? of_b : of_c;
  double& farther = is_b_nearer ? of_c : of_b;
  farther = std::min(farther, 1.0);
  nearer = std::min(nearer, 1 - farther);
  return found(p, a + of_b * ab + of_c * ac, (1 - farther) - nearer, of_b, of_c);
}

/// Returns `nearest`, or the nearest point of an edge if that is nearer.
NearestOnTriangle or_on_an_edge(const Vec3d& p, const Vec3d (&corners)[3],
                                NearestOnTriangle nearest) {
  for (int from = 0; from < 3; ++from) {
    const int to = (from + 1) % 3;
    const Vec3d along = corners[to] - corners[from];
    const double whole = dot(along, along);
    const double share =
        whole > 0 ? std::clamp(dot(p - corners[from], along) / whole, 0.0, 1.0) : 0.0;
    NearestOnTriangle other = found(p, corners[from] + share * along, 0, 0, 0);
    other.weight[from] = 1 - share;
    other.weight[to] = share;
    if (other.distance_sq < nearest.distance_sq) nearest = other;
  }
  return nearest;
}

}  // namespace

NearestOnTriangle nearest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b,
                                      const Vec3d& c) {
  const Vec3d ab = b - a;
  const Vec3d ac = c - a;
  const Vec3d ap = p - a;
  const double b_from_a = dot(ab, ap);
  const double c_from_a = dot(ac, ap);
  if (b_from_a <= 0 && c_from_a <= 0) return found(p, a, 1, 0, 0);

  const Vec3d bc = c - b;
  const Vec3d bp = p - b;
  const double a_from_b = -dot(ab, bp);
  const double c_from_b = dot(bc, bp);
  if (a_from_b <= 0 && c_from_b <= 0) return found(p, b, 0, 1, 0);

  const Vec3d cp = p - c;
  const double a_from_c = -dot(ac, cp);
  const double b_from_c = -dot(bc, cp);
  if (a_from_c <= 0 && b_from_c <= 0) return found(p, c, 0, 0, 1);

  // Signed areas of the triangles (a, p, c) and (a, b, p), seen along the normal, up to a common
  // factor: the unnormalised weights of b and c. They are negative on the outer side of edge ac or
  // ab.
  const Vec3d normal = cross(ab, ac);
  const double whole = dot(normal, normal);
  const double of_b = dot(cross(ap, ac), normal);
  const double of_c = dot(cross(ab, ap), normal);
  if (!(whole > kFlat * dot(ab, ab) * dot(ac, ac))) {
    const bool is_inside = of_b > 0 && of_c > 0;
    return or_on_an_edge(
        p, {a, b, c},
        is_inside ? found_inside(p, a, ab, ac, of_b / whole, of_c / whole) : found(p, a, 1, 0, 0));
  }
  if (of_c <= 0 && b_from_a > 0 && a_from_b > 0) {
    const double share = b_from_a / (b_from_a + a_from_b);
    return found(p, a + share * ab, 1 - share, share, 0);
  }
  if (of_b <= 0 && c_from_a > 0 && a_from_c > 0) {
    const double share = c_from_a / (c_from_a + a_from_c);
    return found(p, a + share * ac, 1 - share, 0, share);
  }
  const double of_a = dot(cross(bc, bp), normal);
  if (of_a <= 0 && c_from_b > 0 && b_from_c > 0) {
    const double share = c_from_b / (c_from_b + b_from_c);
    return found(p, b + share * bc, 0, 1 - share, share);
  }
  if (of_a > 0 && of_b > 0 && of_c > 0) {
    return found_inside(p, a, ab, ac, of_b / whole, of_c / whole);
  }
  // Rounding has left a gap between the regions.
  return or_on_an_edge(p, {a, b, c}, found(p, a, 1, 0, 0));
}

}  // namespace dermis::math
