// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/contact_points.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace dermis::limbs {

namespace {

using math::Vec3d;

struct Deep {
  Vec3d at;
  double depth = 0;
};

/// Vertices beyond a plane, by how much.
std::vector<Deep> beyond(std::span<const Vec3> vertices, const Vec3d& direction, double plane) {
  std::vector<Deep> result;
  for (const Vec3& v : vertices) {
    const Vec3d p = math::to_double(v);
    if (const double depth = dot(p, direction) - plane; depth >= 0) result.push_back({p, depth});
  }
  return result;
}

/// How far they spread from the first.
double spread(const std::vector<Deep>& points) {
  double most = points.empty() ? HUGE_VAL : 0;
  for (const Deep& p : points) most = std::max(most, length(p.at - points[0].at));
  return most;
}

}  // namespace

void find_contact_points(std::span<const Vec3> a, std::span<const Vec3> b,
                         const HullOverlap& overlap, LimbContact& contact) {
  const Vec3d& n = overlap.normal;
  double top = -HUGE_VAL;
  for (const Vec3& v : a) top = std::max(top, dot(math::to_double(v), n));
  // The lowest of b is `depth` below the top of a.
  std::vector<Deep> of_a = beyond(a, n, top - overlap.depth);
  std::vector<Deep> of_b = beyond(b, -1 * n, -top);
  const std::vector<Deep>& points = spread(of_a) <= spread(of_b) ? of_a : of_b;
  contact.point_count = 0;
  const auto take = [&](const Deep& p) {
    const ContactPoint point{math::to_float(p.at), static_cast<float>(p.depth)};
    for (std::uint32_t i = 0; i < contact.point_count; ++i) {
      if (contact.points[i] == point) return;
    }
    contact.points[contact.point_count++] = point;
  };
  if (points.empty()) return;
  // The deepest; the one farthest from it; and the farthest to either side of the line of both.
  const Deep& deepest = *std::ranges::max_element(points, {}, &Deep::depth);
  take(deepest);
  const auto across = [&](const Vec3d& v) { return v - dot(v, n) * n; };
  const Deep& farthest = *std::ranges::max_element(
      points, {}, [&](const Deep& p) { return length(across(p.at - deepest.at)); });
  take(farthest);
  const Vec3d aside = cross(n, across(farthest.at - deepest.at));
  const auto side = [&](const Deep& p) { return dot(p.at - deepest.at, aside); };
  take(*std::ranges::max_element(points, {}, side));
  take(*std::ranges::min_element(points, {}, side));
}

}  // namespace dermis::limbs
