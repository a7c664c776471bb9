// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <vector>

#include "dermis/dermis.h"

namespace dermis::test {

inline constexpr double kStep = 1.0 / 60;

inline double apart(const Point& a, const Point& b) {
  return std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}

inline bool all_finite(std::span<const Point> points) {
  return std::ranges::all_of(points, [](const Point& p) {
    return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
  });
}

/// The largest stretch of a side of a triangle, as a share of its length at rest. Leaves out sides
/// that are pinned at both ends.
inline double stretch_of(const Mesh& rest, std::span<const Point> at,
                         const std::set<std::uint32_t>& pinned = {}) {
  double most = -1;
  for (const Triangle& t : rest.triangles) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t a = t[c];
      const std::uint32_t b = t[(c + 1) % 3];
      if (pinned.contains(a) && pinned.contains(b)) continue;
      const double before = apart(rest.positions[a], rest.positions[b]);
      most = std::max(most, apart(at[a], at[b]) / before - 1);
    }
  }
  return most;
}

inline std::vector<Vec3> to_floats(std::span<const Point> points) {
  std::vector<Vec3> result;
  for (const Point& p : points) {
    result.push_back(
        {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])});
  }
  return result;
}

inline double fastest_of(const Cloth& cloth) {
  double most = 0;
  for (const Point& v : cloth.velocities()) most = std::max(most, apart(v, {}));
  return most;
}

inline Mesh moved(Mesh mesh, const Point& by) {
  for (Point& p : mesh.positions) p = {p[0] + by[0], p[1] + by[1], p[2] + by[2]};
  return mesh;
}

}  // namespace dermis::test
