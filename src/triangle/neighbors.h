// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/triangle/triangle.h"
#include "math/orientation.h"

namespace dermis::triangle {

/// At most three points, all different.
struct PointSet {
  std::array<Vec3, 3> points;
  int count = 0;

  void insert(const Vec3& point);
  [[nodiscard]] bool contains(const Vec3& point) const;
};

/// The corners of two triangles: the common ones, and those of one triangle only.
struct CornerSets {
  PointSet common, only_p, only_q;
};
CornerSets compare_corners(const Corners& p, const Corners& q);

/// How two triangles meet that have at least one common corner; see dermis::pair_in_mesh.
PairKind pair_of_neighbors(const CornerSets& sets, math::Orientation& orientation);

}  // namespace dermis::triangle
