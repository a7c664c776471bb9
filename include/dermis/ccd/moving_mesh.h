// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "dermis/ccd/contact_time.h"
#include "dermis/model/mesh.h"
#include "dermis/result.h"

namespace dermis {

/// A mesh whose vertices have flight plans: each moves in a straight line from one place to another
/// while time goes from one keyframe (0) to the next one (1). Any number of threads may query one
/// at once, as long as nobody changes it.
class MovingMesh {
 public:
  /// At rest: no vertex has a flight plan, all stay where they are. Refuses what is not finite, and
  /// corners that do not exist.
  static Result<MovingMesh> make(Mesh mesh);

  ~MovingMesh();
  MovingMesh(MovingMesh&&) noexcept;
  MovingMesh& operator=(MovingMesh&&) noexcept;

  /// The next keyframe: all vertices fly from where they arrived to these places, in a unit of
  /// time.
  Result<void> fly_to(std::span<const Point> places);
  /// The same, from anywhere.
  Result<void> fly(std::span<const Point> from, std::span<const Point> to);
  /// Changes the flight plan of one vertex, and of no other. Costs a path through the tree. It says
  /// where the vertex is at all times, but only contacts since the given one count, from 0 to 1.
  /// Pairs that touch just then are reported once more if other parts of them touch later.
  Result<void> set_plan(std::uint32_t vertex, const MovingPoint& plan, double since = 0);

  /// For motions that are only known to be so near to straight lines: triangles touch from now on
  /// that come as near to each other as the largest radii of their corners. One for each vertex, or
  /// none. Triangles with a common corner, which always touch then, are not reported. A KineticList
  /// must restart().
  Result<void> set_radii(std::span<const float> radii);

  [[nodiscard]] std::span<const Triangle> triangles() const;
  [[nodiscard]] std::span<const MovingPoint> plans() const;
  [[nodiscard]] std::span<const float> radii() const;
  /// Not while others query it.
  [[nodiscard]] std::size_t byte_count() const;

  /// Internal.
  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  explicit MovingMesh(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis
