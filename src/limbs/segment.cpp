// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/segment.h"

#include <algorithm>

#include "math/nearest_on_triangle.h"

namespace dermis::limbs {

using math::Vec3d;

namespace {

double square(const Vec3d& v) {
  return dot(v, v);
}

/// part / whole, clamped to [0, 1]; 0 if `whole` is 0.
double share(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
}

/// Whether p, in the plane of the triangle, is on the inner side of all three edges.
bool is_inside(const Vec3d& p, const Vec3d (&t)[3], const Vec3d& normal) {
  for (int i = 0; i < 3; ++i) {
    const Vec3d& from = t[i];
    if (dot(cross(t[(i + 1) % 3] - from, p - from), normal) < 0) return false;
  }
  return true;
}

}  // namespace

NearestPoints nearest_points(const Segment& a, const Segment& b) {
  // With d = a.a − b.a, the squared distance of a.a + s u and b.a + t v is least if
  // (u·u) s − (u·v) t = −u·d and (u·v) s − (v·v) t = −v·d. If this solution is outside the
  // segments, the minimum is on the border.
  const Vec3d u = a.b - a.a;
  const Vec3d v = b.b - b.a;
  const Vec3d d = a.a - b.a;
  const double uu = square(u);
  const double vv = square(v);
  const double uv = dot(u, v);
  const double det = square(cross(u, v));
  double s =
      det > 1e-20 * uu * vv ? std::clamp((uv * dot(v, d) - vv * dot(u, d)) / det, 0.0, 1.0) : 0.0;
  double t = share(dot(v, d) + uv * s, vv);
  s = share(uv * t - dot(u, d), uu);
  t = share(dot(v, d) + uv * s, vv);
  return {a.a + s * u, b.a + t * v};
}

NearestPoints nearest_points(const Segment& segment, const Vec3d (&t)[3]) {
  const Vec3d normal = cross(t[1] - t[0], t[2] - t[0]);
  const double from = dot(segment.a - t[0], normal);
  const double to = dot(segment.b - t[0], normal);
  if ((from < 0) != (to < 0)) {
    const Vec3d at = segment.a + (from / (from - to)) * (segment.b - segment.a);
    if (is_inside(at, t, normal)) return {at, at};
  }
  const auto from_end = [&](const Vec3d& end) {
    return NearestPoints{end, math::nearest_on_triangle(end, t[0], t[1], t[2]).point};
  };
  NearestPoints best = from_end(segment.a);
  const auto consider = [&](const NearestPoints& other) {
    if (square(other.on_a - other.on_b) < square(best.on_a - best.on_b)) best = other;
  };
  consider(from_end(segment.b));
  for (int i = 0; i < 3; ++i) consider(nearest_points(segment, Segment{t[i], t[(i + 1) % 3]}));
  return best;
}

}  // namespace dermis::limbs
