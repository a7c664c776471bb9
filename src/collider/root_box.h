// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "collider/box_refit.h"
#include "collider/pair_balls.h"
#include "math/four.h"
#include "skinning/posed_skin.h"

namespace dermis::collider {

/// The box around a whole character, and the slack of all its boxes in a pose. The box encloses,
/// for each joint, the image of the box around the vertices that the joint moves.
class RootBox {
 public:
  RootBox() = default;
  explicit RootBox(const skinning::SkinData& skin);

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(JointBox) * joints_.size() + pairs_.byte_count() +
           sizeof(Vec3) * delta_extents_.size();
  }
  [[nodiscard]] const PairBalls& pairs() const { return pairs_; }
  /// How far boxes are widened in the pose of `skin`. `weight_error` is
  /// Collider::Data::weight_error. The result may refer to `squared_images`.
  [[nodiscard]] BoxSlack slack(const skinning::PosedSkin& skin, double weight_error,
                               std::vector<math::Float8>& squared_images) const;
  /// The box in the pose of `skin`, with the slack of that pose.
  [[nodiscard]] math::Box refit(const skinning::PosedSkin& skin, const BoxSlack& slack) const;

 private:
  struct JointBox {
    math::Four center, half;
    std::uint32_t joint;
  };
  std::vector<JointBox> joints_;
  PairBalls pairs_;
  std::vector<Vec3> delta_extents_;  ///< the largest |delta| of each morph target, per axis
};

}  // namespace dermis::collider
