// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "dermis/model/model.h"
#include "dermis/model/pose.h"

namespace dermis::app {

/// The alternative without Dermis: every mesh is skinned and passed to ODE as a triangle mesh. ODE
/// refits its tree in every frame and finds the contacts.
class OdeTrimeshes {
 public:
  /// Refers to the models. The first is the ground and the second the ball; ODE has its own shapes
  /// for both.
  explicit OdeTrimeshes(const std::vector<const Model*>& models, double ball_radius);
  ~OdeTrimeshes();
  OdeTrimeshes(const OdeTrimeshes&) = delete;
  OdeTrimeshes& operator=(const OdeTrimeshes&) = delete;

  struct Frame {
    double skin_ms = 0, collide_ms = 0;
    std::size_t contacts = 0;
  };
  Frame step(const std::vector<Pose>& poses);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dermis::app
