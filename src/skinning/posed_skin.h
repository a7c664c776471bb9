// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/lazy_stamps.h"
#include "skinning/joint_sets.h"
#include "skinning/linear_kernel.h"
#include "skinning/rigid_blend.h"
#include "skinning/rigid_pose.h"
#include "skinning/rotation_center.h"
#include "skinning/skin_data.h"

namespace dermis::skinning {

/// A skin in a pose. Computes single vertices, with the same bits as Skin::deform(). Refers to the
/// skin.
class PosedSkin {
 public:
  explicit PosedSkin(const SkinData& skin)
      : skin_(&skin),
        center_stamps_(set_count(skin)),
        centers_(std::make_unique<Quad[]>(center_place(skin.joint_sets(), set_count(skin)))) {}

  /// Sets the pose. Returns an error for poses that Skin::check() refuses; the object then keeps
  /// its old pose.
  Result<void> set_pose(const Pose& pose);
  /// The same in two steps: prepare() reports whether the pose can be set, and set_prepared() sets
  /// it. Asserts that the pose is the prepared one, by its size.
  Result<void> prepare(const Pose& pose);
  void set_prepared(const Pose& pose);

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(JointColumns) * joints_.size() + sizeof(Affine) * pose_.joints.size() +
           sizeof(float) * pose_.morph_weights.size() + sizeof(ActiveTarget) * targets_.size() +
           rigid_[0].byte_count() + rigid_[1].byte_count() + center_stamps_.byte_count() +
           sizeof(Quad) * center_place(skin_->joint_sets(), set_count(*skin_));
  }

  [[nodiscard]] const SkinData& skin() const { return *skin_; }
  [[nodiscard]] Skinning skinning() const { return skin_->skinning(); }

  /// The pose that was set last. With linear skinning, its matrices are copied back from the
  /// columns when they are first needed: most questions do not need them.
  [[nodiscard]] const Pose& pose() const {
    if (pose_epoch_.load(std::memory_order_acquire) != epoch_) restore_pose();
    return pose_;
  }
  /// SkinData::reach() of the pose.
  [[nodiscard]] double reach() const { return reach_; }

  /// The matrix of a joint. Valid only for joints that move a vertex.
  [[nodiscard]] const JointColumns& joint(std::uint32_t index) const { return columns_[index]; }
  /// Not for linear skins.
  [[nodiscard]] const RigidPose& rigid() const { return rigid_[current_]; }

  /// Room for the largest result of find_rotation_center().
  struct SpareCenter {
    alignas(16) std::byte bytes[(kMostJointsInSet + 1) * sizeof(Quad)];
  };
  /// The rotation centre of a joint set, followed by its images under the set's joints. Computed
  /// when first needed. The result is in `spare` if another thread is computing it at the same
  /// time.
  [[nodiscard]] const Quad* center(std::uint32_t set, SpareCenter& spare) const {
    Quad* const place = centers_.get() + center_place(skin_->joint_sets(), set);
    if (center_stamps_.is_ready(set, epoch_)) return place;
    return found_center(set, place, spare);
  }

  /// Whether a morph target has a weight other than 0.
  [[nodiscard]] bool morphs() const { return !targets_.empty(); }

  [[nodiscard]] float morph_weight(std::uint32_t target) const {
    return pose_.morph_weights[target];
  }

  /// The rest position with morph targets applied.
  [[nodiscard]] Vec3 morphed(std::uint32_t index) const;
  [[nodiscard]] Vec3 vertex(std::uint32_t index) const;
  /// The affine map, up to rounding, of any point that has the weights of `vertex`. Not for linear
  /// skins.
  [[nodiscard]] JointColumns map(std::uint32_t vertex) const;
  /// Writes all posed vertices. `out` must have one element per vertex of the skin.
  void deform_all(std::span<Vec3> out, Isa isa = current_isa()) const;

 private:
  struct ActiveTarget {
    const MorphTarget* target;
    float weight;
  };

  /// The number of joint sets that need a rotation centre.
  static std::uint32_t set_count(const SkinData& skin) {
    return skin.skinning() == Skinning::spherical
               ? static_cast<std::uint32_t>(skin.joint_sets().size())
               : 0;
  }
  /// The index of a set's first entry in centres_. Every set has one entry for its centre, and one
  /// per joint.
  static std::size_t center_place(const JointSets& sets, std::uint32_t set) {
    return std::size_t{sets.first_joint(set)} + set;
  }
  void restore_pose() const;
  const Quad* found_center(std::uint32_t set, Quad* place, SpareCenter& spare) const;

  /// The result may refer to `spare`.
  [[nodiscard]] RigidVertex rigid_vertex(std::uint32_t index, const Vec3& rest,
                                         SpareCenter& spare) const;
  [[nodiscard]] Vec3 blended(std::uint32_t index, const Vec3& rest) const;

  const SkinData* skin_;
  mutable Pose pose_;  ///< its matrices are those of the epoch pose_epoch_
  mutable std::atomic<std::uint32_t> pose_epoch_ = 0;
  mutable std::mutex restoring_;
  double reach_ = 0;
  double prepared_reach_ = -1;             ///< reach of the pose that prepare() accepted; -1: none
  std::uint32_t epoch_ = 0;                ///< for centre_stamps_; each pose has a new one
  const JointColumns* columns_ = nullptr;  ///< joints_, or the same matrices in rigid()
  std::vector<JointColumns> joints_;
  RigidPose rigid_[2];  ///< the current one, and the one being prepared
  std::uint32_t current_ = 0;
  base::LazyStamps center_stamps_;
  std::unique_ptr<Quad[]> centers_;    ///< one per joint set, each followed by its images
  std::vector<ActiveTarget> targets_;  ///< targets with a weight other than 0, in order
};

}  // namespace dermis::skinning
