// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "world/swept_balls.h"

#include <algorithm>
#include <cmath>

namespace dermis::world {

using math::Vec3d;

namespace {

Vec3d middle(const Capsule& c) {
  return 0.5 * (math::to_double(c.a) + math::to_double(c.b));
}

double reach(const Capsule& c) {
  return 0.5 * length(math::to_double(c.b) - math::to_double(c.a)) + double{c.radius};
}

}  // namespace

SweptBall::SweptBall(const Capsule& before, const Capsule& after)
    : from(middle(before)),
      to(middle(after)),
      // The margin covers a few roundings of coordinates.
      radius(std::max(reach(before), reach(after)) + 1e-12 * (length(from) + length(to))) {}

std::vector<SweptBall> swept_balls(std::span<const Capsule> before,
                                   std::span<const Capsule> after) {
  std::vector<SweptBall> result;
  result.reserve(after.size());
  for (std::size_t i = 0; i < after.size(); ++i) result.emplace_back(before[i], after[i]);
  return result;
}

std::optional<TimeWindow> overlap_window(const SweptBall& a, const SweptBall& b) {
  // |d + t v|² ≤ r², for t between 0 and 1.
  const Vec3d d = b.from - a.from;
  const Vec3d v = (b.to - b.from) - (a.to - a.from);
  const double r = a.radius + b.radius;
  const double vv = dot(v, v);
  const double dv = dot(d, v);
  const double c = dot(d, d) - r * r;
  if (!(vv > 0)) return c <= 0 ? std::optional(TimeWindow{}) : std::nullopt;
  const double root_sq = dv * dv - vv * c;
  // Rounding may lose two slow balls that only just touch, by less than the margin of their radii.
  if (root_sq < 0) return {};
  const double root = std::sqrt(root_sq);
  const TimeWindow window{std::max((-dv - root) / vv, 0.0), std::min((-dv + root) / vv, 1.0)};
  return window.from <= window.to ? std::optional(window) : std::nullopt;
}

}  // namespace dermis::world
