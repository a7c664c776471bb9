// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/ccd/moving_mesh.h"
#include "math/doubles.h"

namespace dermis::cloth {

/// Keeps cloth from passing through itself, in two ways:
///
/// **Near parts are kept apart.** Before a step, pairs of triangles that come near each other are
/// found by the contact-time engine, and in them vertices near faces and edges near edges. Each
/// such pair stays on the sides of the plane between them that it is on.
///
/// **What still meets is stopped.** After a step, the engine says which triangles touch while all
/// vertices go in straight lines from where they were to where they are. Those that are connected
/// by contacts then all go the same way, the mean of their ways, so that among them nothing meets;
/// and again, until nothing does, or until nothing more can be joined. So cloth that does not touch
/// itself at first never passes through itself; but where pins, which go their own ways, make it.
class SelfContacts {
 public:
  /// The mesh is valid as cloth. Triangles of it that are farther apart than `thickness` are let
  /// alone.
  SelfContacts(std::span<const Triangle> triangles, std::span<const math::Vec3d> at,
               double thickness);

  /// Finds what comes near while vertices go on with their speeds for so long.
  void find_near(std::span<const math::Vec3d> at, std::span<const math::Vec3d> speeds,
                 double seconds, bool all_cores);
  /// One pass over what is near.
  void keep_apart(std::span<math::Vec3d> at, std::span<const double> inverse_masses) const;

  /// Before the first stop() of a step.
  void begin_stops();
  struct Stopped {
    std::uint32_t touching = 0;  ///< pairs of triangles that touched
    bool joined = false;         ///< some vertices go together that did not before
  };
  /// Changes where vertices go so that those that touch on the way go together. What went together
  /// in a step does so until its end.
  Stopped stop(std::span<const math::Vec3d> from, std::span<math::Vec3d> to,
               std::span<const double> inverse_masses, bool all_cores);

 private:
  /// Σ w x · n ≥ least.
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
  std::vector<std::uint32_t> zones_;  ///< of each vertex, one that it goes with, in stop()
  std::vector<Point> from_, to_;
};

}  // namespace dermis::cloth
