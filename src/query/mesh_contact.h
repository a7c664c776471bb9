// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/query/triangle.h"
#include "math/orientation.h"

/// Callers hold a DefinedFloatMode: hosts may treat denormal coordinates as zero.
namespace dermis::query {

/// At most three points, all different.
struct PointSet {
  std::array<Vec3, 3> points;
  int count = 0;

  void insert(const Vec3& point);
  [[nodiscard]] bool contains(const Vec3& point) const;
};

/// The corners of two triangles: what they have in common, and what not.
struct CornerSets {
  PointSet common, only_p, only_q;
};
CornerSets compare_corners(const Corners& p, const Corners& q);

/// The contact of two triangles with at least one common corner; see dermis::contact_in_mesh.
Contact contact_of_neighbours(const CornerSets& sets, math::Orientation& orientation);

}  // namespace dermis::query
