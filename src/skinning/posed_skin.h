// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dermis/skinning/skin.h"
#include "math/lazy_stamps.h"
#include "skinning/joint_sets.h"
#include "skinning/linear_kernel.h"
#include "skinning/rigid_blend.h"
#include "skinning/rigid_pose.h"
#include "skinning/rotation_centre.h"

namespace dermis::skinning {

/// A skin in a pose, one vertex at a time: the same bits as Skin::deform(). Refers to the skin.
/// Callers hold a DefinedFloatMode, everywhere below.
class PosedSkin {
 public:
  explicit PosedSkin(const Skin& skin)
      : skin_(&skin),
        centre_stamps_(set_count(skin)),
        centres_(std::make_unique<Quad[]>(centre_place(skin.joint_sets(), set_count(skin)))) {}

  /// A pose that Skin::reach() does not refuse. Refuses what Skin::check() refuses, and stays as it
  /// was then.
  Result<void> set_pose(const Pose& pose);
  /// The same in two steps: whether it can be set, and, if so, the rest of the work.
  Result<void> prepare(const Pose& pose);
  void set_prepared(const Pose& pose);

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(JointColumns) * joints_.size() + sizeof(float) * morph_weights_.size() +
           sizeof(ActiveTarget) * targets_.size() + rigid_[0].byte_count() +
           rigid_[1].byte_count() + centre_stamps_.byte_count() +
           sizeof(Quad) * centre_place(skin_->joint_sets(), set_count(*skin_));
  }

  [[nodiscard]] const Skin& skin() const { return *skin_; }
  [[nodiscard]] Skinning skinning() const { return skin_->skinning(); }

  /// Of a joint that moves something.
  [[nodiscard]] const JointColumns& joint(std::uint32_t index) const { return columns_[index]; }
  /// Not of linear skins.
  [[nodiscard]] const RigidPose& rigid() const { return rigid_[current_]; }

  /// As many as find_rotation_centre() writes, at most.
  struct SpareCentre {
    alignas(16) std::byte bytes[(kMostJointsInSet + 1) * sizeof(Quad)];
  };
  /// The rotation centre of a joint set, and where its joints take it, computed when it is first
  /// needed; in `spare` when another thread is just computing it.
  [[nodiscard]] const Quad* centre(std::uint32_t set, SpareCentre& spare) const {
    Quad* const place = centres_.get() + centre_place(skin_->joint_sets(), set);
    if (centre_stamps_.is_ready(set, epoch_)) return place;
    return found_centre(set, place, spare);
  }

  /// Whether a morph target has a weight.
  [[nodiscard]] bool morphs() const { return !targets_.empty(); }

  [[nodiscard]] float morph_weight(std::uint32_t target) const { return morph_weights_[target]; }

  /// The rest position, morphed.
  [[nodiscard]] Vec3 morphed(std::uint32_t index) const;
  [[nodiscard]] Vec3 vertex(std::uint32_t index) const;
  /// What becomes of any point that has a vertex's weights, but for rounding; not of linear skins.
  [[nodiscard]] JointColumns map(std::uint32_t vertex) const;
  /// All of them; `out` has as many elements as the skin has vertices.
  void deform_all(std::span<Vec3> out, Isa isa = best_isa()) const;

 private:
  struct ActiveTarget {
    const MorphTarget* target;
    float weight;
  };

  /// That need a centre.
  static std::uint32_t set_count(const Skin& skin) {
    return skin.skinning() == Skinning::spherical
               ? static_cast<std::uint32_t>(skin.joint_sets().size())
               : 0;
  }
  /// Where the centres of a set begin: every set before it has one, and one per joint.
  static std::size_t centre_place(const JointSets& sets, std::uint32_t set) {
    return std::size_t{sets.first_joint(set)} + set;
  }
  const Quad* found_centre(std::uint32_t set, Quad* place, SpareCentre& spare) const;

  /// May refer to `spare`.
  [[nodiscard]] RigidVertex rigid_vertex(std::uint32_t index, const Vec3& rest,
                                         SpareCentre& spare) const;
  [[nodiscard]] Vec3 blended(std::uint32_t index, const Vec3& rest) const;

  const Skin* skin_;
  std::uint32_t epoch_ = 0;                ///< of the centres
  const JointColumns* columns_ = nullptr;  ///< joints_, or those of rigid_ if they are the same
  std::vector<JointColumns> joints_;
  RigidPose rigid_[2];  ///< the current one, and one that is prepared
  std::uint32_t current_ = 0;
  math::LazyStamps centre_stamps_;
  std::unique_ptr<Quad[]> centres_;  ///< of each joint set, each with what its joints make of it
  std::vector<float> morph_weights_;
  std::vector<ActiveTarget> targets_;  ///< those with a weight, in order
};

}  // namespace dermis::skinning
