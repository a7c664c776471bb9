// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "dermis/cloth/skin_search.h"
#include "math/nearest_on_triangle.h"

namespace dermis::cloth {

/// Where a search keeps a triangle.
struct TrianglePlace {
  std::uint32_t triangle = 0, patch = 0, slot = 0;
};

/// The nearest of the triangles that a search shows it, in any order: the result depends on which
/// these are alone.
///
/// Where the nearest place is on an edge or a corner, several triangles are as near, up to
/// rounding. Which side a point is on, only one of them may tell: the one that faces it most (for
/// the others, it may be on the wrong side of their planes, beyond their edges).
class NearestSoFar {
 public:
  /// Begins anew.
  void start(const Point& point, double reach) {
    point_.x = point[0];
    point_.y = point[1];
    point_.z = point[2];
    entries_.clear();
    passed_over_ = NearestSkin::kNone;
    least_sq_ = reach * reach;
    limit_ = reach;
    limit_sq_ = least_sq_;
    // Far above what rounding does to a distance in double precision, and far below what matters.
    rounding_ = 1e-11 + 1e-14 * (std::abs(point[0]) + std::abs(point[1]) + std::abs(point[2]));
  }

  [[nodiscard]] const math::Vec3d& point() const { return point_; }
  /// What is farther counts no more.
  [[nodiscard]] double limit() const { return limit_; }

  void add(const TrianglePlace& place, const Vec3& a, const Vec3& b, const Vec3& c);

  /// A slot that need not be shown once more.
  void pass_over(std::uint32_t slot) { passed_over_ = slot; }
  [[nodiscard]] std::uint32_t passed_over() const { return passed_over_; }

  /// Says what was found; `result` holds what was found before.
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

    [[nodiscard]] math::Vec3d across() const;  ///< along its normal
  };
  [[nodiscard]] const Entry& best() const;
  void write_best(NearestSkin& result) const;

  math::Vec3d point_;
  double limit_ = 0, limit_sq_ = 0, least_sq_ = 0;
  double rounding_ = 0;
  std::uint32_t passed_over_ = NearestSkin::kNone;
  std::vector<Entry> entries_;  ///< those as near as the nearest
};

}  // namespace dermis::cloth
