// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/nearest_so_far.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "base/internals.h"
#include "math/points.h"

namespace dermis::query {

using math::to_point;
using math::Vec3d;

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

Vec3d NearestSoFar::Entry::across() const {
  const Vec3d a = math::to_double(corners[0]);
  return cross(math::to_double(corners[1]) - a, math::to_double(corners[2]) - a);
}

const NearestSoFar::Entry& NearestSoFar::best() const {
  if (entries_.size() == 1) return entries_[0];
  // The point's height above the triangle's plane, and whether the triangle has an area. Without an
  // area, the height is 0.
  const auto faces = [&](const Entry& entry) {
    const Vec3d normal = normalized(entry.across());
    return std::pair(std::abs(dot(point_ - entry.nearest.point, normal)),
                     dot(normal, normal) > 0.5);
  };
  double most = 0;
  for (const Entry& entry : entries_) most = std::max(most, faces(entry).first);
  // Coplanar triangles have the same height, up to rounding.
  const auto rank_of = [&](const Entry& entry) {
    const auto [height, has_area] = faces(entry);
    return std::tuple(!(height + rounding_ >= most), !has_area, entry.place.triangle);
  };
  const Entry* best = &entries_[0];
  auto best_rank = rank_of(*best);
  for (const Entry& entry : std::span(entries_).subspan(1)) {
    const auto rank = rank_of(entry);
    if (!(rank < best_rank)) continue;
    best = &entry;
    best_rank = rank;
  }
  return *best;
}

void NearestSoFar::write_best(NearestSkin& result) const {
  const Entry& entry = best();
  const Vec3d& place = entry.nearest.point;
  const Vec3d way = point_ - place;
  const Vec3d across = entry.across();
  const double distance = std::sqrt(entry.nearest.distance_sq);
  const double side = dot(way, across) < 0 ? -1 : 1;
  result.triangle = entry.place.triangle;
  Internals::hint(result.hint) = {entry.place.patch, entry.place.slot};
  result.distance = side * distance;
  result.at = to_point(place);
  Vec3d normal = distance > 1e-9 ? (side / distance) * way : normalized(across);
  if (!(dot(normal, normal) > 0.5)) normal = {0, 1, 0};  // any unit vector
  result.normal = to_point(normal);
  std::ranges::copy(entry.nearest.weight, result.weights.begin());
  std::ranges::copy(entry.corners, result.corners.begin());
}

}  // namespace dermis::query
