// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "dermis/model/model.h"

namespace dermis::motion {

/// Upper bounds in a span of time: of the distance from the origin, and of the sizes of the first
/// and second time derivatives.
struct MotionBound {
  double reach = 0, speed = 0, acceleration = 0;
};

/// Bounds the motion that a clip gives to points that follow joints.
class ClipMotion {
 public:
  /// Keeps references to both arguments.
  ClipMotion(const Model& model, const Clip& clip);

  /// The times at which motions may have corners, or jump: the keys, ascending.
  [[nodiscard]] std::span<const double> corners() const { return corners_; }
  /// For each joint, the largest acceleration of a vertex that follows it alone, between two times
  /// without a corner between them; infinite if it is unknown.
  [[nodiscard]] std::vector<double> accelerations(double from, double to) const;

 private:
  const Model& model_;
  const Clip& clip_;
  std::vector<double> corners_;
  /// Bounds, in the frame of a joint, of the vertices that it moves and of their morph targets'
  /// deltas.
  struct Followers {
    double reach = 0;
    std::vector<double> deltas;  ///< one per morph target
  };
  std::vector<Followers> followers_;
};

}  // namespace dermis::motion
