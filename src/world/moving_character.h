// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "dermis/ccd/moving_mesh.h"
#include "dermis/limbs/limb_character.h"
#include "dermis/model/pose.h"
#include "math/box.h"

namespace dermis::world {

/// A character on its way from one pose to the next.
class MovingCharacter {
 public:
  explicit MovingCharacter(const LimbCollider& collider);

  /// Callers have checked the pose. Without a way: it has always been there.
  void set_pose(const Pose& pose, bool with_way);
  /// The way ends: the last pose is this one.
  void arrive();

  [[nodiscard]] const LimbCharacter& now() const { return now_; }
  [[nodiscard]] LimbCharacter& now() { return now_; }
  [[nodiscard]] bool moves() const { return before_.has_value(); }
  /// Around all of the way.
  [[nodiscard]] math::Box swept_box() const;

  /// Bounds of its limbs where the way begins; made when they are first asked for.
  [[nodiscard]] std::span<const Capsule> bounds_before() const;

  /// At a time between 0 and 1.
  [[nodiscard]] Pose pose_at(double time) const;
  [[nodiscard]] LimbCharacter at(double time) const;

  /// Its vertices as they fly; made when it is first asked for. Null where they are too far away.
  [[nodiscard]] const MovingMesh* mesh() const;

 private:
  struct Before {
    Pose pose;
    math::Box box;
    mutable std::vector<Capsule> bounds;  ///< none: nobody has asked for them
  };
  LimbCharacter now_;
  Pose pose_;
  std::optional<Before> before_;
  mutable std::mutex making_;
  mutable std::optional<MovingMesh> mesh_;
  mutable bool mesh_flies_ = false;  ///< from this before_ to this pose_
};

}  // namespace dermis::world
