// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "dermis/dermis.h"
#include "dermis/ode/ragdoll.h"

namespace dermis::scenes {

/// On the ground, as seen from above.
struct Spot {
  double x = 0, z = 0;
  friend Spot operator+(const Spot& a, const Spot& b) { return {a.x + b.x, a.z + b.z}; }
  friend Spot operator-(const Spot& a, const Spot& b) { return {a.x - b.x, a.z - b.z}; }
  friend Spot operator*(double s, const Spot& a) { return {s * a.x, s * a.z}; }
};
inline double length(const Spot& s) {
  return std::sqrt(s.x * s.x + s.z * s.z);
}

/// What a player knows of the game when it decides what to do.
struct SoccerView {
  Spot ball, goal;           ///< the goal it plays towards
  bool ball_is_low = false;  ///< a foot can reach it
  bool chases = false;       ///< of its team, it is the one to go for the ball
  bool first = false;        ///< of all, it is the nearest to the ball
};

/// Somebody who runs after the ball as clips say, and falls as physics says.
struct SoccerPlayer {
  /// Refers to the model: one with the clips "walk", "run" and "kick".
  SoccerPlayer(const Model& of, ode::Ragdoll doll);

  /// For a step of so many seconds: where to go, how fast, and whether to kick.
  void play(const SoccerView& view, double seconds);
  /// The pose of its clip, where it is.
  [[nodiscard]] Pose followed() const;
  /// In a step of so many seconds. False if it lies already, or has just got up.
  bool fall(double seconds);
  /// Out of somebody else's way, and slower for it; not while it lies.
  void give_way(const Spot& by);
  /// Out of the ground.
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
  double height = 0;  ///< above the ground, where clips and blends would be in it
  double fallen = 0;  ///< seconds since it fell; 0: it stands
  double shaken = 0;  ///< seconds until it can fall again
  Pose pose;

 private:
  void choose_clip(const char* name);
  /// False while it lies, or gets up.
  bool stands(double seconds);
  /// False while it kicks.
  bool has_kicked(double seconds);
};

}  // namespace dermis::scenes
