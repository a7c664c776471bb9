// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/model/pose.h"
#include "math/float8.h"
#include "skinning/joint_sets.h"
#include "skinning/linear_kernel.h"

namespace dermis::skinning {

class SkinData;

/// Four floats, aligned so that kernels can load them at once.
struct alignas(16) Quad {
  float lane[4] = {0, 0, 0, 0};
};

/// The joints of a pose for spherical and dual quaternion blending: C_j = T_j S_j, where S_j
/// stretches, and T_j then rotates and translates.
///
/// Usually all S_j are the same scale: 1, or a factor such as the one from centimetres to metres.
/// Then T_j is C_j with its linear part divided by that scale. Otherwise the polar decomposition
/// gives T_j and S_j. A matrix that mirrors or flattens has no such decomposition. It is refused,
/// unless it moves no vertex.
///
/// The signs of the quaternions are arbitrary, as long as the products of any two quaternions of a
/// joint set are not negative. Usually every quaternion has a non-negative product with that of the
/// first joint. If that does not suffice, the sign of each is chosen to match its parent's. See
/// also twisted().
class RigidPose {
 public:
  /// After an error, the contents are undefined.
  Result<void> set(const SkinData& skin, const Pose& pose);

  /// T_j, as a matrix.
  [[nodiscard]] const JointColumns& joint(std::uint32_t j) const { return joints_[j]; }
  [[nodiscard]] const float* rotation(std::uint32_t j) const { return rotations_[j].lane; }
  /// Half the translation times the rotation. For dual quaternion blending only.
  [[nodiscard]] const float* dual(std::uint32_t j) const { return duals_[j].lane; }

  [[nodiscard]] float scale() const { return scale_; }
  /// Whether T_j is the pose's own matrix, for every joint that moves a vertex.
  [[nodiscard]] bool is_rigid() const { return scale_ == 1 && !stretches(); }
  /// Whether the S_j are not all the same scale.
  [[nodiscard]] bool stretches() const { return !stretches_.empty(); }
  [[nodiscard]] const JointColumns& stretch(std::uint32_t j) const { return stretches_[j]; }

  /// Whether this joint shares a joint set with a joint whose quaternion has a negative product
  /// with its own. In a set with a twisted joint, some quaternions must change their sign; see
  /// flips().
  [[nodiscard]] bool twisted(std::uint32_t j) const { return twisted_[j] != 0; }

  /// Whether the quaternion of joint `j` changes its sign in a joint set with this pivot joint.
  [[nodiscard]] bool flips(std::uint32_t j, std::uint32_t pivot) const {
    if (!twisted(j)) return false;
    const float* const q = rotation(j);
    const float* const side = rotation(pivot);
    return ((q[0] * side[0] + q[1] * side[1]) + q[2] * side[2]) + q[3] * side[3] < 0;
  }

  /// An upper bound on the squared distance between the quaternions of two joints. `pair` is an
  /// index into JointSets::pairs().
  [[nodiscard]] float squared_chord(std::uint32_t pair) const {
    return math::at(squared_chords_.data(), pair);
  }
  /// The bounds of all pairs, eight per element.
  [[nodiscard]] std::span<const math::Float8> squared_chords() const { return squared_chords_; }
  [[nodiscard]] float largest_squared_chord() const { return largest_squared_chord_; }

  /// An upper bound, for all joints, on the difference between T_j and the rotation of its
  /// quaternion: the largest distance between the images of a unit vector.
  [[nodiscard]] float defect() const { return defect_; }
  /// An upper bound on the length of the image of a unit vector under any S_j.
  [[nodiscard]] float max_stretch() const { return max_stretch_; }
  /// An upper bound on the distance between the images of a unit vector under S_i and S_j, for two
  /// joints of one set.
  [[nodiscard]] float stretch_difference() const { return stretch_difference_; }

  [[nodiscard]] std::size_t byte_count() const;

 private:
  [[nodiscard]] bool set_similar(const JointSets& sets, const Pose& pose);
  Result<void> set_stretched(const SkinData& skin, const Pose& pose);
  void find_products(std::span<const JointPair> pairs);
  void choose_signs(std::span<const JointPair> links);
  /// Whether the quaternions of each pair have a non-negative product. If so, squared_chords_ is
  /// correct.
  [[nodiscard]] bool agree(std::span<const JointPair> pairs);
  void find_twisted(std::span<const JointPair> pairs);

  std::vector<JointColumns> joints_;  ///< size rounded up to a multiple of 8, like the next two
  std::vector<Quad> rotations_, duals_;
  std::vector<JointColumns> stretches_;
  std::vector<math::Float8> squared_chords_;
  std::vector<std::uint8_t> twisted_;
  std::vector<math::Float8> products_;  ///< used only while a pose is set, like the next
  std::vector<std::uint8_t> flips_;
  float scale_ = 1;
  float largest_squared_chord_ = 0;
  float defect_ = 0;
  float max_stretch_ = 1;
  float stretch_difference_ = 0;
};

}  // namespace dermis::skinning
