// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "motion_search.h"
#include "scenes/moving_scene.h"

namespace dermis::app {

/// A scene whose bodies can be sent from one keyframe to the next.
class Stage {
 public:
  /// Refers to the scene.
  explicit Stage(const scenes::MovingScene& scene);

  void fly(std::size_t interval);
  /// Contacts of all bodies, with themselves if they move, and with each other: one such pair of
  /// bodies after the other.
  MotionContacts find(const MotionWay& way, const MotionOptions& options);
  [[nodiscard]] const MotionSearch& search() const { return search_; }

 private:
  const scenes::MovingScene& scene_;
  std::vector<MovingMesh> meshes_;
  MotionSearch search_;
};

}  // namespace dermis::app
