// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/skinning/skin.h"
#include "math/lazy_array.h"
#include "skinning/joint_sets.h"
#include "skinning/linear_kernel.h"
#include "skinning/rigid_pose.h"
#include "skinning/rotation_centre.h"

namespace dermis::skinning {

/// A skin in a pose, one vertex at a time: the same bits as Skin::deform(). Refers to the skin.
/// Callers hold a DefinedFloatMode, everywhere below.
class PosedSkin {
 public:
  explicit PosedSkin(const Skin& skin)
      : skin_(&skin),
        centres_(skin.skinning() == Skinning::spherical ? skin.joint_sets().size() : 0) {}

  /// A pose that Skin::reach() does not refuse. Refuses what Skin::check() refuses, and stays as it
  /// was then.
  Result<void> set_pose(const Pose& pose);
  /// The same in two steps: whether it can be set, and, if so, the rest of the work.
  Result<void> prepare(const Pose& pose);
  void set_prepared(const Pose& pose);

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(JointColumns) * joints_.size() + sizeof(float) * morph_weights_.size() +
           sizeof(ActiveTarget) * targets_.size() + rigid_.byte_count() + next_.byte_count() +
           centres_.byte_count();
  }

  [[nodiscard]] const Skin& skin() const { return *skin_; }
  [[nodiscard]] Skinning skinning() const { return skin_->skinning(); }

  [[nodiscard]] const JointColumns& joint(std::uint32_t index) const { return columns_[index]; }
  /// Not of linear skins.
  [[nodiscard]] const RigidPose& rigid() const { return rigid_; }

  /// The rotation centre of a joint set, computed when it is first needed; in `spare` when another
  /// thread is just computing it.
  [[nodiscard]] const float* centre(std::uint32_t set, Quad& spare) const {
    return centres_
        .get(
            set, epoch_,
            [&] { return rotation_centre(skin_->joint_sets(), set, skin_->joint_rests(), rigid_); },
            [&]() -> Quad& { return spare; })
        .lane;
  }

  /// Whether a morph target has a weight.
  [[nodiscard]] bool morphs() const { return !targets_.empty(); }

  [[nodiscard]] float morph_weight(std::uint32_t target) const { return morph_weights_[target]; }

  /// The rest position, morphed.
  [[nodiscard]] Vec3 morphed(std::uint32_t index) const;
  [[nodiscard]] Vec3 vertex(std::uint32_t index) const;
  /// All of them; `out` has as many elements as the skin has vertices.
  void deform_all(std::span<Vec3> out, Isa isa = best_isa()) const;

 private:
  struct ActiveTarget {
    const MorphTarget* target;
    float weight;
  };

  [[nodiscard]] Vec3 blended(std::uint32_t index, const Vec3& rest) const;

  const Skin* skin_;
  std::uint32_t epoch_ = 0;                ///< of the centres
  const JointColumns* columns_ = nullptr;  ///< joints_, or those of rigid_ if they are the same
  std::vector<JointColumns> joints_;
  RigidPose rigid_;
  RigidPose next_;  ///< prepared
  math::LazyArray<Quad> centres_;
  std::vector<float> morph_weights_;
  std::vector<ActiveTarget> targets_;  ///< those with a weight, in order
};

}  // namespace dermis::skinning
