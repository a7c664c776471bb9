// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "dermis/cloth/skin_search.h"
#include "dermis/model/mesh.h"
#include "dermis/result.h"

namespace dermis {

/// About light cotton. The same at every resolution of a mesh.
struct ClothMaterial {
  double density = 0.2;    ///< kg per square metre
  double stretch = 5'000;  ///< N per metre of width, for twice the length
  double shear = 500;      ///< the same along the longest sides of triangles, and across them
  double bend = 2e-5;      ///< N·m: what resists a bend of one radian per metre, per metre
  double damping = 0.2;    ///< the share of its speed that cloth loses per second to itself
  double friction = 0.3;   ///< with skin: Coulomb's, of a force along it to one into it
};

/// How cloth moves.
enum class ClothSolver : std::uint8_t {
  /// Extended position based dynamics in small steps: springs put their ends where they should be,
  /// one after the other. Stable whatever the stiffness, which is why games and films use it.
  position_based,
  /// The papers': masses and springs, explicit, in steps so small that it is stable.
  mass_spring,
};

struct ClothOptions {
  ClothMaterial material = {};
  ClothSolver solver = ClothSolver::position_based;
  Point gravity{0, -9.81, 0};
  Point wind{};                ///< how the air moves, metres per second
  double air_density = 1.2;    ///< kg per cubic metre; 0: no air
  double thickness = 0.005;    ///< how far cloth keeps from skin, metres
  double margin = 0.015;       ///< how much farther skin is looked for, for the next step
  double most_stretch = 0.08;  ///< sides of triangles become so much longer at most, or little more
  std::optional<double> floor = {};  ///< a height that it does not fall below
  /// Into how many small steps a step is cut; 0: as many as it takes.
  std::uint32_t small_steps = 0;
  /// Cloth does not pass through itself.
  bool self_collision = false;
  bool all_cores = true;
};

struct ClothStats {
  std::uint32_t small_steps = 0;  ///< of the last step
  std::uint32_t contacts = 0;     ///< vertices near skin at the end of it
  std::uint32_t pushed = 0;       ///< vertices that were put out of the skin at its end
  std::uint32_t rounds = 0;       ///< in which that was done
  std::uint32_t inside = 0;       ///< vertices that were still inside then
  /// Of the side that is stretched most at its end, and that is not pinned at both of its ends.
  double stretch = 0;
  std::uint32_t self_contacts = 0;  ///< pairs of triangles that were kept from each other
};

/// A mesh that moves as cloth does, by itself or on a body. The same bits for every number of
/// cores.
class Cloth {
 public:
  /// `rest` is where nothing is under tension, and where it starts. Refuses what is not finite,
  /// corners that do not exist, triangles that name one corner twice, sides without length, and
  /// vertices without mass. Sides of more than two triangles bend between the first two.
  static Result<Cloth> make(Mesh rest, const ClothOptions& options = {});

  ~Cloth();
  Cloth(Cloth&&) noexcept;
  Cloth& operator=(Cloth&&) noexcept;

  [[nodiscard]] const std::vector<Triangle>& triangles() const;
  [[nodiscard]] const std::vector<Point>& positions() const;
  [[nodiscard]] const std::vector<Point>& velocities() const;
  [[nodiscard]] const ClothStats& stats() const;
  [[nodiscard]] const ClothOptions& options() const;
  /// Refuses what is not finite.
  Result<void> set_wind(const Point& wind);

  /// Puts the cloth onto a body in the pose it has: what is inside, or too near, goes out of it.
  /// Refuses cloth that is too deep inside.
  Result<void> put_on(SkinSearch& body);
  /// Ties a vertex to the place of the body's skin that is nearest to it, as far away as it is.
  /// Refuses one that is farther than a metre from the skin.
  Result<void> pin(std::uint32_t vertex, SkinSearch& body);
  /// Ties a vertex to a joint of the body, whose pose is this one: it moves as a rigid part of it
  /// would. What is tied to one joint keeps its shape.
  Result<void> pin(std::uint32_t vertex, std::uint32_t joint, const Pose& pose);
  /// Ties a vertex to where it is.
  Result<void> pin(std::uint32_t vertex);

  /// Goes on by a time, 1/60 s for instance; at most a tenth of a second.
  Result<void> step(double seconds);
  /// The same while the body, in the pose of the last step at first, moves to another pose. For
  /// closed bodies no vertex is inside afterwards.
  Result<void> step(double seconds, SkinSearch& body, const Pose& pose);
  /// The same, but looks for skin only, at the end, and lets cloth pass through: to measure.
  Result<void> step_without_response(double seconds, SkinSearch& body, const Pose& pose);

  /// Of the last step: where skin is near each vertex, at the end of it.
  [[nodiscard]] std::span<const NearestSkin> nearest_skin() const;

 private:
  struct State;
  explicit Cloth(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis
