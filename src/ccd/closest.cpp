// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "ccd/closest.h"

#include <algorithm>

namespace dermis::ccd {

using math::Vec3d;

namespace {

/// Of squares of sines: below, directions of planes are mere rounding.
constexpr double kParallel = 1e-20;

/// A share between 0 and 1; 0 of nothing.
double share(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
}

}  // namespace

Vec3d to_triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a;
  const Vec3d ac = c - a;
  const Vec3d normal = cross(ab, ac);
  // Areas of what the origin makes with the edges, seen along the normal.
  const double of_a = dot(cross(b, c), normal);
  const double of_b = dot(cross(c, a), normal);
  const double of_c = dot(cross(a, b), normal);
  const double square = dot(normal, normal);
  const bool flat = !(square > kParallel * (dot(ab, ab) * dot(ac, ac)));
  if (of_a >= 0 && of_b >= 0 && of_c >= 0 && !flat) return dot(a, normal) * normal;
  // On the boundary: the nearest of the nearest points of the edges that it is beyond.
  Vec3d best{};
  double least = -1;
  const auto consider = [&](const Vec3d& p, const Vec3d& along) {
    const Vec3d point = p + share(-dot(p, along), dot(along, along)) * along;
    const double distance = dot(point, point);
    if (least >= 0 && distance >= least) return;
    least = distance;
    best = point;
  };
  if (of_a < 0 || flat) consider(b, c - b);
  if (of_b < 0 || flat) consider(c, a - c);
  if (of_c < 0 || flat) consider(a, ab);
  return best;
}

Vec3d between_segments(const Vec3d& a, const Vec3d& c, const Vec3d& d) {
  const Vec3d along = d - c;
  const double aa = dot(a, a);
  const double bb = dot(along, along);
  const double ab = dot(a, along);
  const double ac = dot(a, c);
  const double bc = dot(along, c);
  const Vec3d normal = cross(a, along);
  const double square = dot(normal, normal);
  const bool parallel = !(square > kParallel * (aa * bb));
  double s = parallel ? 0.0 : std::clamp((ac * bb - ab * bc) / square, 0.0, 1.0);
  double t = share(ab * s - bc, bb);
  s = share(ac + ab * t, aa);
  t = share(ab * s - bc, bb);
  if (!parallel && s > 0 && s < 1 && t > 0 && t < 1) return dot(c, normal) * normal;
  return (c + t * along) - s * a;
}

}  // namespace dermis::ccd
