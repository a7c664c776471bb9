// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "dermis/model/model.h"
#include "math/doubles.h"

namespace dermis::cloth {

/// The drag of air on moving cloth. Each triangle is pushed along its normal, against its motion
/// through the air, with the pressure ρ/2 · speed². The speed is that along the normal: there is no
/// drag along the cloth.
class Air {
 public:
  Air() = default;
  Air(std::span<const Triangle> triangles, std::size_t vertex_count);

  struct Flow {
    math::Vec3d wind;
    double density = 0;
    double most = 0;  ///< largest force per area and speed: more would turn cloth back in a step
  };
  /// Adds to the forces on the vertices.
  void add_forces(std::span<const Triangle> triangles, std::span<const math::Vec3d> at,
                  std::span<const math::Vec3d> velocities, const Flow& flow,
                  std::span<math::Vec3d> forces);

 private:
  std::vector<std::uint32_t> first_;      ///< start of each vertex in triangles_, and the end
  std::vector<std::uint32_t> triangles_;  ///< the triangles of each vertex
  std::vector<math::Vec3d> thirds_;       ///< a third of the force on each triangle
};

}  // namespace dermis::cloth
