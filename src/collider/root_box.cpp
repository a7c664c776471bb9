// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/root_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dermis::collider {

namespace {

using math::Box;
using math::Four;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A box as centre and half extents.
struct CenterdBox {
  Four center, half;
  explicit CenterdBox(const Box& box) {
    const Four low{box.low.x, box.low.y, box.low.z, 0};
    const Four high{box.high.x, box.high.y, box.high.z, 0};
    center = 0.5F * low + 0.5F * high;
    half = math::max(high - center, center - low);
  }
};

/// A box transformed by a matrix.
struct Moved {
  Four center, half;
  Moved(const Four& x, const Four& y, const Four& z, const Four& t, const Four& c, const Four& h)
      : center(x * c[0] + y * c[1] + z * c[2] + t),
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
    const CenterdBox middle(box);
    joints_.push_back({middle.center, middle.half, j});
  }
  delta_extents_.assign(skin.delta_extents().begin(), skin.delta_extents().end());
}

// With u = 2⁻²⁴ and R, the reach: a coordinate of a posed vertex has an error of u R for each of
// the kernel's roundings, and of e R if the sum of the weights differs from 1 by e. The error of a
// box itself is a number of u R, which is in its record (box_refit.h). A tenth more covers the
// products of these small numbers.
BoxSlack RootBox::slack(const skinning::PosedSkin& skin, double weight_error,
                        std::vector<math::Float8>& squared_images) const {
  constexpr double kUlp = 0x1p-24;
  const double reach = skin.reach();
  const bool linear = skin.skinning() == Skinning::linear;
  // If sums could overflow, boxes are infinite; if blending is not linear, also if squares could.
  constexpr BoxSlack kUnknown{kInfinity, 0, {}};
  if (reach > (linear ? 0x1p+120 : 0x1p+50)) return kUnknown;
  Deviation deviation = deviation_of(skin);
  if (!(std::max({deviation.error, deviation.shear, deviation.extra}) < 0x1p+50F)) return kUnknown;
  pairs_.find_most(skin, deviation, squared_images);
  // The blended rotation does not depend on the error of the weights, but the linear blend and the
  // blend of the rotation centre do. So the error counts several times.
  const double misses = linear ? 1 : 4;
  const double base =
      1.1 * reach * (kUlp * double(skin.skin().roundings()) + misses * weight_error);
  return {static_cast<float>(base + deviation.error + 0x1p-100),
          static_cast<float>(1.1 * reach * kUlp), deviation};
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
    low = math::min(low, box.center - box.half);
    high = math::max(high, box.center + box.half);
  }
  const float more = widen + slack.deviation.most;
  low -= more;
  high += more;
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

}  // namespace dermis::collider
