// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "dermis/query/find_nearest.h"
#include "math/nearest_on_triangle.h"

namespace dermis::query {

/// The place where a search stores a triangle.
struct TrianglePlace {
  std::uint32_t triangle = 0, patch = 0, slot = 0;
};

/// Selects the nearest of the triangles that a search adds. The result does not depend on their
/// order.
///
/// If the nearest place is on an edge or at a corner, several triangles are equally near, up to
/// rounding. Only the triangle that faces the point most tells which side the point is on. For the
/// others, the point is beyond their edges, and may be on the wrong side of their planes.
class NearestSoFar {
 public:
  /// Starts a new search.
  void start(const Point& point, double reach) {
    point_.x = point[0];
    point_.y = point[1];
    point_.z = point[2];
    entries_.clear();
    passed_over_ = kNone;
    least_sq_ = reach * reach;
    limit_ = reach;
    limit_sq_ = least_sq_;
    // Far above the rounding of a distance in double precision, far below any distance that
    // matters.
    rounding_ = 1e-11 + 1e-14 * (std::abs(point[0]) + std::abs(point[1]) + std::abs(point[2]));
  }

  [[nodiscard]] const math::Vec3d& point() const { return point_; }
  /// Triangles farther away than this are ignored.
  [[nodiscard]] double limit() const { return limit_; }

  void add(const TrianglePlace& place, const Vec3& a, const Vec3& b, const Vec3& c);

  /// The triangle in this slot was added already: the search can skip it.
  void pass_over(std::uint32_t slot) { passed_over_ = slot; }
  [[nodiscard]] std::uint32_t passed_over() const { return passed_over_; }

  /// Writes the nearest triangle to `result`, which holds the earlier result on entry. Without a
  /// triangle within reach, `result` is reset.
  void finish(NearestSkin& result) const {
    if (!entries_.empty()) {
      write_best(result);
    } else if (result.found()) {
      result = {};
    }
  }

 private:
  struct Entry {
    TrianglePlace place;
    Vec3 corners[3];
    math::NearestOnTriangle nearest;

    [[nodiscard]] math::Vec3d across() const;  ///< the normal, not normalised
  };
  [[nodiscard]] const Entry& best() const;
  void write_best(NearestSkin& result) const;

  math::Vec3d point_;
  double limit_ = 0, limit_sq_ = 0, least_sq_ = 0;
  double rounding_ = 0;
  std::uint32_t passed_over_ = kNone;
  std::vector<Entry> entries_;  ///< all triangles that are as near as the nearest, up to rounding
};

}  // namespace dermis::query
