// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/nearest_on_triangle.h"

namespace dermis::math {

namespace {

/// The nearest point of the segment from `from` along `along`, whose ends have these corners'
/// numbers, if it is nearer than what is known.
void consider_edge(const Vec3d& p, const Vec3d& from, const Vec3d& along, int first, int second,
                   NearestOnTriangle& best) {
  const double square = dot(along, along);
  const double part = dot(p - from, along);
  const double share = !(part > 0) ? 0 : part >= square ? 1 : part / square;
  const Vec3d point = from + share * along;
  const Vec3d way = p - point;
  const double distance_sq = dot(way, way);
  if (!(distance_sq < best.distance_sq)) return;
  best = {point, distance_sq, {0, 0, 0}};
  best.weight[first] = 1 - share;
  best.weight[second] = share;
}

}  // namespace

NearestOnTriangle nearest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b,
                                      const Vec3d& c) {
  const Vec3d ab = b - a;
  const Vec3d ac = c - a;
  const Vec3d ap = p - a;
  const Vec3d normal = cross(ab, ac);
  const double area = dot(normal, normal);
  // Twice the areas of what p, seen along the normal, makes with two edges, times the area.
  const double at_b = dot(cross(ap, ac), normal);
  const double at_c = dot(cross(ab, ap), normal);
  const double at_a = area - at_b - at_c;
  // Of what is as thin as a millionth of a hundredth of its length, the normal is mostly rounding;
  // its edges are all there is.
  const bool proper = area > 1e-16 * dot(ab, ab) * dot(ac, ac);
  if (proper && at_a >= 0 && at_b >= 0 && at_c >= 0) {
    const double height = dot(ap, normal);
    const double share = height / area;
    return {p - share * normal, share * height, {at_a / area, at_b / area, at_c / area}};
  }
  NearestOnTriangle best{a, dot(ap, ap), {1, 0, 0}};
  // Over a proper triangle, only edges that p is beyond can be nearest.
  if (!proper || at_c < 0) consider_edge(p, a, ab, 0, 1, best);
  if (!proper || at_b < 0) consider_edge(p, a, ac, 0, 2, best);
  if (!proper || at_a < 0) consider_edge(p, b, c - b, 1, 2, best);
  return best;
}

}  // namespace dermis::math
