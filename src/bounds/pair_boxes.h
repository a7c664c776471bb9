// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bounds/deviation.h"
#include "math/float8.h"

namespace dermis::bounds {

/// The vertices that two joints move together, for all pairs of joints: how far a character's blend
/// may be from the linear one anywhere.
class PairBoxes {
 public:
  PairBoxes() = default;
  explicit PairBoxes(const Skin& skin);

  /// `morphed` is how far morph targets move vertices along each axis, at most. Callers hold a
  /// DefinedFloatMode.
  [[nodiscard]] float deviation(const skinning::PosedSkin& skin, const Deviation& pose,
                                const Vec3& morphed) const;

  [[nodiscard]] std::size_t byte_count() const { return sizeof(Eight) * eights_.size(); }

  /// Of JointSets::pairs(), eight in a row; missing ones repeat the last, with a factor of 0.
  struct Eight {
    math::Float8 centre[3], half[3];
    math::Float8 factor;
    std::uint32_t pair[8];
  };

 private:
  std::vector<Eight> eights_;
};

}  // namespace dermis::bounds
