// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "dermis/dermis.h"
#include "dermis/ode/ragdoll.h"

namespace dermis::scenes {

/// A place on the ground, seen from above.
struct Spot {
  double x = 0, z = 0;
  friend Spot operator+(const Spot& a, const Spot& b) { return {a.x + b.x, a.z + b.z}; }
  friend Spot operator-(const Spot& a, const Spot& b) { return {a.x - b.x, a.z - b.z}; }
  friend Spot operator*(double s, const Spot& a) { return {s * a.x, s * a.z}; }
};
inline double length(const Spot& s) {
  return std::sqrt(s.x * s.x + s.z * s.z);
}

/// The state of the game, as a player sees it.
struct SoccerView {
  Spot ball, goal;           ///< the goal that the player aims at
  bool ball_is_low = false;  ///< a foot can reach it
  bool chases = false;       ///< it is the player of its team that goes for the ball
  bool first = false;        ///< it is the nearest of all players to the ball
};

/// A player that runs after the ball by clips, and falls by physics.
struct SoccerPlayer {
  /// Refers to the model: one with the clips "walk", "run" and "kick".
  SoccerPlayer(const Model& of, ode::Ragdoll doll);

  /// Decides for a step of `seconds` where to go, how fast, and whether to kick.
  void play(const SoccerView& view, double seconds);
  /// The pose of its clip, at its place.
  [[nodiscard]] Pose followed() const;
  /// Falls, in a step of `seconds`. Returns false if it lies already, or got up shortly before.
  bool fall(double seconds);
  /// Moves out of another player's way, which slows it down. Does nothing while it lies.
  void give_way(const Spot& by);
  /// Moves it up, out of the ground.
  void raise(float up);

  const Model* model;
  ode::Ragdoll ragdoll;
  ObjectId id;
  int team = 0;  ///< 0 plays towards +z
  Spot home, at;
  double facing = 0;  ///< degrees
  double speed = 0;
  const Clip* clip;
  double clip_time = 0;
  double height = 0;  ///< above the ground, if clips and blends would put it into the ground
  double fallen = 0;  ///< seconds since it fell; 0: it stands
  double shaken = 0;  ///< seconds until it can fall again
  Pose pose;

 private:
  void choose_clip(const char* name);
  /// Returns false while it lies or gets up.
  bool stands(double seconds);
  /// Returns false while it kicks.
  bool has_kicked(double seconds);
};

}  // namespace dermis::scenes
