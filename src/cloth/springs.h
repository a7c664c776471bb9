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
  double compliance = 0;  ///< m/N: what it gives
};

/// What holds cloth together: springs along the sides of triangles, and between the corners that
/// face each other over a side, which resist shear and bending.
///
/// Cloth is cut into blocks of vertices that are near each other at rest, whatever the number of
/// cores. Springs within blocks come first, those of different blocks at the same time, and then
/// the few between blocks, one after the other: the same bits for any number of threads.
class Springs {
 public:
  Springs() = default;
  Springs(const Mesh& rest, const ClothMaterial& material);

  /// One pass of extended position based dynamics: with C = l − l₀ and the compliance
  /// α = 1 / (k h²), both ends move along the spring by C / (m₁⁻¹ + m₂⁻¹ + α), each times its m⁻¹.
  void relax(std::span<math::Vec3d> at, std::span<const double> inverse_masses, double seconds,
             bool all_cores) const;

  /// Adds what all springs pull with, and damping along them, to the forces on vertices.
  void add_forces(std::span<const math::Vec3d> at, std::span<const math::Vec3d> velocities,
                  std::span<const double> masses, std::span<math::Vec3d> forces) const;

  /// The most that a side of a triangle is longer than at rest, as a share; of those that are not
  /// pinned at both ends.
  [[nodiscard]] double most_stretch(std::span<const math::Vec3d> at,
                                    std::span<const double> inverse_masses) const;
  /// Shortens sides that are stretched by more than that, one after the other, to a little less;
  /// whether there were any.
  bool limit_stretch(std::span<math::Vec3d> at, std::span<const double> inverse_masses,
                     double most) const;

  [[nodiscard]] const std::vector<Spring>& sides() const { return sides_; }
  [[nodiscard]] double shortest_side() const { return shortest_side_; }
  /// The steps in which explicit integration is stable with these masses, at most.
  [[nodiscard]] double stable_step(std::span<const double> masses) const;

 private:
  void sort_by_blocks(const Mesh& rest);

  std::vector<Spring> sides_;
  std::vector<Spring> all_;
  std::vector<std::size_t> block_ends_;  ///< of the springs within each block
  double shortest_side_ = 0;
};

}  // namespace dermis::cloth
