// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "app/motion_search.h"
#include "scenes/moving_scene.h"

namespace dermis::app {

/// Moves the bodies of a scene from one keyframe to the next, and finds their impacts.
class MovingBodies {
 public:
  /// Refers to the scene.
  explicit MovingBodies(const scenes::MovingScene& scene);

  /// Sets the motion from keyframe `interval` to the next one.
  void fly(std::size_t interval);
  /// Finds the impacts of every moving body with itself and of every two bodies, one pair of bodies
  /// after the other.
  Impacts find(const MotionWay& way, const ImpactOptions& options);
  [[nodiscard]] const MotionSearch& search() const { return search_; }

 private:
  const scenes::MovingScene& scene_;
  std::vector<MovingMesh> meshes_;
  MotionSearch search_;
};

}  // namespace dermis::app
