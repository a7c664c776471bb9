// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "motion/features/closest.h"

#include <algorithm>

namespace dermis::motion {

using math::Vec3d;

namespace {

/// Squared sine below which two directions count as parallel: their cross product is rounding
/// error.
constexpr double kParallel = 1e-20;

/// part / whole, clamped to [0, 1]; 0 if whole is not positive.
double share(double part, double whole) {
  return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0.0;
}

}  // namespace

Vec3d to_triangle(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a;
  const Vec3d ac = c - a;
  const Vec3d normal = cross(ab, ac);
  // Signed areas, seen along the normal, of the triangles that the origin makes with the edges.
  const double of_a = dot(cross(b, c), normal);
  const double of_b = dot(cross(c, a), normal);
  const double of_c = dot(cross(a, b), normal);
  const double square = dot(normal, normal);
  const bool flat = !(square > kParallel * (dot(ab, ab) * dot(ac, ac)));
  if (of_a >= 0 && of_b >= 0 && of_c >= 0 && !flat) return dot(a, normal) * normal;
  // The nearest point is on an edge: one that the origin is beyond, or any if the triangle is flat.
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

}  // namespace dermis::motion
