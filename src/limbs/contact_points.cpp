// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/contact_points.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "limbs/corners_of_overlap.h"

namespace dermis::limbs {

namespace {

using math::Vec3d;

/// The vertices beyond a plane, with their depths.
std::vector<DeepPoint> beyond(std::span<const Vec3> vertices, const Vec3d& direction,
                              double plane) {
  std::vector<DeepPoint> result;
  for (const Vec3& v : vertices) {
    const Vec3d p = math::to_double(v);
    if (const double depth = dot(p, direction) - plane; depth >= 0) result.push_back({p, depth});
  }
  return result;
}

/// The largest distance from the first point.
double spread(const std::vector<DeepPoint>& points) {
  double most = points.empty() ? HUGE_VAL : 0;
  for (const DeepPoint& p : points) most = std::max(most, length(p.at - points[0].at));
  return most;
}

/// The area that some points cover, seen along a normal: a range along each of two directions.
class Shadow {
 public:
  Shadow(const std::vector<DeepPoint>& points, const Vec3d& normal) {
    const Vec3d other = std::abs(normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    axis_[0] = normalized(cross(normal, other));
    axis_[1] = cross(normal, axis_[0]);
    for (const DeepPoint& p : points) {
      for (int i = 0; i < 2; ++i) {
        low_[i] = std::min(low_[i], dot(p.at, axis_[i]));
        high_[i] = std::max(high_[i], dot(p.at, axis_[i]));
      }
    }
  }
  [[nodiscard]] bool covers(const Vec3d& p) const {
    for (int i = 0; i < 2; ++i) {
      const double along = dot(p, axis_[i]);
      if (along < low_[i] || along > high_[i]) return false;
    }
    return true;
  }

 private:
  Vec3d axis_[2];
  double low_[2] = {HUGE_VAL, HUGE_VAL}, high_[2] = {-HUGE_VAL, -HUGE_VAL};
};

}  // namespace

void find_contact_points(std::span<const Vec3> a, std::span<const Vec3> b,
                         const HullOverlap& overlap, LimbContact& contact) {
  const Vec3d& n = overlap.normal;
  double top = -HUGE_VAL;
  for (const Vec3& v : a) top = std::max(top, dot(math::to_double(v), n));
  // The lowest vertex of b is `depth` below the highest of a.
  const std::vector<DeepPoint> of_a = beyond(a, n, top - overlap.depth);
  const std::vector<DeepPoint> of_b = beyond(b, -1 * n, -top);
  const bool first = spread(of_a) <= spread(of_b);
  std::vector<DeepPoint> points = first ? of_a : of_b;
  // If two limbs cross, most of the slab is beside the other limb.
  const Shadow other(first ? of_b : of_a, n);
  std::erase_if(points, [&](const DeepPoint& p) { return !other.covers(p.at); });
  if (points.empty()) points.push_back({0.5 * (overlap.on_a + overlap.on_b), overlap.depth});
  set_corners(points, n, contact);
}

}  // namespace dermis::limbs
