// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/skin_motion.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "base/float_mode.h"
#include "math/doubles.h"
#include "math/enclosing_ball.h"
#include "query/character_state.h"
#include "skinning/posed_skin.h"

namespace dermis {

using math::Affined;
using math::Vec3d;

namespace {

/// An upper bound on the factor by which the linear part A lengthens a vector. The square of this
/// factor is an eigenvalue of AᵀA, and no eigenvalue exceeds the largest row sum of magnitudes. The
/// bound is 1 for rotations.
double stretch_bound(const Affined& a) {
  const double xy = std::abs(dot(a.x, a.y));
  const double xz = std::abs(dot(a.x, a.z));
  const double yz = std::abs(dot(a.y, a.z));
  return std::sqrt(
      std::max({dot(a.x, a.x) + xy + xz, dot(a.y, a.y) + xy + yz, dot(a.z, a.z) + xz + yz}));
}

}  // namespace

/// A blended vertex moves no farther than the fastest of its joints would move it. Let c and r be a
/// ball around the vertices of a joint, C the joint's matrix and Δ the change of C. The joint moves
/// its vertices by at most |Δc| + ‖Δ‖ r. It moves a vertex that is at p now by |Δ C⁻¹ p|. This is
/// convex in p, so its maximum is at a corner of the box that contains p.
struct SkinMotion::State {
  explicit State(const Character& character);

  struct JointBall {
    math::Vec3d center;
    double radius = -1;  ///< negative: the joint moves no vertex
    // In the present pose; `way` is a bound on the motion of the joint's skin:
    math::Vec3d at;
    double size = 0, way = 0;
    double morph = 0;        ///< the distance that morph targets alone move its skin
    math::Affined moved_by;  ///< Δ C⁻¹
    bool flat = false;       ///< C has no inverse
  };
  void move_balls();
  double max_motion(const Point& low, const Point& high);
  void find_velocities(std::span<const NearestSkin> found, double seconds,
                       std::span<Point> velocities);

  Collider collider;
  const skinning::SkinData& skin;
  Pose before, now;
  bool known = false;  ///< there is a previous pose
  skinning::PosedSkin skin_before;
  bool posed = false, moved = false;  ///< skin_before and balls are up to date
  std::vector<JointBall> balls;
};

SkinMotion::State::State(const Character& character)
    : collider(character.collider()),
      skin(data_of(collider).skin),
      now(character.pose()),
      skin_before(skin),
      balls(skin.joint_count()) {
  const base::DefinedFloatMode mode;
  std::vector<std::vector<Vec3>> moved_by(skin.joint_count());
  for (std::size_t v = 0; v < skin.vertex_count(); ++v) {
    for (const Influence& i : skin.influences(v)) moved_by[i.joint].push_back(skin.position(v));
  }
  for (std::size_t j = 0; j < moved_by.size(); ++j) {
    if (moved_by[j].empty()) continue;
    const Ball ball = math::enclosing_ball(moved_by[j]);
    balls[j].center = math::to_double(ball.center);
    balls[j].radius = ball.radius;
  }
}

void SkinMotion::State::move_balls() {
  // The amount that morph targets add to the ball, and its change.
  double morphed = 0;
  double morphing = 0;
  for (std::size_t i = 0; i < now.morph_weights.size(); ++i) {
    const double most = length(math::to_double(skin.delta_extents()[i]));
    morphed += most * std::abs(double{now.morph_weights[i]});
    morphing += most * std::abs(double{now.morph_weights[i]} - double{before.morph_weights[i]});
  }
  for (std::size_t j = 0; j < balls.size(); ++j) {
    JointBall& ball = balls[j];
    const Affined at = math::to_double(now.joints[j]);
    const Affined then = math::to_double(before.joints[j]);
    const Affined change{at.x - then.x, at.y - then.y, at.z - then.z, at.t - then.t};
    Affined back;
    ball.flat = !invert(at, back);
    ball.moved_by = change * back;
    ball.at = at * ball.center;
    const double stretch = stretch_bound(at);
    ball.size = stretch * (ball.radius + morphed);
    ball.morph = stretch * morphing;
    ball.way = length(change * ball.center) +
               stretch_bound(change) * (ball.radius + morphed + morphing) + ball.morph;
  }
  moved = true;
}

double SkinMotion::State::max_motion(const Point& low, const Point& high) {
  if (!known) return 0;
  if (!moved) move_balls();
  double most = 0;
  for (const JointBall& ball : balls) {
    if (ball.radius < 0 || ball.way <= most) continue;
    // The part of the box that the joint's skin can occupy now, or occupied at the start of the
    // step.
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

void SkinMotion::State::find_velocities(std::span<const NearestSkin> found, double seconds,
                                        std::span<Point> velocities) {
  const std::vector<Triangle>& triangles = data_of(collider).triangles;
  // set_pose() cannot fail: the pose was accepted before.
  if (known && !posed) posed = bool(skin_before.set_pose(before));
  for (std::size_t i = 0; i < found.size(); ++i) {
    velocities[i] = {};
    if (!known || found[i].triangle >= triangles.size()) continue;
    Vec3d place;
    for (unsigned c = 0; c < 3; ++c) {
      const std::uint32_t vertex = triangles[found[i].triangle][c];
      place = place + found[i].weights[c] * math::to_double(skin_before.vertex(vertex));
    }
    const Point& at = found[i].at;
    velocities[i] = {(at[0] - place.x) / seconds, (at[1] - place.y) / seconds,
                     (at[2] - place.z) / seconds};
  }
}

SkinMotion::SkinMotion(const Character& character) : state_(std::make_unique<State>(character)) {}
SkinMotion::~SkinMotion() = default;
SkinMotion::SkinMotion(SkinMotion&&) noexcept = default;
SkinMotion& SkinMotion::operator=(SkinMotion&&) noexcept = default;

void SkinMotion::update(const Character& character) {
  assert(&data_of(character.collider()) == &data_of(state_->collider));
  std::swap(state_->before, state_->now);
  state_->now = character.pose();
  state_->known = true;
  state_->posed = false;
  state_->moved = false;
}

void SkinMotion::velocities(std::span<const NearestSkin> found, double seconds,
                            std::span<Point> velocities) const {
  assert(velocities.size() == found.size() && seconds > 0);
  const base::DefinedFloatMode mode;
  state_->find_velocities(found, seconds, velocities);
}

double SkinMotion::max_motion(const Point& low, const Point& high) const {
  const base::DefinedFloatMode mode;
  return state_->max_motion(low, high);
}

}  // namespace dermis
