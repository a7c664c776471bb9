// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/posed_skin.h"

#include "base/float_mode.h"

#include <cassert>
#include <utility>

namespace dermis::skinning {

Result<void> PosedSkin::set_pose(const Pose& pose) {
  if (auto ok = prepare(pose); !ok) return ok;
  set_prepared(pose);
  return {};
}

Result<void> PosedSkin::prepare(const Pose& pose) {
  assert(base::float_mode_is_defined());
  const auto reach = skin_->reach(pose);
  if (!reach) return reach.error();
  prepared_reach_ = *reach;
  if (skinning() == Skinning::linear) return {};
  return rigid_[1 - current_].set(*skin_, pose);
}

void PosedSkin::set_prepared(const Pose& pose) {
  assert(base::float_mode_is_defined());
  assert(prepared_reach_ >= 0 && pose.joints.size() == skin_->joint_count() &&
         pose.morph_weights.size() == skin_->morph_target_count());
  reach_ = std::exchange(prepared_reach_, -1);
  pose_.morph_weights = pose.morph_weights;
  current_ = 1 - current_;
  if (epoch_ == base::LazyStamps::kLastEpoch) {
    center_stamps_.clear();
    pose_epoch_.store(0, std::memory_order_relaxed);
    epoch_ = 0;
  }
  ++epoch_;
  if (skinning() != Skinning::linear) {
    // Columns are those of rigid motions, which differ a little from the pose.
    pose_.joints = pose.joints;
    pose_epoch_.store(epoch_, std::memory_order_relaxed);
  }
  if (skinning() != Skinning::linear && rigid().is_rigid()) {
    columns_ = &rigid().joint(0);
  } else {
    joints_.resize(pose.joints.size());
    for (std::size_t j = 0; j < joints_.size(); ++j) joints_[j] = to_columns(pose.joints[j]);
    columns_ = joints_.data();
  }
  targets_.clear();
  for (std::size_t m = 0; m < pose.morph_weights.size(); ++m) {
    if (pose.morph_weights[m] == 0) continue;
    targets_.push_back({&skin_->morph_targets()[m], pose.morph_weights[m]});
  }
}

void PosedSkin::restore_pose() const {
  const std::lock_guard lock(restoring_);
  if (pose_epoch_.load(std::memory_order_relaxed) == epoch_) return;
  pose_.joints.resize(joints_.size());
  for (std::size_t j = 0; j < joints_.size(); ++j) pose_.joints[j] = to_affine(joints_[j]);
  pose_epoch_.store(epoch_, std::memory_order_release);
}

Vec3 PosedSkin::morphed(std::uint32_t index) const {
  Vec3 p = skin_->position(index);
  for (const auto& [target, weight] : targets_) {
    if (index < target->first_vertex) continue;
    const std::size_t i = index - target->first_vertex;
    if (i >= target->deltas.size()) continue;
    const Vec3& delta = target->deltas[i];
    p = {p.x + weight * delta.x, p.y + weight * delta.y, p.z + weight * delta.z};
  }
  return p;
}

const Quad* PosedSkin::found_center(std::uint32_t set, Quad* place, SpareCenter& spare) const {
  const auto find = [&](Quad* out) {
    find_rotation_center(skin_->joint_sets(), set, skin_->joint_rests(), rigid(), out);
    return out;
  };
  switch (center_stamps_.begin(set, epoch_)) {
    case base::LazyStamps::State::ready:
      return place;
    case base::LazyStamps::State::ours:
      find(place);
      center_stamps_.finish(set, epoch_);
      return place;
    case base::LazyStamps::State::busy:
      break;
  }
  return find(new (spare.bytes) Quad[skin_->joint_sets().joints(set).size() + 1]);
}

RigidVertex PosedSkin::rigid_vertex(std::uint32_t index, const Vec3& rest,
                                    SpareCenter& spare) const {
  const std::uint32_t set = skin_->joint_sets().of_vertex(index);
  return {skin_->influences(index), skin_->joint_sets()[set].pivot,
          skinning() == Skinning::spherical ? center(set, spare) : nullptr, rest};
}

Vec3 PosedSkin::blended(std::uint32_t index, const Vec3& rest) const {
  SpareCenter spare;
  return blend_rigidly(rigid_vertex(index, rest, spare), rigid(), skinning());
}

JointColumns PosedSkin::map(std::uint32_t vertex) const {
  SpareCenter spare;
  return blended_map(rigid_vertex(vertex, {}, spare), rigid(), skinning());
}

Vec3 PosedSkin::vertex(std::uint32_t index) const {
  const Vec3 p = morphed(index);
  if (skinning() != Skinning::linear) return blended(index, p);
  Vec3 out;
  deform_linear({{&p, 1},
                 skin_->first_influence().data() + index,
                 skin_->all_influences().data(),
                 columns_,
                 &out},
                current_isa());
  return out;
}

void PosedSkin::deform_all(std::span<Vec3> out, Isa isa) const {
  assert(base::float_mode_is_defined());
  assert(out.size() == skin_->vertex_count());
  std::vector<Vec3> moved;
  std::span<const Vec3> positions = skin_->positions();
  if (morphs()) {
    moved = skin_->positions();
    for (const auto& [target, weight] : targets_) {
      Vec3* p = moved.data() + target->first_vertex;
      for (const Vec3& delta : target->deltas) {
        *p = {p->x + weight * delta.x, p->y + weight * delta.y, p->z + weight * delta.z};
        ++p;
      }
    }
    positions = moved;
  }
  if (skinning() != Skinning::linear) {
    for (std::uint32_t v = 0; v < positions.size(); ++v) out[v] = blended(v, positions[v]);
    return;
  }
  deform_linear({positions, skin_->first_influence().data(), skin_->all_influences().data(),
                 columns_, out.data()},
                isa);
}

}  // namespace dermis::skinning
