// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/ball_block.h"

#include <cassert>

namespace dermis::spheres {

namespace {

using math::Four;

struct Centers {
  Four x, y, z;
};
struct Range {
  Centers low, high;
};

Range range(std::span<const BallBlock> blocks) {
  const BallBlock& first = blocks[0];
  Range range{{first.x, first.y, first.z}, {first.x, first.y, first.z}};
  for (const BallBlock& block : blocks.subspan(1)) {
    range.low = {math::min(range.low.x, block.x), math::min(range.low.y, block.y),
                 math::min(range.low.z, block.z)};
    range.high = {math::max(range.high.x, block.x), math::max(range.high.y, block.y),
                  math::max(range.high.z, block.z)};
  }
  return range;
}

Centers sum(std::span<const BallBlock> blocks) {
  Centers sum{blocks[0].x, blocks[0].y, blocks[0].z};
  for (const BallBlock& block : blocks.subspan(1)) {
    sum = {sum.x + block.x, sum.y + block.y, sum.z + block.z};
  }
  return sum;
}

Four radius(std::span<const BallBlock> blocks, const Centers& centers) {
  Four radius{};
  for (const BallBlock& block : blocks) {
    const Four dx = block.x - centers.x;
    const Four dy = block.y - centers.y;
    const Four dz = block.z - centers.z;
    radius = math::max(radius, math::square_root(dx * dx + dy * dy + dz * dz) + block.radius);
  }
  return radius;
}

}  // namespace

Ball enclose(std::span<const BallBlock> blocks, RefitCenter choice) {
  assert(!blocks.empty());
  Vec3 center;
  if (choice == RefitCenter::average) {
    const auto [x, y, z] = sum(blocks);
    const float share = 0.25F / static_cast<float>(blocks.size());
    const auto mean = [&](const Four& s) { return share * (s[0] + s[1] + s[2] + s[3]); };
    center = {mean(x), mean(y), mean(z)};
  } else {
    const auto [low, high] = range(blocks);
    const auto middle = [](const Four& l, const Four& h) {
      return 0.5F * math::lowest(l) + 0.5F * math::highest(h);
    };
    center = {middle(low.x, high.x), middle(low.y, high.y), middle(low.z, high.z)};
  }
  const Centers everywhere{math::all(center.x), math::all(center.y), math::all(center.z)};
  return {center, math::highest(radius(blocks, everywhere))};
}

BallBlock enclose_lanes(std::span<const BallBlock> blocks, RefitCenter choice) {
  Centers centers;
  if (choice == RefitCenter::average) {
    const auto [x, y, z] = sum(blocks);
    const float share = 1 / static_cast<float>(blocks.size());
    centers = {share * x, share * y, share * z};
  } else {
    const auto [low, high] = range(blocks);
    const auto middle = [](const Four& l, const Four& h) { return 0.5F * l + 0.5F * h; };
    centers = {middle(low.x, high.x), middle(low.y, high.y), middle(low.z, high.z)};
  }
  return {centers.x, centers.y, centers.z, radius(blocks, centers)};
}

}  // namespace dermis::spheres
