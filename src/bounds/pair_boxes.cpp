// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/pair_boxes.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bounds/pair_boxes.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>

#include "math/dispatch.h"
#include "math/eight-inl.h"
#include "skinning/rigid_blend.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::bounds::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using wide::Eight;

HWY_INLINE Eight squared_chords(const PairBoxes::Eight& pairs, const skinning::RigidPose& rigid) {
  alignas(32) float chords[8];
  for (std::size_t i = 0; i < 8; ++i) chords[i] = rigid.squared_chord(pairs.pair[i]);
  return wide::load(chords);
}

/// The most that the two joints of each pair put a point of its box apart, squared.
HWY_INLINE Eight squared_images(const PairBoxes::Eight& pairs, const skinning::PosedSkin& skin,
                                const Vec3& morphed) {
  const auto all_pairs = skin.skin().joint_sets().pairs();
  const auto column = [&](int c) {
    const wide::Points i = wide::load_rows(
        [&](std::size_t lane) { return skin.joint(all_pairs[pairs.pair[lane]].i).column[c]; });
    const wide::Points j = wide::load_rows(
        [&](std::size_t lane) { return skin.joint(all_pairs[pairs.pair[lane]].j).column[c]; });
    return wide::Points{i.x - j.x, i.y - j.y, i.z - j.z};
  };
  wide::Points sum = column(3);
  wide::Points far{wide::all(0), wide::all(0), wide::all(0)};
  const float more[3] = {morphed.x, morphed.y, morphed.z};
  for (int c = 0; c < 3; ++c) {
    const wide::Points d = column(c);
    const Eight centre = wide::load(pairs.centre[c].lane);
    const Eight half = wide::load(pairs.half[c].lane) + wide::all(more[c]);
    sum = {wide::multiply_add(d.x, centre, sum.x), wide::multiply_add(d.y, centre, sum.y),
           wide::multiply_add(d.z, centre, sum.z)};
    far = {wide::multiply_add(wide::abs(d.x), half, far.x),
           wide::multiply_add(wide::abs(d.y), half, far.y),
           wide::multiply_add(wide::abs(d.z), half, far.z)};
  }
  far = {wide::abs(sum.x) + far.x, wide::abs(sum.y) + far.y, wide::abs(sum.z) + far.z};
  return far.x * far.x + far.y * far.y + far.z * far.z;
}

void find_deviation(std::span<const PairBoxes::Eight> eights, const skinning::PosedSkin& skin,
                    const Deviation& pose, const Vec3& morphed, float& result) {
  constexpr float kMore = 1.0001F;  // for the roundings here
  const skinning::RigidPose& rigid = skin.rigid();
  Eight rotations = wide::all(0);
  if (skin.skinning() == Skinning::spherical) {
    for (const PairBoxes::Eight& pairs : eights) {
      const Eight arm = wide::multiply_add(wide::all(pose.stretch), wide::load(pairs.factor.lane),
                                           wide::all(0.5F * pose.extra));
      rotations = wide::max(rotations, squared_chords(pairs, rigid) * arm);
    }
    result = 2 * kMore * wide::highest(rotations) + pose.shear;
    return;
  }
  Eight images = wide::all(0);
  for (const PairBoxes::Eight& pairs : eights) {
    // (d + 2 s)² ≤ 2 d² + 8 s², and d² without a shear.
    Eight squares = squared_images(pairs, skin, morphed);
    if (pose.shear > 0) {
      squares = squares + squares + wide::all(8 * pose.shear * pose.shear);
    }
    const Eight spread = wide::load(pairs.factor.lane);
    images = wide::max(images, spread * squares);
    rotations = wide::max(rotations, spread * squared_chords(pairs, rigid));
  }
  const float most = wide::highest(rotations);
  const float least = std::max(1 - most, skinning::kLeastSquare);
  result = kMore * std::sqrt(most * wide::highest(images) / least) + pose.shear;
}

}  // namespace dermis::bounds::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::bounds {

PairBoxes::PairBoxes(const Skin& skin) {
  const skinning::JointSets& sets = skin.joint_sets();
  const std::size_t count = sets.pairs().size();
  std::vector<math::Box> boxes(count, math::Box::empty());
  std::vector<float> factors(count);
  for (std::uint32_t v = 0; v < skin.vertex_count() && count > 0; ++v) {
    const float factor = pair_factor(skin, v);
    sets.for_each_pair(v, [&](std::uint32_t pair) {
      boxes[pair].include(skin.position(v));
      factors[pair] = std::max(factors[pair], factor);
    });
  }
  eights_.resize((count + 7) / 8);
  for (std::size_t i = 0; i < 8 * eights_.size(); ++i) {
    Eight& eight = eights_[i / 8];
    const std::size_t lane = i % 8;
    const std::size_t pair = std::min(i, count - 1);
    eight.pair[lane] = static_cast<std::uint32_t>(pair);
    eight.factor.lane[lane] = i < count ? factors[pair] : 0;
    const math::Box& box = boxes[pair];
    const float low[3] = {box.low.x, box.low.y, box.low.z};
    const float high[3] = {box.high.x, box.high.y, box.high.z};
    for (int k = 0; k < 3; ++k) {
      eight.centre[k].lane[lane] = 0.5F * low[k] + 0.5F * high[k];
      // A little more than half, for the rounding of the centre.
      eight.half[k].lane[lane] =
          0.500001F * (high[k] - low[k]) + 0x1p-22F * std::max(std::abs(low[k]), std::abs(high[k]));
    }
  }
}

float PairBoxes::deviation(const skinning::PosedSkin& skin, const Deviation& pose,
                           const Vec3& morphed) const {
  if (eights_.empty()) return 0;
  float result = 0;
  DERMIS_DISPATCH(best_isa(), find_deviation(eights_, skin, pose, morphed, result));
  return result;
}

}  // namespace dermis::bounds
#endif
