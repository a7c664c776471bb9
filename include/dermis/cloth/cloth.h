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

/// The physical properties of cloth. The defaults are about light cotton. All values are
/// independent of the mesh's resolution.
struct ClothMaterial {
  double density = 0.2;    ///< kg/m², above 0
  double stretch = 5'000;  ///< force in N per metre of width that doubles the length; above 0
  /// The same for springs along, and across, each triangle's longest side (the diagonal of a quad).
  /// 0 or more.
  double shear = 500;
  double bend = 2e-5;     ///< N·m per metre of width, for a bend of 1 rad/m; 0 or more
  double damping = 0.2;   ///< rate at which cloth loses speed, 1/s; 0 or more
  double friction = 0.3;  ///< coefficient of Coulomb friction with skin and floor; 0 or more
};

/// The way cloth moves.
enum class ClothSolver : std::uint8_t {
  /// Extended position-based dynamics in small steps. Stable for any stiffness.
  position_based,
  /// Masses and springs with explicit integration, as in the papers (docs/papers.md), in steps
  /// that are small enough to be stable. It ignores ClothOptions::floor.
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
  Point gravity{0, -9.81, 0};                        ///< m/s²
  Point wind{};                                      ///< velocity of the air, m/s
  double air_density = 1.2;                          ///< kg/m³; 0: no air
  double thickness = 0.005;  ///< distance that cloth keeps from skin, metres; 0 or more
  /// Search radius beyond `thickness`, metres. The next step can touch only skin that was found
  /// within it.
  double margin = 0.015;
  double most_stretch = 0.08;        ///< largest elongation of a triangle's side, approximately
  std::optional<double> floor = {};  ///< height that cloth does not fall below, metres
  /// Number of small steps per step, up to 10,000. 0: chosen from the mesh and the material.
  std::uint32_t small_steps = 0;
  bool self_collision = false;  ///< cloth does not pass through itself
  /// The way to find skin near cloth. The motion does not depend on it.
  NearestMethod search = NearestMethod::meshlets;
  Executor* executor = nullptr;  ///< null: default_executor()
};

/// The work and the result of the last step.
struct ClothStats {
  std::uint32_t small_steps = 0;  ///< number of small steps
  std::uint32_t contacts = 0;     ///< vertices with skin near them at the end
  std::uint32_t pushed = 0;       ///< vertices that were moved out of the skin at the end
  std::uint32_t rounds = 0;       ///< rounds of moving vertices out
  std::uint32_t inside = 0;       ///< vertices that were still inside after that
  double stretch = 0;             ///< largest elongation of a side that is not pinned at both ends
  std::uint32_t self_contacts = 0;  ///< pairs of triangles that were stopped before they crossed
  QueryStats search;                ///< work to find skin
  double follow_ms = 0;             ///< time to move the skin of the last search to the new pose
  double search_ms = 0;             ///< time to find skin
};

/// A mesh that moves as cloth does, alone or on a body. The bits of the result do not depend on the
/// number of threads.
///
/// Only the vertices of cloth are kept out of the body. Skin can show through between them, and a
/// body that moves farther than thickness + margin in one step can pass through unnoticed.
class Cloth {
 public:
  /// A cloth at rest. `rest` is the shape without tension and the initial position. Refuses
  /// coordinates that are not finite or beyond 1,000 km, corners that do not exist, triangles that
  /// name a corner twice, sides without length, vertices without mass, and options out of range. A
  /// side of more than two triangles bends between the first two.
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
  /// The options of make(), with the wind of set_wind().
  [[nodiscard]] const ClothOptions& options() const;
  /// Sets the velocity of the air from the next step on, in metres per second. Refuses a velocity
  /// that is not finite.
  Result<void> set_wind(const Point& wind);
  /// Changes ClothOptions::search.
  void set_search(NearestMethod search);

  /// Puts the cloth onto a body in its present pose. Moves vertices that are inside or too near out
  /// of the body. If cloth is too deep inside, refuses and moves nothing.
  Result<void> put_on(const Character& body);
  /// Ties a vertex to the nearest place of the body's skin, at its present distance. Refuses a
  /// vertex that is farther than a metre from the skin.
  Result<void> pin(std::uint32_t vertex, const Character& body);
  /// Ties a vertex rigidly to a joint of the body in its present pose.
  Result<void> pin(std::uint32_t vertex, std::uint32_t joint, const Character& body);
  /// Ties a vertex to its present position.
  Result<void> pin(std::uint32_t vertex);

  /// Advances by `seconds`: above 0, at most 0.1.
  Result<void> step(double seconds);
  /// Advances cloth on `body`. Call body.set_pose() with the pose at the end of the step first.
  /// During the step, the body moves there from its pose in the last step, or in put_on(). After
  /// the step, no vertex is inside a closed body; ClothStats::inside counts exceptions.
  Result<void> step(double seconds, const Character& body);
  /// The same, but cloth passes through the body. The skin near the cloth is still searched at the
  /// end, but does not push it. For measurements.
  Result<void> step_without_response(double seconds, const Character& body);

  /// The skin near each vertex at the end of the last step.
  [[nodiscard]] std::span<const NearestSkin> nearest_skin() const;

 private:
  struct State;
  explicit Cloth(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis
