// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/box.h"

namespace dermis::bounds {

/// Items, each with a box in each of several poses, split into halves that stay compact in all of
/// them: so what moves together stays together.
class BoxSplit {
 public:
  /// boxes[pose][item]
  explicit BoxSplit(std::vector<std::vector<math::Box>> boxes) : boxes_(std::move(boxes)) {}

  /// Reorders items so that the first `left` of them, and the others, have small boxes: of the
  /// medians along every axis in every pose the one with the least surface, over all poses.
  void split(std::span<std::uint32_t> items, std::size_t left) const;

  /// Around items, in a pose.
  [[nodiscard]] math::Box around(std::span<const std::uint32_t> items, std::size_t pose) const;
  [[nodiscard]] std::size_t pose_count() const { return boxes_.size(); }

 private:
  std::vector<std::vector<math::Box>> boxes_;
};

}  // namespace dermis::bounds
