// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "dermis/base/result.h"
#include "dermis/model/mesh.h"
#include "dermis/motion/impact_time.h"

namespace dermis {

/// A mesh whose vertices have flight plans: each vertex moves in a straight line from one position
/// to another while time goes from one keyframe (0) to the next (1). Positions are in metres. Any
/// number of threads may query one mesh at once, as long as no thread changes it.
class MovingMesh {
 public:
  /// A mesh without motion: every vertex stays at its position. Refuses coordinates that are not
  /// finite or beyond 1e30, corners that do not exist, and more than 16,777,216 triangles.
  static Result<MovingMesh> make(Mesh mesh);

  ~MovingMesh();
  MovingMesh(MovingMesh&&) noexcept;
  MovingMesh& operator=(MovingMesh&&) noexcept;

  /// Starts the next keyframe interval: each vertex moves from its position at time 1 to its
  /// element of `positions`. Refuses a wrong number of positions, and coordinates that are not
  /// finite or beyond 1e30.
  Result<void> fly_to(std::span<const Point> positions);
  /// Starts a keyframe interval from any positions. Refuses the same as fly_to().
  Result<void> fly(std::span<const Point> from, std::span<const Point> to);
  /// Changes the flight plan of one vertex. Refits only the boxes around the vertex's triangles.
  /// The plan gives the vertex's position at all times, but only impacts from `since` (0 to 1) on
  /// count. A pair that touches at `since` is reported again if other features of it touch later.
  /// Refuses a vertex that does not exist, a plan that is not finite or beyond 1e30, and a time
  /// outside of 0 to 1.
  Result<void> set_plan(std::uint32_t vertex, const MovingPoint& plan, double since = 0);

  /// Sets a radius per vertex: a bound on the distance between its true path and its straight line.
  /// From now on, two triangles touch when their distance is at most the sum of their radii. The
  /// radius of a triangle is the largest radius of its corners. Pass one radius per vertex, in
  /// metres, 0 to 1e30, or an empty span to remove the radii. Triangles with a common corner, which
  /// would always touch, are not reported with radii. If a KineticList follows the mesh, call
  /// KineticList::restart() afterwards.
  Result<void> set_radii(std::span<const float> radii);

  /// The triangles, in the order of the mesh.
  [[nodiscard]] std::span<const Triangle> triangles() const;
  /// The flight plan of each vertex.
  [[nodiscard]] std::span<const MovingPoint> plans() const;
  /// The radius of each vertex, in metres. Empty: all are 0; see set_radii().
  [[nodiscard]] std::span<const float> radii() const;
  /// Memory in bytes. Must not be called while another thread queries the mesh.
  [[nodiscard]] std::size_t byte_count() const;

  /// Opaque: the library's own data.
  struct State;

 private:
  friend struct Internals;
  explicit MovingMesh(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis
