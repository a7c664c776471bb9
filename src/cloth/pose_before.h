// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "dermis/cloth/skin_search.h"
#include "math/doubles.h"
#include "skinning/posed_skin.h"

namespace dermis::cloth {

/// A body as it was before its last pose: how fast its skin moves. Refers to the skin.
class PoseBefore {
 public:
  PoseBefore(const Skin& skin, std::span<const Triangle> triangles);

  /// The body has a new pose, which the skin does not refuse.
  void next(const Pose& pose);

  /// The two below compute what they need of a pose when they are first asked; not by several
  /// threads at once.
  void velocities(std::span<const NearestSkin> found, double seconds,
                  std::span<Point> velocities) const;

  /// A blended vertex moves no farther than the joint among its own that moves it most. With c and
  /// r a ball around the vertices of a joint, C its matrix, and Δ what that changed by, this is at
  /// most |Δc| + ‖Δ‖ r; and for what is at p now, |Δ C⁻¹ p|, which is largest in a corner of where
  /// p may be.
  [[nodiscard]] double motion(const Point& low, const Point& high) const;

 private:
  struct JointBall {
    math::Vec3d centre;
    double radius = -1;  ///< below 0: it moves nothing
    // In the pose of now:
    math::Vec3d at;
    double size = 0, way = 0;
    double morph = 0;        ///< how far morph targets alone move its skin
    math::Affined moved_by;  ///< Δ C⁻¹
    bool flat = false;       ///< there is no C⁻¹
  };
  void move_balls() const;

  std::span<const Triangle> triangles_;
  Pose before_, now_;
  mutable skinning::PosedSkin skin_;  ///< as before
  mutable bool posed_ = false, moved_ = false;
  mutable std::vector<JointBall> balls_;
};

}  // namespace dermis::cloth
