// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/query/find_nearest.h"
#include "math/doubles.h"

namespace dermis::cloth {

/// Skin near a vertex of cloth during a step: the plane through the nearest place, which moves with
/// the triangle from one pose to the next. The vertex stays on the outer side of the plane, so this
/// skin cannot pass it. There is a plane only if the skin was within thickness + margin of the
/// vertex at the start of the step: faster skin can pass unnoticed.
struct MovingPlane {
  std::uint32_t vertex = 0;
  math::Vec3d place, way;    ///< the place at the start, and its motion in the step
  math::Vec3d normal, turn;  ///< the normal at the start, and its change; nearly unit in between
};

/// Makes the planes of all vertices that have skin near them. `now` holds the triangles' corners in
/// the new pose.
void make_planes(std::span<const NearestSkin> nearest, std::span<const std::array<Vec3, 3>> now,
                 std::vector<MovingPlane>& planes);

/// A place relative to a triangle, which moves with it.
class PlaceOverTriangle {
 public:
  explicit PlaceOverTriangle(const NearestSkin& skin);
  [[nodiscard]] math::Vec3d posed(const std::array<Vec3, 3>& corners) const;

 private:
  std::array<double, 3> weights_;
  math::Vec3d from_skin_;  ///< in the triangle's frame
};

}  // namespace dermis::cloth
