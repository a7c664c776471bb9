// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/nearest_so_far.h"
#include "math/points.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dermis::cloth {

using math::to_point;
using math::Vec3d;

void NearestSoFar::start(const Vec3d& point, double reach) {
  point_ = point;
  entries_.clear();
  passed_over_ = NearestSkin::kNone;
  least_sq_ = reach * reach;
  limit_ = reach;
  limit_sq_ = least_sq_;
  // Far above what rounding does to a distance in double precision, and far below what matters.
  rounding_ = 1e-11 + 1e-14 * (std::abs(point.x) + std::abs(point.y) + std::abs(point.z));
}

void NearestSoFar::add(const TrianglePlace& place, const Vec3& a, const Vec3& b, const Vec3& c) {
  const math::NearestOnTriangle nearest =
      math::nearest_on_triangle(point_, math::to_double(a), math::to_double(b), math::to_double(c));
  if (!(nearest.distance_sq <= limit_sq_)) return;
  if (nearest.distance_sq < least_sq_) {
    least_sq_ = nearest.distance_sq;
    const double limit = std::sqrt(least_sq_) * (1 + 1e-9) + rounding_;
    if (limit < limit_) {
      limit_ = limit;
      limit_sq_ = limit * limit;
      std::erase_if(entries_, [&](const Entry& e) { return e.nearest.distance_sq > limit_sq_; });
    }
  }
  entries_.push_back({place, {a, b, c}, nearest});
}

NearestSkin NearestSoFar::result() const {
  const auto normal_of = [](const Entry& entry) {
    const Vec3d a = math::to_double(entry.corners[0]);
    return normalized(
        cross(math::to_double(entry.corners[1]) - a, math::to_double(entry.corners[2]) - a));
  };
  const auto height_over = [&](const Entry& entry, const Vec3d& normal) {
    return dot(point_ - entry.nearest.point, normal);
  };
  double most = 0;
  if (entries_.size() > 1) {
    for (const Entry& entry : entries_) {
      most = std::max(most, std::abs(height_over(entry, normal_of(entry))));
    }
  }
  // But for rounding, triangles in one plane face a point as much. Those without an area face
  // nothing, and come last.
  const Entry* best = nullptr;
  Vec3d best_normal;
  std::pair<bool, std::uint32_t> best_rank;
  for (const Entry& entry : entries_) {
    const Vec3d normal = normal_of(entry);
    const std::pair rank(!(dot(normal, normal) > 0.5), entry.place.triangle);
    if (best != nullptr && !(rank < best_rank)) continue;
    if (!(std::abs(height_over(entry, normal)) >= most - rounding_)) continue;
    best = &entry;
    best_normal = normal;
    best_rank = rank;
  }
  NearestSkin result;
  if (best == nullptr) return result;
  const Vec3d& place = best->nearest.point;
  const double distance = std::sqrt(best->nearest.distance_sq);
  const double side = height_over(*best, best_normal) < 0 ? -1 : 1;
  result.triangle = best->place.triangle;
  result.patch = best->place.patch;
  result.slot = best->place.slot;
  result.distance = side * distance;
  result.place = to_point(place);
  Vec3d normal = distance > 1e-9 ? (side / distance) * (point_ - place) : best_normal;
  if (!(dot(normal, normal) > 0.5)) normal = {0, 1, 0};  // any one
  result.normal = to_point(normal);
  std::ranges::copy(best->nearest.weight, result.weights.begin());
  std::ranges::copy(best->corners, result.corners.begin());
  return result;
}

}  // namespace dermis::cloth
