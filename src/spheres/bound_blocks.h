// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/four.h"
#include "spheres/ball_block.h"
#include "triangle/triangle_boxes.h"

/// Four bounds side by side, and tests of one against four.
namespace dermis::spheres {

using math::Box;

struct alignas(32) BoxBlock {
  using Bound = Box;
  math::Four low_x, low_y, low_z, high_x, high_y, high_z;

  [[nodiscard]] Box get(std::size_t lane) const {
    return {{low_x[lane], low_y[lane], low_z[lane]}, {high_x[lane], high_y[lane], high_z[lane]}};
  }
  void set(std::size_t lane, const Box& box) {
    low_x[lane] = box.low.x;
    low_y[lane] = box.low.y;
    low_z[lane] = box.low.z;
    high_x[lane] = box.high.x;
    high_y[lane] = box.high.y;
    high_z[lane] = box.high.z;
  }
};

/// Bit i: the ball shares a point with ball i, or almost does. The squares carry 8 roundings of
/// 2⁻²⁴ each. To make up for these, balls are larger than their contents by 5 · 2⁻²⁴. Overflow
/// counts as sharing.
inline unsigned overlaps(const Ball& ball, const BallBlock& block) {
  const math::Four dx = block.x - ball.center.x;
  const math::Four dy = block.y - ball.center.y;
  const math::Four dz = block.z - ball.center.z;
  const math::Four reach = block.radius + ball.radius;
  return ~math::greater(dx * dx + dy * dy + dz * dz, reach * reach) & 15U;
}

/// Bit i: the box shares a point with the i-th one.
inline unsigned overlaps(const Box& box, const BoxBlock& block) {
  using math::all;
  using math::greater;
  return ~(greater(block.low_x, all(box.high.x)) | greater(all(box.low.x), block.high_x) |
           greater(block.low_y, all(box.high.y)) | greater(all(box.low.y), block.high_y) |
           greater(block.low_z, all(box.high.z)) | greater(all(box.low.z), block.high_z)) &
         15U;
}

/// A measure of how much a bound may shrink when it is opened.
inline float size_of(const Ball& ball) {
  return ball.radius;
}
using math::size_of;

}  // namespace dermis::spheres
