// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bounds/deviation.h"
#include "math/float8.h"

namespace dermis::bounds {

/// The vertices that two joints move together, for all pairs of joints: how far a character's blend
/// may be from the linear one anywhere.
class PairBalls {
 public:
  PairBalls() = default;
  explicit PairBalls(const Skin& skin);

  /// Finds Deviation::most, and squared_images, which refers to those here. Callers hold a
  /// DefinedFloatMode.
  void find_most(const skinning::PosedSkin& skin, Deviation& deviation,
                 std::vector<math::Float8>& squared_images) const;

  [[nodiscard]] std::size_t byte_count() const { return sizeof(Group) * groups_.size(); }

  /// Of JointSets::pairs(), eight in a row; missing ones repeat the last, with a factor of 0.
  struct Group {
    /// Of each pair's ball, laid out like the columns of joints: x x x 0 y y y 0, z z z 0 1 1 1 0.
    math::Float8 centre[8][2];
    math::Float8 radius;
    math::Float8 factor;
    std::uint32_t joint[2][8];  ///< of each pair
  };

 private:
  std::vector<Group> groups_;
};

}  // namespace dermis::bounds
