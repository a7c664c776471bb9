// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/root_box.h"

#include <cmath>
#include <limits>

namespace dermis::bounds {

namespace {

using math::Box;
using math::Four;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

RootBox::RootBox(const LinearSkin& skin) {
  std::vector<Box> boxes(skin.joint_count(), Box::empty());
  for (std::size_t v = 0; v < skin.vertex_count(); ++v) {
    for (const Influence& influence : skin.influences(v)) {
      boxes[influence.joint].include(skin.position(v));
    }
  }
  for (std::uint32_t j = 0; j < boxes.size(); ++j) {
    const Box& box = boxes[j];
    if (box.low.x > box.high.x) continue;
    const Four low{box.low.x, box.low.y, box.low.z, 0};
    const Four high{box.high.x, box.high.y, box.high.z, 0};
    const Four centre = 0.5F * low + 0.5F * high;
    joints_.push_back({centre, math::max(high - centre, centre - low), j});
  }
  delta_extents_.assign(skin.delta_extents().begin(), skin.delta_extents().end());
}

Box RootBox::refit(const skinning::PosedSkin& skin, const BoxSlack& slack) const {
  // Half extents of the rest boxes, products and sums: 6 roundings for a half, 5 for a centre and 2
  // for its ends, and 2 for each morph target.
  const float widen = slack.base + slack.ulp * (13 + 2 * static_cast<float>(delta_extents_.size()));
  if (!(widen < kInfinity)) {
    return {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  }
  Four inflate{};
  for (std::uint32_t m = 0; skin.morphs() && m < delta_extents_.size(); ++m) {
    const Vec3& extent = delta_extents_[m];
    inflate += std::abs(skin.morph_weight(m)) * Four{extent.x, extent.y, extent.z, 0};
  }
  Four low = math::all(kInfinity);
  Four high = math::all(-kInfinity);
  for (const auto& [rest, rest_half, joint] : joints_) {
    const auto& column = skin.joint(joint).column;
    const auto absolute = [](const Four& a) { return math::max(a, -a); };
    const Four x = math::load(column[0]);
    const Four y = math::load(column[1]);
    const Four z = math::load(column[2]);
    const Four grown = rest_half + inflate;
    const Four centre = x * rest[0] + y * rest[1] + z * rest[2] + math::load(column[3]);
    const Four half = absolute(x) * grown[0] + absolute(y) * grown[1] + absolute(z) * grown[2];
    low = math::min(low, centre - half);
    high = math::max(high, centre + half);
  }
  low -= widen;
  high += widen;
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

}  // namespace dermis::bounds
