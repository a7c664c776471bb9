// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "dermis/triangle/triangle.h"
#include "math/doubles.h"

/// The usual method: Möller, "A fast triangle-triangle intersection test" (1997), in plain double
/// precision. Fast, but wrong if rounding decides a sign, and not made for degenerate triangles.
namespace dermis::peers {

namespace moller {

using math::Vec3d;

struct Interval {
  double low, high;
};

/// The interval in which a triangle with these projections and signed distances cuts the common
/// line.
inline Interval interval(const double (&position)[3], const double (&distance)[3]) {
  const int lone = distance[1] * distance[2] > 0   ? 0
                   : distance[0] * distance[2] > 0 ? 1
                   : distance[0] * distance[1] > 0 ? 2
                   : distance[0] != 0              ? 0
                   : distance[1] != 0              ? 1
                                                   : 2;
  const auto end = [&](int other) {
    return position[lone] +
           (position[other] - position[lone]) * distance[lone] / (distance[lone] - distance[other]);
  };
  const double a = end((lone + 1) % 3);
  const double b = end((lone + 2) % 3);
  return {std::min(a, b), std::max(a, b)};
}

inline bool coplanar(const Vec3d& normal, const Vec3d (&p)[3], const Vec3d (&q)[3]) {
  const double n[3] = {std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)};
  const int drop = n[0] > n[1] ? (n[0] > n[2] ? 0 : 2) : (n[1] > n[2] ? 1 : 2);
  const auto flat = [&](const Vec3d& v, double& x, double& y) {
    x = drop == 0 ? v.y : v.x;
    y = drop == 2 ? v.y : v.z;
  };
  const auto turn = [&](const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    double ax, ay, bx, by, cx, cy;
    flat(a, ax, ay);
    flat(b, bx, by);
    flat(c, cx, cy);
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  };
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3d &a = p[i], &b = p[(i + 1) % 3], &c = q[j], &d = q[(j + 1) % 3];
      if (turn(a, b, c) == turn(a, b, d)) continue;  // parallel: other edges decide
      if (turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0) return true;
    }
  }
  const auto inside = [&](const Vec3d& v, const Vec3d(&t)[3]) {
    const double a = turn(t[0], t[1], v), b = turn(t[1], t[2], v), c = turn(t[2], t[0], v);
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
  };
  return inside(p[0], q) || inside(q[0], p);
}

}  // namespace moller

inline bool moller_intersect(const Corners& first, const Corners& second) {
  using math::Vec3d;
  const Vec3d p[3] = {math::to_double(first[0]), math::to_double(first[1]),
                      math::to_double(first[2])};
  const Vec3d q[3] = {math::to_double(second[0]), math::to_double(second[1]),
                      math::to_double(second[2])};
  const Vec3d normal_q = cross(q[1] - q[0], q[2] - q[0]);
  const double dp[3] = {dot(normal_q, p[0] - q[0]), dot(normal_q, p[1] - q[0]),
                        dot(normal_q, p[2] - q[0])};
  if (dp[0] * dp[1] > 0 && dp[0] * dp[2] > 0) return false;
  const Vec3d normal_p = cross(p[1] - p[0], p[2] - p[0]);
  const double dq[3] = {dot(normal_p, q[0] - p[0]), dot(normal_p, q[1] - p[0]),
                        dot(normal_p, q[2] - p[0])};
  if (dq[0] * dq[1] > 0 && dq[0] * dq[2] > 0) return false;
  if (dp[0] == 0 && dp[1] == 0 && dp[2] == 0) return moller::coplanar(normal_q, p, q);

  const Vec3d line = cross(normal_p, normal_q);
  const double l[3] = {std::abs(line.x), std::abs(line.y), std::abs(line.z)};
  const int axis = l[0] > l[1] ? (l[0] > l[2] ? 0 : 2) : (l[1] > l[2] ? 1 : 2);
  const auto at = [&](const Vec3d& v) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; };
  const auto a = moller::interval({at(p[0]), at(p[1]), at(p[2])}, dp);
  const auto b = moller::interval({at(q[0]), at(q[1]), at(q[2])}, dq);
  return a.low <= b.high && b.low <= a.high;
}

}  // namespace dermis::peers
