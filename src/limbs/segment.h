// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/limbs/capsule.h"
#include "math/doubles.h"

namespace dermis::limbs {

struct Segment {
  math::Vec3d a, b;

  explicit Segment(const Capsule& capsule)
      : a(math::to_double(capsule.a)), b(math::to_double(capsule.b)) {}
  Segment(const math::Vec3d& from, const math::Vec3d& to) : a(from), b(to) {}

  [[nodiscard]] math::Vec3d nearest(const math::Vec3d& p) const {
    const math::Vec3d along = b - a;
    const double square = dot(along, along);
    const double share = square > 0 ? dot(p - a, along) / square : 0;
    return share >= 1 ? b : share > 0 ? a + share * along : a;
  }
  [[nodiscard]] double distance(const math::Vec3d& p) const { return length(p - nearest(p)); }
};

/// The two points that are nearest to each other, one on each object.
struct NearestPoints {
  math::Vec3d on_a, on_b;
};
NearestPoints nearest_points(const Segment& a, const Segment& b);

/// The nearest points of a segment and a triangle. If they cross, both are the crossing point.
NearestPoints nearest_points(const Segment& segment, const math::Vec3d (&triangle)[3]);

}  // namespace dermis::limbs
