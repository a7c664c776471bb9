// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/skinning/linear_skin.h"
#include "skinning/linear_kernel.h"

namespace dermis::skinning {

/// A skin in a pose, one vertex at a time: the same bits as LinearSkin::deform(). Refers to the
/// skin.
class PosedSkin {
 public:
  explicit PosedSkin(const LinearSkin& skin) : skin_(&skin) {}

  /// The skin must not refuse the pose.
  void set_pose(const Pose& pose);

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(JointColumns) * joints_.size() + sizeof(float) * morph_weights_.size() +
           sizeof(ActiveTarget) * targets_.size();
  }

  [[nodiscard]] const JointColumns& joint(std::uint32_t index) const { return joints_[index]; }

  /// Whether a morph target has a weight.
  [[nodiscard]] bool morphs() const { return !targets_.empty(); }

  [[nodiscard]] float morph_weight(std::uint32_t target) const { return morph_weights_[target]; }

  /// The rest position, morphed. Callers hold a DefinedFloatMode, here and below.
  [[nodiscard]] Vec3 morphed(std::uint32_t index) const;
  [[nodiscard]] Vec3 vertex(std::uint32_t index) const;
  /// All of them; `out` has as many elements as the skin has vertices.
  void deform_all(std::span<Vec3> out, Isa isa = best_isa()) const;

 private:
  struct ActiveTarget {
    const MorphTarget* target;
    float weight;
  };

  const LinearSkin* skin_;
  std::vector<JointColumns> joints_;
  std::vector<float> morph_weights_;
  std::vector<ActiveTarget> targets_;  ///< those with a weight, in order
};

}  // namespace dermis::skinning
