// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

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
  void start(const math::Vec3d& point, double reach);

  [[nodiscard]] const math::Vec3d& point() const { return point_; }
  /// What is farther counts no more.
  [[nodiscard]] double limit() const { return limit_; }

  void add(const TrianglePlace& place, const Vec3& a, const Vec3& b, const Vec3& c);

  /// A slot that need not be shown once more.
  void pass_over(std::uint32_t slot) { passed_over_ = slot; }
  [[nodiscard]] std::uint32_t passed_over() const { return passed_over_; }

  [[nodiscard]] NearestSkin result() const;

 private:
  struct Entry {
    TrianglePlace place;
    Vec3 corners[3];
    math::NearestOnTriangle nearest;
  };

  math::Vec3d point_;
  double limit_ = 0, limit_sq_ = 0, least_sq_ = 0;
  double rounding_ = 0;
  std::uint32_t passed_over_ = NearestSkin::kNone;
  std::vector<Entry> entries_;  ///< those as near as the nearest
};

}  // namespace dermis::cloth
