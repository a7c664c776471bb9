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

/// The distance of points from a surface, by a binary tree of boxes over its triangles. `positions`
/// must outlive this object. There must be at least one triangle.
class NearestTriangle {
 public:
  NearestTriangle(std::span<const Vec3> positions, std::vector<Triangle> triangles);

  /// The squared distance to the nearest triangle. Stops early if the smallest squared distance so
  /// far is at most `enough_sq`, and returns that.
  [[nodiscard]] double distance_sq(const Vec3& point, double enough_sq = 0) const;

 private:
  struct Node {
    math::Box box;
    std::uint32_t first = 0, count = 0;  ///< range of triangles
    std::uint32_t right = 0;  ///< right child; the left child is the next node; 0 for a leaf
  };
  std::uint32_t build(std::uint32_t first, std::uint32_t count);
  void search(std::uint32_t node, const math::Vec3d& point, double enough_sq,
              double& least_sq) const;

  std::span<const Vec3> positions_;
  std::vector<Triangle> triangles_;
  std::vector<Node> nodes_;
};

}  // namespace dermis::shapes
