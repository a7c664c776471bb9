// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
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

  /// Callers hold a DefinedFloatMode.
  [[nodiscard]] Vec3 vertex(std::uint32_t index) const;

 private:
  struct ActiveTarget {
    const MorphTarget* target;
    float weight;
  };

  const LinearSkin* skin_;
  std::vector<JointColumns> joints_;
  std::vector<ActiveTarget> targets_;  ///< those with a weight, in order
};

}  // namespace dermis::skinning
