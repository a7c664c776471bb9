// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/pose_before.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bounds/enclosing_ball.h"
#include "math/float_mode.h"

namespace dermis::cloth {

using math::Affined;
using math::Vec3d;

namespace {

/// At least the most that a linear part lengthens a vector: its square is an eigenvalue of AᵀA, and
/// these are not larger than the largest sum of the magnitudes of a row. 1 for rotations.
double stretch_bound(const Affined& a) {
  const double xy = std::abs(dot(a.x, a.y));
  const double xz = std::abs(dot(a.x, a.z));
  const double yz = std::abs(dot(a.y, a.z));
  return std::sqrt(
      std::max({dot(a.x, a.x) + xy + xz, dot(a.y, a.y) + xy + yz, dot(a.z, a.z) + xz + yz}));
}

}  // namespace

PoseBefore::PoseBefore(const Skin& skin, std::span<const Triangle> triangles)
    : triangles_(triangles), skin_(skin), balls_(skin.joint_count()) {
  now_ = {std::vector<Affine>(skin.joint_count()),
          std::vector<float>(skin.morph_target_count(), 0)};
  std::vector<std::vector<Vec3>> moved(skin.joint_count());
  for (std::size_t v = 0; v < skin.vertex_count(); ++v) {
    for (const Influence& i : skin.influences(v)) moved[i.joint].push_back(skin.position(v));
  }
  for (std::size_t j = 0; j < moved.size(); ++j) {
    if (moved[j].empty()) continue;
    const Ball ball = bounds::enclosing_ball(moved[j]);
    balls_[j].centre = math::to_double(ball.center);
    balls_[j].radius = ball.radius;
  }
}

void PoseBefore::next(const Pose& pose) {
  std::swap(before_, now_);
  now_ = pose;
  posed_ = false;
  moved_ = false;
}

void PoseBefore::move_balls() const {
  // What morph targets add to the ball, and how much that changed.
  double morphed = 0;
  double morphing = 0;
  for (std::size_t i = 0; i < now_.morph_weights.size(); ++i) {
    const double most = length(math::to_double(skin_.skin().delta_extents()[i]));
    morphed += most * std::abs(double{now_.morph_weights[i]});
    morphing += most * std::abs(double{now_.morph_weights[i]} - double{before_.morph_weights[i]});
  }
  for (std::size_t j = 0; j < balls_.size(); ++j) {
    JointBall& ball = balls_[j];
    const Affined now = math::to_double(now_.joints[j]);
    const Affined then = math::to_double(before_.joints[j]);
    const Affined change{now.x - then.x, now.y - then.y, now.z - then.z, now.t - then.t};
    Affined back;
    ball.flat = !invert(now, back);
    ball.moved_by = change * back;
    ball.at = now * ball.centre;
    const double stretch = stretch_bound(now);
    ball.size = stretch * (ball.radius + morphed);
    ball.morph = stretch * morphing;
    ball.way = length(change * ball.centre) +
               stretch_bound(change) * (ball.radius + morphed + morphing) + ball.morph;
  }
  moved_ = true;
}

double PoseBefore::motion(const Point& low, const Point& high) const {
  if (before_.joints.empty()) return 0;
  const math::DefinedFloatMode mode;
  if (!moved_) move_balls();
  double most = 0;
  for (const JointBall& ball : balls_) {
    if (ball.radius < 0 || ball.way <= most) continue;
    // Where its skin is now, in the box, or was when the step began.
    const double far = ball.size + ball.way;
    const Vec3d from{std::max(low[0], ball.at.x - far), std::max(low[1], ball.at.y - far),
                     std::max(low[2], ball.at.z - far)};
    const Vec3d to{std::min(high[0], ball.at.x + far), std::min(high[1], ball.at.y + far),
                   std::min(high[2], ball.at.z + far)};
    if (from.x > to.x || from.y > to.y || from.z > to.z) continue;
    double way = ball.flat ? ball.way : 0;
    for (const double x : {from.x, to.x}) {
      for (const double y : {from.y, to.y}) {
        for (const double z : {from.z, to.z}) {
          if (way >= ball.way) break;
          way = std::max(way, length(ball.moved_by * Vec3d{x, y, z}));
          if (from.z == to.z) break;
        }
        if (from.y == to.y) break;
      }
      if (from.x == to.x) break;
    }
    most = std::max(most, std::min(way + ball.morph, ball.way));
  }
  return most;
}

void PoseBefore::velocities(std::span<const NearestSkin> found, double seconds,
                            std::span<Point> velocities) const {
  const math::DefinedFloatMode mode;
  const bool known = !before_.joints.empty();
  // It was not refused when it was set.
  if (known && !posed_) posed_ = bool(skin_.set_pose(before_));
  for (std::size_t i = 0; i < found.size(); ++i) {
    velocities[i] = {};
    if (!known || found[i].triangle >= triangles_.size()) continue;
    Vec3d place;
    for (unsigned c = 0; c < 3; ++c) {
      const std::uint32_t vertex = triangles_[found[i].triangle][c];
      place = place + found[i].weights[c] * math::to_double(skin_.vertex(vertex));
    }
    const Point& now = found[i].place;
    velocities[i] = {(now[0] - place.x) / seconds, (now[1] - place.y) / seconds,
                     (now[2] - place.z) / seconds};
  }
}

}  // namespace dermis::cloth
