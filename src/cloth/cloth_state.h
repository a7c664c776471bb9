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

namespace dermis {

/// Cloth while it moves. Callers hold a DefinedFloatMode.
struct Cloth::State {
  State(Mesh rest, const ClothOptions& chosen);

  /// A vertex that goes with the body.
  struct Pin {
    std::uint32_t vertex = 0;
    math::Vec3d goal;  ///< at the end of the step
  };
  struct SkinPin : Pin {
    cloth::PlaceOverTriangle place;
  };
  struct JointPin : Pin {
    std::uint32_t joint = 0;
    math::Vec3d rest;  ///< where it would be if the joint were not moved
  };

  [[nodiscard]] Result<void> can_pin(std::uint32_t vertex) const;
  /// Whether a pose has the joints that vertices are pinned to.
  [[nodiscard]] Result<void> can_follow(const Pose& pose) const;

  /// Where skin that is near, and pins, go in this step, now that the body has its new pose.
  void follow(SkinSearch& body, const Pose& pose);
  void follow_pins(SkinSearch& body, const Pose& pose);
  /// Moves all by a step.
  void advance(double seconds);
  /// Copies what others see.
  void publish();
  /// How much the cloth is stretched.
  void measure();
  /// Vertices that have skin near them, and those that are inside.
  void count_contacts();
  /// Finds the skin near all vertices.
  void look(SkinSearch& body);
  /// After it, at the end of a step: also where skin and cloth went past each other so fast that a
  /// vertex is deeper inside than that.
  void look_deeper(SkinSearch& body);
  /// After look(): puts vertices that are inside, or much too near, out of the skin, without
  /// stretching the cloth too much, until nothing is left to do.
  void settle(SkinSearch& body);
  void limit_stretch();
  /// All of these, and nothing passes through itself, on a body or without one.
  void end_step(SkinSearch* body, double seconds);

  ClothOptions options;
  std::vector<Triangle> triangles;
  std::vector<double> masses, inverse_masses;  ///< the latter 0 of what is pinned
  cloth::Springs springs;
  cloth::Air air;
  double size = 0;                   ///< the diagonal of the box around it, at rest
  std::vector<std::uint32_t> order;  ///< vertices, near ones after each other: to look for skin

  std::vector<math::Vec3d> at, before, speed, pushes;
  std::vector<math::Vec3d> started;  ///< where the step began
  std::vector<Point> positions, velocities;
  std::vector<SkinPin> skin_pins;
  std::vector<NearestSkin> pinned_skin;
  std::vector<JointPin> joint_pins;
  std::vector<NearestSkin> nearest;
  std::vector<std::array<Vec3, 3>> corners;
  std::vector<cloth::MovingPlane> planes;
  std::optional<cloth::SelfContacts> self;
  ClothStats stats;

 private:
  [[nodiscard]] std::uint32_t small_steps(double seconds) const;
  /// Into how many parts a step is cut in which nothing may pass through itself.
  [[nodiscard]] std::uint32_t self_parts(double seconds) const;
  void move_by_positions(double seconds, double begin, double end);
  void move_by_forces(double seconds, double begin, double end);
  void keep_out(double begin, double end);
  void push_out();
  /// Stops what passed through itself since it was at `start`; on a body, settles after it. What is
  /// stopped was at `since` so many seconds ago.
  void stop_self_contacts(const std::vector<math::Vec3d>& start,
                          const std::vector<math::Vec3d>& since, double seconds, SkinSearch* body);
  /// Which vertices had skin near them when the step began.
  [[nodiscard]] std::vector<bool> with_planes() const;
  /// Finds the skin near all vertices that are not where they were `before`; whether there are any.
  bool look_at_moved(SkinSearch& body);
  /// Between the vertices of cloth, a thumb can come through and hold it until it tears. Vertices
  /// that are stretched away from their neighbours by skin pass through it towards these, if it is
  /// thin there: of the ends of a side, the one that is pulled most, or the other one.
  void release_snags(SkinSearch& body, bool most_pulled);
  [[nodiscard]] bool is_pinned(std::size_t vertex) const { return inverse_masses[vertex] == 0; }
};

}  // namespace dermis
