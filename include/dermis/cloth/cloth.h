// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dermis/base/executor.h"
#include "dermis/base/names.h"
#include "dermis/base/query_stats.h"
#include "dermis/base/result.h"
#include "dermis/model/mesh.h"
#include "dermis/query/character.h"
#include "dermis/query/find_nearest.h"

/// @defgroup cloth cloth
/// Cloth on a moving body.
namespace dermis {

/// The physical properties of cloth. The defaults approximate light cotton. All values are
/// independent of the mesh's resolution.
struct ClothMaterial {
  double density = 0.2;    ///< kg/m², above 0
  double stretch = 5'000;  ///< N per metre of width, for an elongation of 100 %; above 0
  /// Stiffness of the springs along and across diagonals, in the unit of `stretch`; 0 or more. A
  /// diagonal is an edge that is more than 15 % longer than all other edges of its triangles.
  double shear = 500;
  double bend = 2e-5;     ///< N·m per metre of width, for a curvature of 1 rad/m; 0 or more
  double damping = 0.2;   ///< speed decays exponentially at this rate, 1/s; 0 or more
  double friction = 0.3;  ///< coefficient of Coulomb friction with skin and floor; 0 or more
};

/// The way cloth moves.
enum class ClothSolver : std::uint8_t {
  /// Extended position-based dynamics in small steps. Stable for any stiffness.
  position_based,
  /// Masses and springs with explicit integration, as in the papers (docs/papers.md), in steps that
  /// are small enough to be stable. It ignores ClothOptions::floor.
  mass_spring,
};

template <>
struct EnumTable<ClothSolver> {
  static constexpr std::string_view kNoun = "solver";
  static constexpr Named<ClothSolver> kNames[] = {{ClothSolver::position_based, "position-based"},
                                                  {ClothSolver::mass_spring, "mass-spring"}};
};

/// Options of Cloth::make().
struct ClothOptions {
  ClothMaterial material = {};                       ///< light cotton
  ClothSolver solver = ClothSolver::position_based;  ///< the way the cloth moves
  Point gravity{0, -9.81, 0};                        ///< m/s², finite
  Point wind{};                                      ///< velocity of the air, m/s, finite
  double air_density = 1.2;                          ///< kg/m³, 0 or more; 0: no air
  double thickness = 0.005;  ///< distance that cloth keeps from skin, metres; 0 or more
  /// Skin is searched within `thickness` + `margin` of each vertex when a step starts. Metres, 0 or
  /// more. Skin farther away does not stop the vertex during the step. At the end of the step, a
  /// second search moves vertices out of the body; for fast vertices, it has a larger radius.
  double margin = 0.015;
  double max_stretch =
      0.08;  ///< largest elongation of an edge, approximately: a share of its length, above 0
  std::optional<double> floor =
      {};  ///< height of the floor, metres; cloth rests `thickness` above it; no value: no floor
  /// Number of small steps per step, up to 10,000. 0: chosen from the mesh and the material. With
  /// `self_collision`, the number is rounded up to a multiple of n. The library chooses n for each
  /// step, from 1 to 16.
  std::uint32_t small_steps = 0;
  bool self_collision =
      false;  ///< cloth does not pass through itself; at most 16,777,216 triangles
  /// The way to find skin near cloth. The motion depends on it only for boxes that were baked with
  /// BodyBoxOptions::tolerance.
  NearestMethod search = NearestMethod::meshlets;
  Executor* executor = nullptr;  ///< null: default_executor()
};

/// The work and the result of the last step.
struct ClothStats {
  std::uint32_t small_steps = 0;  ///< number of small steps
  std::uint32_t near_skin = 0;    ///< vertices with skin near them at the end
  std::uint32_t pushed = 0;       ///< vertices moved out of the skin at the end, in all rounds
  std::uint32_t rounds = 0;       ///< rounds of moving vertices out of the skin
  std::uint32_t inside = 0;       ///< vertices still inside after the last round
  double stretch =
      0;  ///< largest elongation of an edge not pinned at both ends, a share of its length
  /// Pairs of triangles that were stopped before they crossed, in all rounds.
  std::uint32_t stopped_pairs = 0;
  QueryStats search;     ///< work to find skin
  double follow_ms = 0;  ///< milliseconds to compute the new positions of skin found before
  double search_ms = 0;  ///< milliseconds to find skin
};

/// A mesh that moves as cloth does, alone or on a body. The bits of the result do not depend on the
/// number of threads. While a thread runs a function that is not const, no other thread may use the
/// cloth.
///
/// Only the vertices of cloth are kept out of the body: skin can show through between them. A part
/// of a body that moves farther than thickness + margin in one step can pass through a vertex
/// without being noticed.
class Cloth {
 public:
  /// A cloth that does not move. `rest` is the shape without tension and the initial position.
  /// Refuses a mesh without triangles, coordinates that are not finite or beyond 1,000 km, corners
  /// that do not exist, triangles that name a corner twice, edges without length, vertices without
  /// mass, and options out of range. An edge of more than two triangles bends between the first
  /// two.
  static Result<Cloth> make(Mesh rest, const ClothOptions& options = {});

