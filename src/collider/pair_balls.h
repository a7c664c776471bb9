// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "collider/deviation.h"
#include "math/float8.h"

namespace dermis::collider {

/// Balls around the vertices that two joints move together, for all pairs of joints. They bound the
/// deviation of a character's blend from the linear one.
class PairBalls {
 public:
  PairBalls() = default;
  explicit PairBalls(const skinning::SkinData& skin);

  /// Sets Deviation::most, and Deviation::squared_images, which refers to `squared_images`.
  void find_most(const skinning::PosedSkin& skin, Deviation& deviation,
                 std::vector<math::Float8>& squared_images) const;

  [[nodiscard]] std::size_t byte_count() const { return sizeof(Group) * groups_.size(); }

  /// Eight of JointSets::pairs(). Missing pairs repeat the last one, with a factor of 0.
  struct Group {
    /// The centre of each pair's ball, laid out like the columns of joints: x x x 0 y y y 0, z z z
    /// 0 1 1 1 0.
    math::Float8 center[8][2];
    math::Float8 radius;
    math::Float8 factor;
    std::uint32_t joint[2][8];  ///< both joints of each pair
  };

 private:
  std::vector<Group> groups_;
};

}  // namespace dermis::collider
