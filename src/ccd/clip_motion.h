// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "dermis/model/model.h"

namespace dermis::ccd {

/// Bounds of what moves in a span of time: of its distance from the origin, and of how large the
/// first and second derivatives by time are.
struct MotionBound {
  double reach = 0, speed = 0, acceleration = 0;
};

/// How a clip may move what follows joints.
class ClipMotion {
 public:
  /// Refers to both.
  ClipMotion(const Model& model, const Clip& clip);

  /// Times at which motions may have corners, or jump: the keys, ascending.
  [[nodiscard]] std::span<const double> corners() const { return corners_; }
  /// For each joint, how much a vertex that follows it alone accelerates at most, between two times
  /// without a corner between them; infinite where that is not known.
  [[nodiscard]] std::vector<double> accelerations(double from, double to) const;

 private:
  const Model& model_;
  const Clip& clip_;
  std::vector<double> corners_;
  /// Of the vertices that each joint moves, as it sees them, and of their morph targets' deltas.
  struct Followers {
    double reach = 0;
    std::vector<double> deltas;  ///< one for each target
  };
  std::vector<Followers> followers_;
};

}  // namespace dermis::ccd
