// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/cloth/skin_search.h"
#include "math/doubles.h"

namespace dermis::cloth {

/// Skin near a vertex of cloth during a step: the plane through the nearest place, which goes with
/// the triangle from one pose to the next. A vertex stays on its outer side; so skin cannot pass a
/// vertex between poses, however fast it is.
struct MovingPlane {
  std::uint32_t vertex = 0;
  math::Vec3d place, way;    ///< where the place is at first, and how far it goes in the step
  math::Vec3d normal, turn;  ///< the normal at first, and how it changes; nearly unit in between
};

/// The planes of all vertices that have skin near them. `now` are the triangles' corners in the new
/// pose.
void make_planes(std::span<const NearestSkin> nearest, std::span<const std::array<Vec3, 3>> now,
                 std::vector<MovingPlane>& planes);

/// A place in the frame of a triangle: where it goes when the triangle moves.
class PlaceOverTriangle {
 public:
  explicit PlaceOverTriangle(const NearestSkin& skin);
  [[nodiscard]] math::Vec3d posed(const std::array<Vec3, 3>& corners) const;

 private:
  std::array<double, 3> weights_;
  math::Vec3d from_skin_;  ///< in the triangle's frame
};

}  // namespace dermis::cloth
