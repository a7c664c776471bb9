// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dermis/limbs/collide_shape.h"
#include "dermis/model/pose.h"
#include "dermis/ode/physics.h"
#include "dermis/result.h"

namespace dermis::ode {

struct RagdollOptions {
  double mass = 75;  ///< of all limbs together, kilograms, shared out by their volumes
  /// How far joints bend beyond what clips show, degrees; without clips, from the bind pose.
  double margin = 15;
  double stiffness = 0.25;  ///< muscles resist bending by so many newton metres per kilogram below
  double loose_seconds = 1.2;  ///< how long a limb stays loose after the last impact
  double blend_seconds = 0.6;  ///< how long it takes to follow the clip again
};

/// A body for each limb, hung together by joints that bend as far as they do in clips. Limbs follow
/// poses, led, with as much mass as it takes; those that are loosened fall as physics says, with
/// what hangs on them, and go back to the poses later.
class Ragdoll {
 public:
  /// Refers to the physics. Refuses a shape without volumes, and masses that are none.
  static Result<Ragdoll> make(Physics& physics, const Model& model, const CollideShape& shape,
                              const RagdollOptions& options = {});
  ~Ragdoll();
  Ragdoll(Ragdoll&&) noexcept;
  Ragdoll& operator=(Ragdoll&&) noexcept;

  /// Jumps there: all limbs are led, and at rest.
  Result<void> set_pose(const Pose& pose);
  /// Before a step of so many seconds: limbs that are led arrive at the pose at its end.
  Result<void> follow(const Pose& pose, double seconds);
  /// From now on, goes over to the poses it follows, in so many seconds: where clips change.
  void blend(double seconds);

  /// A limb, and all that hang on it, fall; again: for as long as if it were the first time.
  void loosen(std::uint32_t limb);
  void loosen_all();
  [[nodiscard]] bool is_loose(std::uint32_t limb) const;
  [[nodiscard]] bool is_any_loose() const;
  /// Moves what is loose, as a whole.
  void shift(const Vec3& by);

  [[nodiscard]] dxBody* body(std::uint32_t limb) const;
  [[nodiscard]] double mass(std::uint32_t limb) const;  ///< kilograms

  /// After a step: the pose that is followed, with what physics made of it.
  [[nodiscard]] Pose pose() const;

 private:
  struct State;
  explicit Ragdoll(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis::ode
