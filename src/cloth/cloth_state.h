// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cloth/air.h"
#include "cloth/moving_planes.h"
#include "cloth/self_contacts.h"
#include "cloth/springs.h"
#include "dermis/cloth/cloth.h"
#include "dermis/query/skin_motion.h"

namespace dermis {

/// The data of cloth and the steps of its motion.
struct Cloth::State {
  State(Mesh rest, const ClothOptions& chosen);

  /// A vertex that moves with the body.
  struct Pin {
    std::uint32_t vertex = 0;
    math::Vec3d goal;  ///< its position at the end of the step
  };
  struct SkinPin : Pin {
    cloth::PlaceOverTriangle place;
  };
  struct JointPin : Pin {
    std::uint32_t joint = 0;
    math::Vec3d rest;  ///< its position in the space of the joint
  };

  [[nodiscard]] Result<void> can_pin(std::uint32_t vertex) const;
  /// Refuses a body without the joints that vertices are pinned to.
  [[nodiscard]] Result<void> can_follow(const Character& body) const;

  /// Starts to follow a body in its present pose, unless it is followed already.
  void begin_on(const Character& body);
  /// Starts to follow a body in its present pose, without motion before it.
  void start_on(const Character& body);
  [[nodiscard]] bool follows(const Character& body) const;
  /// Tells that the followed body has its new pose.
  void move_to(const Character& body);
  void begin_stats() { stats = {}; }
  /// Calls find_nearest() with the cloth's options; adds its work to `stats`.
  void find(const Character& body, std::span<const Point> points,
            std::span<const std::uint32_t> some, double reach, std::span<NearestSkin> found);
  /// Calls find_corners() with the cloth's options; adds its work to `stats`.
  void find_corners(const Character& body, std::span<const NearestSkin> earlier,
                    std::span<Corners> now);

  /// Computes the motion of near skin and the goals of pins in this step. The body has its new
  /// pose.
  void follow(const Character& body);
  void follow_pins(const Character& body);
  /// Advances all vertices by a step.
  void advance(double seconds);
  /// Copies positions and velocities to the public ones.
  void publish();
  /// Updates stats.stretch.
  void measure();
  /// Updates stats.near_skin and stats.inside.
  void count_contacts();
  /// Finds the skin near all vertices, within thickness + margin.
  void look(const Character& body);
  /// After look(), at the end of a step: searches farther for vertices that may be deeper inside
  /// than look() finds, because skin and cloth passed each other fast.
  void look_deeper(const Character& body);
  /// After look(): moves vertices that are inside, or much too near, out of the skin, without
  /// stretching the cloth too much. Repeats until no vertex moves, for a limited number of rounds.
  void settle(const Character& body);
  void limit_stretch();
  /// Ends a step with or without a body: settles the cloth, stops self-contacts, updates statistics
  /// and publishes.
  void end_step(const Character* body, double seconds);

  ClothOptions options;
  std::vector<Triangle> triangles;
  std::vector<double> masses, inverse_masses;  ///< inverse masses of pinned vertices are 0
  cloth::Springs springs;
  cloth::Air air;
  double size = 0;                   ///< diagonal of the box around the cloth, at rest
  std::vector<std::uint32_t> order;  ///< vertices in spatial order, for searches

  std::vector<math::Vec3d> at, before, speed, pushes;
  std::vector<math::Vec3d> started;  ///< positions at the start of the step
  std::vector<Point> positions, velocities;
  std::vector<SkinPin> skin_pins;
  std::vector<NearestSkin> pinned_skin;
  std::vector<JointPin> joint_pins;
  std::vector<NearestSkin> nearest;
  std::vector<Corners> corners;
  std::vector<cloth::MovingPlane> planes;
  std::optional<SkinMotion> motion;  ///< the followed body's
  bool knows_motion = false;         ///< the body was followed before this step
  std::optional<Collider> followed;  ///< its collider
  std::optional<cloth::SelfContacts> self;
  ClothStats stats;

 private:
  [[nodiscard]] std::uint32_t small_steps(double seconds) const;
  /// The number of parts of a step with self-collision. Self-contacts are stopped after each part.
  [[nodiscard]] std::uint32_t self_parts(double seconds) const;
  void move_by_positions(double seconds, double begin, double end);
  void move_by_forces(double seconds, double begin, double end);
  void keep_out(double begin, double end);
  /// The response of the mass-spring solver: changes accelerations and speeds of vertices on skin.
  void push_off(std::span<math::Vec3d> accelerations, double seconds, double begin, double end);
  void push_out();
  /// Stops vertices whose triangles passed through each other since they were at `start`. On a
  /// body, settles them afterwards. The new speed of a stopped vertex is its way from `since`,
  /// divided by `seconds`.
  void stop_self_contacts(const std::vector<math::Vec3d>& start,
                          const std::vector<math::Vec3d>& since, double seconds,
                          const Character* body);
  /// For each vertex, whether skin was near it when the step began.
  [[nodiscard]] std::vector<bool> with_planes() const;
  /// Finds the skin near all vertices that are no longer at `before`. Returns whether there are
  /// any.
  bool look_at_moved(const Character& body);
  /// A thin part of the body, such as a thumb, can come through between vertices of cloth and hold
  /// it until it tears. If a side is stretched too much, one of its ends moves towards its
  /// neighbours, through the skin, if the body is thin there. With `most_pulled`, this is the end
  /// that is pulled more, else the other one.
  void release_snags(const Character& body, bool most_pulled);
  [[nodiscard]] bool is_pinned(std::size_t vertex) const { return inverse_masses[vertex] == 0; }
};

}  // namespace dermis
