// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/soccer_player.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "dermis/ode/physics.h"

namespace dermis::scenes {

namespace {

constexpr double kRunSpeed = 4.0;  // metres per second, at the clip's own rate
constexpr double kWalkSpeed = 1.3;

/// The time in the clip "kick" at which the foot is low and fast, and its distance before the
/// player.
constexpr double kStrikeTime = 0.42;
constexpr double kStrikeReach = 0.48;

double radians(double degrees) {
  return degrees * std::numbers::pi / 180;
}
/// 0 is along +z, as characters face.
Spot heading(double degrees) {
  return {std::sin(radians(degrees)), std::cos(radians(degrees))};
}
double degrees_of(const Spot& s) {
  return std::atan2(s.x, s.z) * 180 / std::numbers::pi;
}
/// The same direction, between −180 and 180.
double wrapped(double degrees) {
  return degrees - 360 * std::round(degrees / 360);
}

}  // namespace

SoccerPlayer::SoccerPlayer(const Model& of, ode::Ragdoll doll)
    : model(&of), ragdoll(std::move(doll)), clip(&of.clips[*find_clip(of, "walk")]) {}

Pose SoccerPlayer::followed() const {
  const double time = std::fmod(clip_time, clip->end());
  const Vec3 place{static_cast<float>(at.x), static_cast<float>(height), static_cast<float>(at.z)};
  return placed(sample(*model, *clip, time), placement(place, facing));
}

void SoccerPlayer::choose_clip(const char* name) {
  const Clip& chosen = model->clips[*find_clip(*model, name)];
  if (clip == &chosen) return;
  clip = &chosen;
  clip_time = 0;
  if (fallen == 0) ragdoll.blend(0.1);
}

bool SoccerPlayer::stands(double seconds) {
  if (fallen == 0) return true;
  fallen += seconds;
  // The player gets up where it lies.
  if (ragdoll.is_loose(0)) {
    const Vec3 hips = ode::read(ragdoll.body(0)).at;
    at = {hips.x, hips.z};
  } else if (fallen > 3) {
    fallen = 0;
  }
  speed = 0;
  choose_clip("walk");
  return false;
}

bool SoccerPlayer::has_kicked(double seconds) {
  if (clip->name != "kick") return true;
  clip_time += seconds;
  at = at + seconds * speed * heading(facing);
  if (clip_time > kStrikeTime) speed *= 1 - 3 * seconds;
  if (clip_time < clip->end()) return false;
  choose_clip("run");
  return true;
}

void SoccerPlayer::play(const SoccerView& view, double seconds) {
  shaken = std::max(0.0, shaken - seconds);
  height = std::max(0.0, height - 0.4 * seconds);
  if (!stands(seconds) || !has_kicked(seconds)) return;
  const Spot to_ball = view.ball - at;
  const Spot way = view.goal - view.ball;
  const Spot towards_goal = (1 / std::max(length(way), 1e-3)) * way;
  // Behind the ball. The right foot is to the right of the middle.
  const Spot aside{-towards_goal.z, towards_goal.x};
  const Spot stand = view.ball - 0.9 * towards_goal - 0.125 * aside;
  const Spot target = view.chases ? stand : home + 0.35 * view.ball;
  const Spot way_there = target - at;
  const double distance = length(way_there);

  const bool behind = distance < 0.5;
  const double wanted = behind && view.chases ? degrees_of(towards_goal)
                        : distance > 0.3      ? degrees_of(way_there)
                                              : degrees_of(to_ball);
  const double turn = wrapped(wanted - facing);
  facing = wrapped(facing + std::clamp(turn, -300 * seconds, 300 * seconds));
  const double most =
      view.chases ? kRunSpeed * (view.first ? 1 : 0.6) : std::min(kRunSpeed * 0.8, distance);
  const double aligned = std::max(0.15, std::cos(radians(turn)));
  const double wanted_speed = distance > 0.25 ? most * aligned : 0.6 * most;
  speed += std::clamp(wanted_speed - speed, -8 * seconds, 4 * seconds);
  at = at + seconds * speed * heading(facing);
  const double lead = std::abs(wrapped(degrees_of(towards_goal) - facing));
  const double reach = length(to_ball);
  if (view.chases && view.ball_is_low && reach < 1.3 && reach > 0.6 && lead < 35) {
    choose_clip("kick");
    const double way_to_go = to_ball.x * towards_goal.x + to_ball.z * towards_goal.z - kStrikeReach;
    speed = std::clamp(way_to_go / kStrikeTime, 0.0, kRunSpeed);
    facing = degrees_of(towards_goal);
    return;
  }
  const bool runs = speed > 1.8;
  choose_clip(runs ? "run" : "walk");
  clip_time += seconds * std::max(speed, 0.4) / (runs ? kRunSpeed : kWalkSpeed);
}

bool SoccerPlayer::fall(double seconds) {
  if (fallen > 0 || shaken > 0) return false;
  fallen = seconds;
  shaken = 5;
  ragdoll.loosen_all();
  return true;
}

void SoccerPlayer::give_way(const Spot& by) {
  if (fallen > 0) return;
  at = at + by;
  speed *= 0.9;
}

void SoccerPlayer::raise(float up) {
  ragdoll.shift({0, up, 0});
  height += up;
  pose = placed(std::move(pose), placement({0, up, 0}, 0));
}

}  // namespace dermis::scenes
