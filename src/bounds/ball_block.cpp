// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/ball_block.h"

namespace dermis::bounds {

namespace {

using math::Four;

Vec3 mid_range(std::span<const BallBlock> blocks) {
  Four low[3] = {blocks[0].x, blocks[0].y, blocks[0].z};
  Four high[3] = {blocks[0].x, blocks[0].y, blocks[0].z};
  for (const BallBlock& block : blocks.subspan(1)) {
    const Four* const centers[3] = {&block.x, &block.y, &block.z};
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = math::min(low[axis], *centers[axis]);
      high[axis] = math::max(high[axis], *centers[axis]);
    }
  }
  const auto middle = [&](int axis) {
    return 0.5F * math::lowest(low[axis]) + 0.5F * math::highest(high[axis]);
  };
  return {middle(0), middle(1), middle(2)};
}

Vec3 average(std::span<const BallBlock> blocks) {
  Four sum[3] = {};
  for (const BallBlock& block : blocks) {
    sum[0] += block.x;
    sum[1] += block.y;
    sum[2] += block.z;
  }
  const float share = 0.25F / static_cast<float>(blocks.size());
  const auto mean = [&](const Four& s) { return share * (s[0] + s[1] + s[2] + s[3]); };
  return {mean(sum[0]), mean(sum[1]), mean(sum[2])};
}

}  // namespace

Ball enclose(std::span<const BallBlock> blocks, RefitCentre centre) {
  Ball ball{centre == RefitCentre::average ? average(blocks) : mid_range(blocks), 0};
  Four radius{};
  for (const BallBlock& block : blocks) {
    const Four dx = block.x - ball.center.x;
    const Four dy = block.y - ball.center.y;
    const Four dz = block.z - ball.center.z;
    radius = math::max(radius, math::square_root(dx * dx + dy * dy + dz * dz) + block.radius);
  }
  ball.radius = math::highest(radius);
  return ball;
}

}  // namespace dermis::bounds