  ~Cloth();
  Cloth(Cloth&&) noexcept;
  Cloth& operator=(Cloth&&) noexcept;

  /// The triangles of the mesh.
  [[nodiscard]] const std::vector<Triangle>& triangles() const;
  /// The present positions of the vertices, in the order of the mesh, in metres.
  [[nodiscard]] const std::vector<Point>& positions() const;
  /// The present velocities of the vertices, in metres per second.
  [[nodiscard]] const std::vector<Point>& velocities() const;
  /// The work and the result of the last step.
  [[nodiscard]] const ClothStats& stats() const;
  /// The options of make(), with the changes made by set_wind() and set_search().
  [[nodiscard]] const ClothOptions& options() const;
  /// Sets the velocity of the air from the next step on, in metres per second. Refuses a velocity
  /// that is not finite.
  Result<void> set_wind(const Point& wind);
  /// Changes ClothOptions::search.
  void set_search(NearestMethod search);

  /// Puts the cloth onto a body in its present pose. Moves outwards all vertices that are inside
  /// the body or too near to it. Refuses and moves nothing if a vertex is deeper inside than
  /// thickness + margin, or cannot be moved out. Vertices more than a metre deep are not noticed.
  Result<void> put_on(const Character& body);
  /// Ties a vertex to the nearest place of the body's skin, keeping the present distance. The cloth
  /// follows this body from then on, even if the vertex is refused. Refuses a vertex that is
  /// farther than a metre from the skin. Every pin() refuses a vertex that does not exist or is
  /// pinned already. Pins cannot be removed.
  Result<void> pin(std::uint32_t vertex, const Character& body);
  /// Ties a vertex rigidly to a joint of the body in its present pose. Refuses a joint that does
  /// not exist, or whose matrix has no inverse.
  Result<void> pin(std::uint32_t vertex, std::uint32_t joint, const Character& body);
  /// Ties a vertex to its present position.
  Result<void> pin(std::uint32_t vertex);

  /// Advances without a body. Refuses `seconds` outside of (0, 0.1], as do the other steps.
  /// Vertices that are pinned to a body stay where they are.
  Result<void> step(double seconds);
  /// Advances cloth on `body`. First give `body` the pose that it has at the end of the step.
  /// During the step, the body moves to this pose from its pose in the last call of step() or
  /// put_on(). If neither was called, it moves from its pose in the first pin(). A body with
  /// another collider than in the last call counts as not moving in this step. A body with the same
  /// collider counts as the same body. Vertices are moved out of a closed body; ClothStats::inside
  /// counts those that remain inside. Refuses a body without the triangles or joints that vertices
  /// are pinned to. Keeps no reference to the character.
  Result<void> step(double seconds, const Character& body);
  /// The same, but cloth passes through the body. The skin near the cloth is still searched at the
  /// end, but does not push it. For measurements.
  Result<void> step_without_response(double seconds, const Character& body);

  /// The skin near each vertex at the end of the last step, one element per vertex;
  /// NearestSkin::found() is false where there is none.
  [[nodiscard]] std::span<const NearestSkin> nearest_skin() const;

 private:
  struct State;
  explicit Cloth(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis
