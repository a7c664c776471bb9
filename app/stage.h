// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/ccd/motion_contacts.h"
#include "scenes/moving_scene.h"

namespace dermis::app {

/// A scene whose bodies can be sent from one keyframe to the next.
class Stage {
 public:
  /// Refers to the scene.
  explicit Stage(const scenes::MovingScene& scene);

  void fly(std::size_t interval);
  /// Contacts of all bodies, with themselves if they move, and with each other.
  [[nodiscard]] MotionContacts find(const MotionOptions& options) const;
  [[nodiscard]] std::size_t byte_count() const;

 private:
  const scenes::MovingScene& scene_;
  std::vector<MovingMesh> meshes_;
};

}  // namespace dermis::app
