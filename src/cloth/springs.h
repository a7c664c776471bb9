// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/cloth/cloth.h"
#include "math/doubles.h"

namespace dermis::cloth {

struct Spring {
  std::uint32_t a = 0, b = 0;
  double rest = 0;
  double stiffness = 0;   ///< N/m
  double compliance = 0;  ///< m/N: 1 / stiffness
};

/// The springs of cloth: along the sides of triangles, and between the two corners opposite a side,
/// which resist shear and bending.
///
/// Cloth is cut into blocks of vertices that are near each other at rest. The blocks do not depend
/// on the number of cores. Springs within blocks come first, with blocks in parallel. The few
/// springs between blocks follow, one after the other. So the bits are the same for any number of
/// threads.
class Springs {
 public:
  Springs() = default;
  Springs(const Mesh& rest, const ClothMaterial& material);

  /// Makes one pass of extended position-based dynamics. With C = l − l₀ and the compliance
  /// α = 1 / (k h²), each end moves along the spring by m⁻¹ C / (m₁⁻¹ + m₂⁻¹ + α), with its own
  /// m⁻¹.
  void relax(std::span<math::Vec3d> at, std::span<const double> inverse_masses,
             double seconds) const;

  /// Adds the forces of all springs, and damping along them, to the forces on vertices.
  void add_forces(std::span<const math::Vec3d> at, std::span<const math::Vec3d> velocities,
                  std::span<const double> masses, std::span<math::Vec3d> forces) const;

  /// The largest elongation of a triangle's side, as a share of its length at rest. Sides that are
  /// pinned at both ends do not count.
  [[nodiscard]] double max_stretch(std::span<const math::Vec3d> at,
                                   std::span<const double> inverse_masses) const;
  /// Shortens sides that are stretched by more than `most`, one after the other, to slightly less
  /// than that. Returns whether there were any.
  bool limit_stretch(std::span<math::Vec3d> at, std::span<const double> inverse_masses,
                     double most) const;

  [[nodiscard]] const std::vector<Spring>& sides() const { return sides_; }
  [[nodiscard]] double shortest_side() const { return shortest_side_; }
  /// The largest step in which explicit integration is stable with these masses, in seconds.
  [[nodiscard]] double stable_step(std::span<const double> masses) const;

 private:
  void sort_by_blocks(const Mesh& rest);

  std::vector<Spring> sides_;
  std::vector<Spring> all_;
  std::vector<std::size_t> block_ends_;  ///< end of the springs within each block
  double shortest_side_ = 0;
};

}  // namespace dermis::cloth
