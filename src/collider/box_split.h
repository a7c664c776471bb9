// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/box.h"

namespace dermis::collider {

/// Splits items into halves that are compact in several poses, so that items that move together
/// stay together. Each item has a box in each pose.
class BoxSplit {
 public:
  /// boxes[pose][item]
  explicit BoxSplit(std::vector<std::vector<math::Box>> boxes) : boxes_(std::move(boxes)) {}

  /// Reorders items so that the first `left` of them, and the others, have small boxes. Tries the
  /// median along every axis in every pose, and takes the one with the least surface, summed over
  /// all poses.
  void split(std::span<std::uint32_t> items, std::size_t left) const;

  /// The box around items in a pose.
  [[nodiscard]] math::Box around(std::span<const std::uint32_t> items, std::size_t pose) const;
  [[nodiscard]] std::size_t pose_count() const { return boxes_.size(); }

 private:
  std::vector<std::vector<math::Box>> boxes_;
};

}  // namespace dermis::collider
