// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/root_box.h"

#include <cmath>
#include <limits>

namespace dermis::collider {

namespace {

using math::Box;
using math::Four;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A box as centre and half extents.
struct CentredBox {
  Four centre, half;
  explicit CentredBox(const Box& box) {
    const Four low{box.low.x, box.low.y, box.low.z, 0};
    const Four high{box.high.x, box.high.y, box.high.z, 0};
    centre = 0.5F * low + 0.5F * high;
    half = math::max(high - centre, centre - low);
  }
};

/// A box transformed by a matrix.
struct Moved {
  Four centre, half;
  Moved(const Four& x, const Four& y, const Four& z, const Four& t, const Four& c, const Four& h)
      : centre(x * c[0] + y * c[1] + z * c[2] + t),
        half(absolute(x) * h[0] + absolute(y) * h[1] + absolute(z) * h[2]) {}
  static Four absolute(const Four& a) { return math::max(a, -a); }
};

}  // namespace

RootBox::RootBox(const skinning::SkinData& skin) : pairs_(skin) {
  std::vector<Box> boxes(skin.joint_count(), Box::empty());
  for (std::size_t v = 0; v < skin.vertex_count(); ++v) {
    for (const Influence& influence : skin.influences(v)) {
      boxes[influence.joint].include(skin.position(v));
    }
  }
  for (std::uint32_t j = 0; j < boxes.size(); ++j) {
    const Box& box = boxes[j];
    if (box.low.x > box.high.x) continue;
    const CentredBox middle(box);
    joints_.push_back({middle.centre, middle.half, j});
  }
  delta_extents_.assign(skin.delta_extents().begin(), skin.delta_extents().end());
}

Box RootBox::refit(const skinning::PosedSkin& skin, const BoxSlack& slack) const {
  // The roundings of rest boxes, products and sums: 6 for a half extent, 5 for a centre and 2 for
  // its ends, and 2 for each morph target.
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
    const Moved box(math::load(column[0]), math::load(column[1]), math::load(column[2]),
                    math::load(column[3]), rest, rest_half + inflate);
    low = math::min(low, box.centre - box.half);
    high = math::max(high, box.centre + box.half);
  }
  const float more = widen + slack.deviation.most;
  low -= more;
  high += more;
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

}  // namespace dermis::collider
