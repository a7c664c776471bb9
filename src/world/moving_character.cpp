// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "world/moving_character.h"

#include <cassert>

#include "collider/collider_data.h"
#include "query/character_state.h"

namespace dermis::world {

namespace {

float between(float from, float to, double time) {
  return static_cast<float>((1 - time) * double{from} + time * double{to});
}

Vec3 between(const Vec3& from, const Vec3& to, double time) {
  return {between(from.x, to.x, time), between(from.y, to.y, time), between(from.z, to.z, time)};
}

std::vector<Point> places(const skinning::SkinData& skin, const Pose& pose, QueryStats& stats) {
  std::vector<Vec3> posed(skin.vertex_count());
  [[maybe_unused]] const auto ok = skin.deform(pose, posed);
  assert(ok);  // the pose was checked when it was set
  stats.vertices_deformed += posed.size();
  std::vector<Point> result;
  result.reserve(posed.size());
  for (const Vec3& v : posed) result.push_back({v.x, v.y, v.z});
  return result;
}

}  // namespace

MovingCharacter::MovingCharacter(Character character) : now_(std::move(character)) {}

Result<void> MovingCharacter::prepare(const Pose& pose) {
  return Internals::state(now_).skin.prepare(pose);
}

void MovingCharacter::set_prepared(const Pose& pose, bool with_way) {
  // If several poses are set within a step, the motion starts before the first of them.
  if (with_way && !before_) before_ = Before{now_.pose(), state_of(now_).root_box, {}};
  if (!with_way) before_.reset();
  Internals::state(now_).set_prepared(pose);
  mesh_flies_ = false;
}

void MovingCharacter::arrive() {
  before_.reset();
  mesh_flies_ = false;
}

math::Box MovingCharacter::swept_box() const {
  math::Box box = state_of(now_).root_box;
  if (before_) box.include(before_->box);
  return box;
}

std::span<const Capsule> MovingCharacter::bounds_before() const {
  if (!before_) return limb_bounds(now_);
  const std::lock_guard lock(making_);
  if (before_->bounds.empty()) {
    const Character then = at(0);
    const auto bounds = limb_bounds(then);
    before_->bounds.assign(bounds.begin(), bounds.end());
  }
  return before_->bounds;
}

Pose MovingCharacter::pose_at(double time) const {
  if (!before_ || time >= 1) return now_.pose();
  if (time <= 0) return before_->pose;
  Pose result = now_.pose();
  for (std::size_t j = 0; j < result.joints.size(); ++j) {
    const Affine& from = before_->pose.joints[j];
    const Affine& to = now_.pose().joints[j];
    result.joints[j] = {between(from.x, to.x, time), between(from.y, to.y, time),
                        between(from.z, to.z, time), between(from.t, to.t, time)};
  }
  for (std::size_t m = 0; m < result.morph_weights.size(); ++m) {
    result.morph_weights[m] =
        between(before_->pose.morph_weights[m], now_.pose().morph_weights[m], time);
  }
  return result;
}

Character MovingCharacter::at(double time) const {
  // Cannot fail: the bind pose was accepted when now_ was made.
  Character result = *Character::make(now_.collider());
  // A pose between two accepted ones can be refused. Then the end of the motion is used.
  if (!result.set_pose(pose_at(time))) static_cast<void>(result.set_pose(now_.pose()));
  return result;
}

const MovingMesh* MovingCharacter::mesh(QueryStats& stats) const {
  const std::lock_guard lock(making_);
  if (mesh_flies_) return &*mesh_;
  const Collider::Data& data = data_of(now_.collider());
  const std::vector<Point> to = places(data.skin, now_.pose(), stats);
  if (!mesh_) {
    auto made = MovingMesh::make({to, data.triangles});
    if (!made) return nullptr;
    mesh_ = std::move(*made);
  }
  mesh_flies_ = bool(mesh_->fly(before_ ? places(data.skin, before_->pose, stats) : to, to));
  return mesh_flies_ ? &*mesh_ : nullptr;
}

}  // namespace dermis::world
