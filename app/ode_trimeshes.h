// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "dermis/model/model.h"
#include "dermis/model/pose.h"

namespace dermis::app {

/// What one would do without Dermis: every mesh is skinned, handed to ODE as a triangle mesh, and
/// collided by ODE, whose tree is refitted in every frame.
class OdeTrimeshes {
 public:
  /// Refers to the models. The first is the ground, the second the ball, which ODE knows by itself.
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
