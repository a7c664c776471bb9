// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/motion/moving_mesh.h"
#include "math/doubles.h"

namespace dermis::cloth {

/// Keeps cloth from passing through itself, in two ways:
///
/// **Near parts are kept apart.** Before a step, find_self_impacts() finds the pairs of triangles
/// that come near each other. Among these, vertices near faces and edges near edges are selected.
/// Each such pair stays on its side of the plane between the two.
///
/// **Parts that still meet are stopped.** After a step, find_self_impacts() finds the triangles
/// that touch while all vertices move in straight lines from their old to their new positions.
/// Vertices that are connected by contacts then all move the same way, the mean of their ways, so
/// they do not meet each other. This is repeated until no triangles touch, or no more vertices can
/// be joined. So cloth that does not touch itself at first never passes through itself. The
/// exception are pinned vertices, which move their own way.
class SelfContacts {
 public:
  /// `triangles` and `at` must be valid cloth. Triangles farther apart than `thickness` are not
  /// pushed.
  SelfContacts(std::span<const Triangle> triangles, std::span<const math::Vec3d> at,
               double thickness);

  /// Finds the features that come near each other if vertices keep their speeds for `seconds`.
  void find_near(std::span<const math::Vec3d> at, std::span<const math::Vec3d> speeds,
                 double seconds);
  /// Makes one pass over the features that find_near() found.
  void keep_apart(std::span<math::Vec3d> at, std::span<const double> inverse_masses) const;

  /// Call this before the first stop() of a step.
  void begin_stops();
  struct Stopped {
    std::uint32_t touching = 0;  ///< pairs of triangles that touched
    bool joined = false;         ///< vertices were joined that did not move together before
  };
  /// Changes the new positions `to` so that vertices whose triangles touch on the way move
  /// together. Vertices that were joined stay joined until begin_stops().
  Stopped stop(std::span<const math::Vec3d> from, std::span<math::Vec3d> to,
               std::span<const double> inverse_masses);

 private:
  /// The constraint Σ w x · n ≥ least.
  struct Near {
    std::array<std::uint32_t, 4> vertices{};
    std::array<double, 4> weights{};
    math::Vec3d normal;
    double least = 0;
  };
  void add(const std::array<std::uint32_t, 4>& vertices, const std::array<double, 4>& weights,
           std::span<const math::Vec3d> at);

  double thickness_;
  MovingMesh mesh_;
  std::vector<Near> near_;
  std::vector<std::uint32_t> zones_;  ///< per vertex: a vertex that it moves with (union-find)
  std::vector<Point> from_, to_;
};

}  // namespace dermis::cloth
