// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "world/moving_character.h"

#include "bounds/collider_data.h"
#include "query/character_state.h"

namespace dermis::world {

namespace {

const Character::State& state_of(const LimbCharacter& character) {
  return character.character().state();
}

float between(float from, float to, double time) {
  return static_cast<float>((1 - time) * double{from} + time * double{to});
}

Vec3 between(const Vec3& from, const Vec3& to, double time) {
  return {between(from.x, to.x, time), between(from.y, to.y, time), between(from.z, to.z, time)};
}

std::vector<Point> places(const Skin& skin, const Pose& pose) {
  std::vector<Vec3> posed(skin.vertex_count());
  static_cast<void>(skin.deform(pose, posed));  // checked when it was set
  std::vector<Point> result;
  result.reserve(posed.size());
  for (const Vec3& v : posed) result.push_back({v.x, v.y, v.z});
  return result;
}

}  // namespace

MovingCharacter::MovingCharacter(const LimbCollider& collider) : now_(collider) {
  pose_.joints.resize(collider.collider().joint_count());
  pose_.morph_weights.resize(collider.collider().morph_target_count());
}

void MovingCharacter::set_pose(const Pose& pose, bool with_way) {
  // Where it was before the first of several poses within a step is where the way begins.
  if (with_way && !before_) before_ = Before{pose_, state_of(now_).root_box, {}};
  if (!with_way) before_.reset();
  static_cast<void>(now_.set_pose(pose));
  pose_ = pose;
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
  if (!before_) return now_.bounds();
  const std::lock_guard lock(making_);
  if (before_->bounds.empty()) {
    const LimbCharacter then = at(0);
    before_->bounds.assign(then.bounds().begin(), then.bounds().end());
  }
  return before_->bounds;
}

Pose MovingCharacter::pose_at(double time) const {
  if (!before_ || time >= 1) return pose_;
  if (time <= 0) return before_->pose;
  Pose result = pose_;
  for (std::size_t j = 0; j < result.joints.size(); ++j) {
    const Affine& from = before_->pose.joints[j];
    const Affine& to = pose_.joints[j];
    result.joints[j] = {between(from.x, to.x, time), between(from.y, to.y, time),
                        between(from.z, to.z, time), between(from.t, to.t, time)};
  }
  for (std::size_t m = 0; m < result.morph_weights.size(); ++m) {
    result.morph_weights[m] = between(before_->pose.morph_weights[m], pose_.morph_weights[m], time);
  }
  return result;
}

LimbCharacter MovingCharacter::at(double time) const {
  LimbCharacter result(now_.collider());
  // Where matrices between two that can be blended cannot, the end has to do.
  if (!result.set_pose(pose_at(time))) static_cast<void>(result.set_pose(pose_));
  return result;
}

const MovingMesh* MovingCharacter::mesh() const {
  const std::lock_guard lock(making_);
  if (mesh_flies_) return &*mesh_;
  const Collider::Data& data = now_.collider().collider().data();
  const std::vector<Point> to = places(data.skin, pose_);
  if (!mesh_) {
    auto made = MovingMesh::make({to, data.triangles});
    if (!made) return nullptr;
    mesh_ = std::move(*made);
  }
  mesh_flies_ = bool(mesh_->fly(before_ ? places(data.skin, before_->pose) : to, to));
  return mesh_flies_ ? &*mesh_ : nullptr;
}

}  // namespace dermis::world
