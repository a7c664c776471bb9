// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/model.h"
#include "math/box.h"
#include "math/doubles.h"

namespace dermis::shapes {

/// How far points are from a surface: a binary tree of boxes over its triangles. Positions must
/// outlive it, and there must be a triangle.
class NearestTriangle {
 public:
  NearestTriangle(std::span<const Vec3> positions, std::vector<Triangle> triangles);

  /// The square of the distance to the nearest triangle; or, as soon as one is seen that is not
  /// farther than `enough_sq`, the square of the distance to that.
  [[nodiscard]] double distance_sq(const Vec3& point, double enough_sq = 0) const;

 private:
  struct Node {
    math::Box box;
    std::uint32_t first = 0, count = 0;  ///< triangles
    std::uint32_t right = 0;             ///< the other child comes next; 0: a leaf
  };
  std::uint32_t build(std::uint32_t first, std::uint32_t count);
  void search(std::uint32_t node, const math::Vec3d& point, double enough_sq,
              double& least_sq) const;

  std::span<const Vec3> positions_;
  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
};

}  // namespace dermis::shapes
