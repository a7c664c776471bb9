// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "dermis/base/query_stats.h"
#include "dermis/limbs/limbs.h"
#include "dermis/model/pose.h"
#include "dermis/motion/moving_mesh.h"
#include "math/box.h"

namespace dermis::world {

/// A character that moves from one pose to the next.
class MovingCharacter {
 public:
  explicit MovingCharacter(Character character);

  /// Sets a pose in two steps, as skinning::PosedSkin does: prepare() reports whether the pose can
  /// be set. Without `with_way`, there is no motion before it.
  Result<void> prepare(const Pose& pose);
  void set_prepared(const Pose& pose, bool with_way);
  /// Ends the motion: the present pose becomes the last one.
  void arrive();

  [[nodiscard]] const Character& now() const { return now_; }
  [[nodiscard]] bool moves() const { return before_.has_value(); }
  /// The box around both ends of the motion.
  [[nodiscard]] math::Box swept_box() const;

  /// The bounds of limbs at the start of the motion. Computed on first use.
  [[nodiscard]] std::span<const Capsule> bounds_before() const;

  /// The pose at a time between 0 and 1.
  [[nodiscard]] Pose pose_at(double time) const;
  [[nodiscard]] Character at(double time) const;

  /// The motion of the vertices, in straight lines. Computed on first use; counts the vertices
  /// deformed for it. Null if MovingMesh refuses the positions.
  [[nodiscard]] const MovingMesh* mesh(QueryStats& stats) const;

 private:
  struct Before {
    Pose pose;
    math::Box box;
    mutable std::vector<Capsule> bounds;  ///< empty: not computed yet
  };
  Character now_;
  std::optional<Before> before_;
  mutable std::mutex making_;
  mutable std::optional<MovingMesh> mesh_;
  mutable bool mesh_flies_ = false;  ///< mesh_ holds the motion from before_ to now_
};

}  // namespace dermis::world
