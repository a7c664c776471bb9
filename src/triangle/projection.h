// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "dermis/triangle/triangle.h"
#include "math/orientation.h"

namespace dermis::triangle {

/// The projection of a point along a coordinate axis.
inline math::Vec2 along(int axis, const Vec3& v) {
  return axis == 0 ? math::Vec2{v.y, v.z} : axis == 1 ? math::Vec2{v.z, v.x} : math::Vec2{v.x, v.y};
}

using FlatCorners = std::array<math::Vec2, 3>;

inline FlatCorners along(int axis, const Corners& p) {
  return {along(axis, p[0]), along(axis, p[1]), along(axis, p[2])};
}

inline bool collinear(const Vec3& a, const Vec3& b, const Vec3& c, math::Orientation& orientation) {
  for (int axis = 0; axis < 3; ++axis) {
    if (orientation.in_plane(along(axis, a), along(axis, b), along(axis, c)) != 0) return false;
  }
  return true;
}

/// Lexicographic order by x, y, z. For points on one line, it is the order along the line.
inline bool before(const Vec3& a, const Vec3& b) {
  return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

}  // namespace dermis::triangle
