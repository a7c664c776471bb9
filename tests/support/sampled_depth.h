// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "dermis/triangle/pairs.h"
#include "math/doubles.h"
#include "math/nearest_on_triangle.h"

namespace dermis::test {

/// The winding number of a closed surface around a point: 1 inside, 0 outside. A sum of solid
/// angles (van Oosterom and Strackee 1983).
inline double winding(const PosedMesh& mesh, const math::Vec3d& p) {
  double sum = 0;
  for (const Triangle& t : mesh.triangles) {
    const math::Vec3d a = math::to_double(mesh.vertices[t[0]]) - p;
    const math::Vec3d b = math::to_double(mesh.vertices[t[1]]) - p;
    const math::Vec3d c = math::to_double(mesh.vertices[t[2]]) - p;
    const double la = length(a);
    const double lb = length(b);
    const double lc = length(c);
    sum += 2 * std::atan2(dot(a, cross(b, c)),
                          la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * 3.14159265358979323846);
}

/// The largest depth of one of the points inside a closed mesh: its distance from the surface.
inline double sampled_depth(std::span<const Vec3> points, const PosedMesh& mesh) {
  double deepest = 0;
  for (const Vec3& v : points) {
    const math::Vec3d p = math::to_double(v);
    double nearest = HUGE_VAL;
    for (const Triangle& t : mesh.triangles) {
      const auto on_triangle = math::nearest_on_triangle(p, math::to_double(mesh.vertices[t[0]]),
                                                         math::to_double(mesh.vertices[t[1]]),
                                                         math::to_double(mesh.vertices[t[2]]));
      nearest = std::min(nearest, std::sqrt(on_triangle.distance_sq));
      if (nearest <= deepest) break;
    }
    if (nearest > deepest && winding(mesh, p) > 0.5) deepest = nearest;
  }
  return deepest;
}

}  // namespace dermis::test
