// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "dermis/model/model.h"
#include "math/doubles.h"

namespace dermis::cloth {

/// What air does to cloth that moves through it: it pushes every triangle against its motion, along
/// its normal, with the pressure of ρ/2 · speed², by the speed along the normal. Along itself,
/// cloth slips through air.
class Air {
 public:
  Air() = default;
  Air(std::span<const Triangle> triangles, std::size_t vertex_count);

  struct Flow {
    math::Vec3d wind;
    double density = 0;
    double most = 0;  ///< of a force per area and speed: what would turn cloth back within a step
  };
  /// Adds to the forces on vertices.
  void add_forces(std::span<const Triangle> triangles, std::span<const math::Vec3d> at,
                  std::span<const math::Vec3d> velocities, const Flow& flow, bool all_cores,
                  std::span<math::Vec3d> forces);

 private:
  std::vector<std::uint32_t> first_;      ///< of each vertex, and the end, in its triangles
  std::vector<std::uint32_t> triangles_;  ///< of vertices
  std::vector<math::Vec3d> thirds_;       ///< of the force on each triangle
};

}  // namespace dermis::cloth
