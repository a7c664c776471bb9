// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/root_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "skinning/rigid_blend.h"

namespace dermis::bounds {

namespace {

using math::Box;
using math::Four;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A box as centre and half extents.
struct Middle {
  Four centre, half;
  explicit Middle(const Box& box) {
    const Four low{box.low.x, box.low.y, box.low.z, 0};
    const Four high{box.high.x, box.high.y, box.high.z, 0};
    centre = 0.5F * low + 0.5F * high;
    half = math::max(high - centre, centre - low);
  }
};

/// What a matrix makes of a box.
struct Moved {
  Four centre, half;
  Moved(const Four& x, const Four& y, const Four& z, const Four& t, const Four& c, const Four& h)
      : centre(x * c[0] + y * c[1] + z * c[2] + t),
        half(absolute(x) * h[0] + absolute(y) * h[1] + absolute(z) * h[2]) {}
  static Four absolute(const Four& a) { return math::max(a, -a); }
};

}  // namespace

RootBox::RootBox(const Skin& skin) {
  std::vector<Box> boxes(skin.joint_count(), Box::empty());
  for (std::size_t v = 0; v < skin.vertex_count(); ++v) {
    for (const Influence& influence : skin.influences(v)) {
      boxes[influence.joint].include(skin.position(v));
    }
  }
  for (std::uint32_t j = 0; j < boxes.size(); ++j) {
    const Box& box = boxes[j];
    if (box.low.x > box.high.x) continue;
    const Middle middle(box);
    joints_.push_back({middle.centre, middle.half, j});
  }
  add_pairs(skin);
  delta_extents_.assign(skin.delta_extents().begin(), skin.delta_extents().end());
}

void RootBox::add_pairs(const Skin& skin) {
  const skinning::JointSets& sets = skin.joint_sets();
  std::vector<Box> boxes(sets.pairs().size(), Box::empty());
  std::vector<float> factors(sets.pairs().size());
  for (std::uint32_t v = 0; v < skin.vertex_count() && !boxes.empty(); ++v) {
    const float factor = pair_factor(skin, v);
    sets.for_each_pair(v, [&](std::uint32_t pair) {
      boxes[pair].include(skin.position(v));
      factors[pair] = std::max(factors[pair], factor);
    });
  }
  for (std::uint32_t p = 0; p < boxes.size(); ++p) {
    const Middle middle(boxes[p]);
    pairs_.push_back({middle.centre, middle.half, p, factors[p]});
  }
}

float RootBox::deviation(const skinning::PosedSkin& skin, const Deviation& pose,
                         const Four& inflate) const {
  if (pairs_.empty()) return 0;
  constexpr float kMore = 1.0001F;  // for the roundings here
  const skinning::RigidPose& rigid = skin.rigid();
  float rotations = 0;
  if (skin.skinning() == Skinning::spherical) {
    for (const PairBox& pair : pairs_) {
      const float arm = pose.stretch * pair.factor + 0.5F * pose.extra;
      rotations = std::max(rotations, rigid.squared_chord(pair.pair) * arm);
    }
    return 2 * kMore * rotations + pose.shear;
  }
  float images = 0;
  for (const PairBox& pair : pairs_) {
    const auto [i, j] = skin.skin().joint_sets().pairs()[pair.pair];
    const auto& a = skin.joint(i).column;
    const auto& b = skin.joint(j).column;
    const auto column = [&](int c) { return math::load(a[c]) - math::load(b[c]); };
    const Moved box(column(0), column(1), column(2), column(3), pair.centre, pair.half + inflate);
    const Four far = Moved::absolute(box.centre) + box.half;
    const float squares = far[0] * far[0] + far[1] * far[1] + far[2] * far[2];
    // (d + 2 s)² ≤ 2 d² + 8 s², and d² without a shear.
    const float image = pose.shear > 0 ? 2 * squares + 8 * pose.shear * pose.shear : squares;
    images = std::max(images, pair.factor * image);
    rotations = std::max(rotations, pair.factor * rigid.squared_chord(pair.pair));
  }
  const float least = std::max(1 - rotations, skinning::kLeastSquare);
  return kMore * std::sqrt(rotations * images / least) + pose.shear;
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
    const Moved box(math::load(column[0]), math::load(column[1]), math::load(column[2]),
                    math::load(column[3]), rest, rest_half + inflate);
    low = math::min(low, box.centre - box.half);
    high = math::max(high, box.centre + box.half);
  }
  const float more = widen + deviation(skin, slack.deviation, inflate);
  low -= more;
  high += more;
  return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

}  // namespace dermis::bounds
