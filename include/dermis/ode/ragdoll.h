// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/limbs/collide_shape.h"
#include "dermis/model/pose.h"
#include "dermis/ode/physics.h"

namespace dermis::ode {

/// Options of Ragdoll::make().
struct RagdollOptions {
  double mass = 75;  ///< total mass in kilograms, above 0, distributed by Limb::volumes
  /// Degrees by which joints may bend beyond the angles that they reach in the clips of
  /// CollideShape::clips. Without clips, degrees from the bind pose. 0 or more.
  double margin = 15;
  /// Torque that resists bending, in newton metres per kilogram of the limb and all limbs below it.
  /// 0 or more.
  double stiffness = 0.25;
  /// Seconds that a limb stays loose after the last loosen(), 0 or more. It stays loose for longer
  /// while its parent limb is loose.
  double loose_seconds = 1.2;
  double blend_seconds = 0.6;  ///< seconds that a loose limb takes to return to the pose; 0 or more
};

/// One body per limb. ODE joints connect the bodies. The limits of a joint are the angles that it
/// reaches in 25 poses of each clip, plus RagdollOptions::margin. No limit is beyond 172°, and none
/// of the second axis of a joint beyond 83°. A limb is led, loose or returning. Led limbs are
/// kinematic: they follow poses, and no force changes their motion. Loose limbs fall under physics,
/// together with all limbs below them in the hierarchy. Returning limbs are kinematic, too: after a
/// fall or a call of blend(), they blend from where they are to the poses. `limb` is an index into
/// CollideShape::limbs and must exist (asserted). The rule about threads of Physics holds here,
/// too.
class Ragdoll {
 public:
  /// Adds bodies and joints to `physics`, which owns them and must outlive the ragdoll. They stay
  /// there when the ragdoll is destroyed. Keeps no reference to the model or the shape. Refuses a
  /// shape with a limb without volumes, options out of range, and a model that lacks a clip of
  /// CollideShape::clips.
  static Result<Ragdoll> make(Physics& physics, const Model& model, const CollideShape& shape,
                              const RagdollOptions& options = {});
  ~Ragdoll();
  Ragdoll(Ragdoll&&) noexcept;
  Ragdoll& operator=(Ragdoll&&) noexcept;

  /// Moves all limbs to the pose immediately. They are led and have no velocity. Like follow(),
  /// refuses a wrong number of joint matrices, and matrices that are not finite. Morph weights are
  /// not checked: pose() returns them as they are.
  Result<void> set_pose(const Pose& pose);
  /// Makes led limbs arrive at the pose at the end of the next step, which takes `seconds`. Refuses
  /// `seconds` that are not above 0. Call it before each step.
  Result<void> follow(const Pose& pose, double seconds);
  /// Moves all limbs, except loose ones, smoothly to the followed poses. The motion starts where
  /// the limbs are now, and ends after `seconds` (0 or more, asserted). Use it when the clip
  /// changes.
  void blend(double seconds);

  /// Lets the limb and all limbs below it fall. Another call restarts
  /// RagdollOptions::loose_seconds.
  void loosen(std::uint32_t limb);
  /// Lets all limbs fall.
  void loosen_all();
  /// True while the limb falls; false while it is led or returns to the pose.
  [[nodiscard]] bool is_loose(std::uint32_t limb) const;
  /// True if is_loose() is true for any limb.
  [[nodiscard]] bool is_any_loose() const;
  /// Moves all loose limbs by the same vector, in metres.
  void shift(const Vec3& by);

  /// The ODE body of a limb, for Physics::add_contact().
  [[nodiscard]] dxBody* body(std::uint32_t limb) const;
  [[nodiscard]] double mass(std::uint32_t limb) const;  ///< kilograms

  /// The pose after a step: the followed pose, with loose and returning limbs where their bodies
  /// are.
  [[nodiscard]] Pose pose() const;

 private:
  struct State;
  explicit Ragdoll(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis::ode
