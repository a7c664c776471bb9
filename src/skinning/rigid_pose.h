// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/pose.h"
#include "dermis/result.h"
#include "math/float8.h"
#include "skinning/joint_sets.h"
#include "skinning/linear_kernel.h"

namespace dermis {
class Skin;
}

namespace dermis::skinning {

/// Four floats that kernels load at once.
struct alignas(16) Quad {
  float lane[4] = {0, 0, 0, 0};
};

/// The joints of a pose as spherical and dual quaternion blending see them: C_j = T_j S_j, where
/// T_j turns and moves, and S_j stretches before that.
///
/// Mostly all S_j are the same scale (1, or what turns a model's centimetres into metres); then T_j
/// is C_j divided by it. Else the polar decomposition gives them. A matrix that mirrors or flattens
/// has none, and is refused, unless it moves nothing.
///
/// Quaternions are on either side, as long as those of any two joints of a set agree: mostly all
/// are on that of the first one. If they do not agree, each is on the side of its parent's. See
/// also twisted().
class RigidPose {
 public:
  /// Callers hold a DefinedFloatMode, here and below. What it refuses leaves it without a meaning.
  Result<void> set(const Skin& skin, const Pose& pose);

  /// T_j.
  [[nodiscard]] const JointColumns& joint(std::uint32_t j) const { return joints_[j]; }
  [[nodiscard]] const float* rotation(std::uint32_t j) const { return rotations_[j].lane; }
  /// Half its translation times its rotation; of dual quaternion blending only.
  [[nodiscard]] const float* dual(std::uint32_t j) const { return duals_[j].lane; }

  [[nodiscard]] float scale() const { return scale_; }
  /// T_j is the matrix that the pose has, for every joint that moves something.
  [[nodiscard]] bool is_rigid() const { return scale_ == 1 && !stretches(); }
  /// S_j is not the same scale for all.
  [[nodiscard]] bool stretches() const { return !stretches_.empty(); }
  [[nodiscard]] const JointColumns& stretch(std::uint32_t j) const { return stretches_[j]; }

  /// Of joints that move a vertex together, not all have quaternions on the same side as this one:
  /// in a joint set with it, some must change their sign.
  [[nodiscard]] bool twisted(std::uint32_t j) const { return twisted_[j] != 0; }

  /// Whether its quaternion changes its sign in a joint set with this pivot.
  [[nodiscard]] bool flips(std::uint32_t j, std::uint32_t pivot) const {
    if (!twisted(j)) return false;
    const float* const q = rotation(j);
    const float* const side = rotation(pivot);
    return ((q[0] * side[0] + q[1] * side[1]) + q[2] * side[2]) + q[3] * side[3] < 0;
  }

  /// The square of the distance between the quaternions of two joints, at most; by the index of
  /// their JointSets::pairs().
  [[nodiscard]] float squared_chord(std::uint32_t pair) const {
    return math::at(squared_chords_.data(), pair);
  }
  /// All of them, eight in a row.
  [[nodiscard]] std::span<const math::Float8> squared_chords() const { return squared_chords_; }
  [[nodiscard]] float largest_squared_chord() const { return largest_squared_chord_; }

  /// How far T_j is from the rotation that its quaternion stands for: what they make of a unit
  /// vector differs by that at most, for all joints.
  [[nodiscard]] float defect() const { return defect_; }
  /// What any S_j makes of a unit vector is no longer than that,
  [[nodiscard]] float most_stretch() const { return most_stretch_; }
  /// and what two of them make of it differs by that at most.
  [[nodiscard]] float stretch_difference() const { return stretch_difference_; }

  [[nodiscard]] std::size_t byte_count() const;

 private:
  [[nodiscard]] bool set_similar(const JointSets& sets, const Pose& pose);
  Result<void> set_stretched(const Skin& skin, const Pose& pose);
  void find_products(std::span<const JointPair> pairs);
  void choose_signs(std::span<const JointPair> links);
  /// Whether the quaternions of each pair are on one side; if so, the chords are right.
  [[nodiscard]] bool agree(std::span<const JointPair> pairs);
  void find_twisted(std::span<const JointPair> pairs);

  std::vector<JointColumns> joints_;  ///< padded to eights, like the next two
  std::vector<Quad> rotations_, duals_;
  std::vector<JointColumns> stretches_;
  std::vector<math::Float8> squared_chords_;
  std::vector<std::uint8_t> twisted_;
  std::vector<math::Float8> products_;  ///< while a pose is set, like the next
  std::vector<std::uint8_t> flips_;
  float scale_ = 1;
  float largest_squared_chord_ = 0;
  float defect_ = 0;
  float most_stretch_ = 1;
  float stretch_difference_ = 0;
};

}  // namespace dermis::skinning
