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

#include "bounds/deviation-inl.h"
#include "math/dispatch.h"
#include "math/eight-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::bounds::HWY_NAMESPACE {

/// The most that the two joints of each pair put a point of its box apart, squared.
HWY_INLINE Eight squared_images(const PairBoxes::Group& pairs, const skinning::PosedSkin& skin,
                                const Vec3& morphed) {
  const auto column = [&](int c) {
    const auto of = [&](int which) {
      return wide::load_rows(
          [&](std::size_t lane) { return skin.joint(pairs.joint[which][lane]).column[c]; });
    };
    const wide::Points i = of(0);
    const wide::Points j = of(1);
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

void find_images(std::span<const PairBoxes::Group> groups, const skinning::PosedSkin& skin,
                 float shear, const Vec3& morphed, math::Float8* squares) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    // (d + 2 s)² ≤ 2 d² + 8 s², and d² without a shear.
    Eight square = squared_images(groups[i], skin, morphed);
    if (shear > 0) square = square + square + wide::all(8 * shear * shear);
    wide::store(square, squares[i].lane);
  }
}

void find_deviation(std::span<const PairBoxes::Group> groups, const skinning::PosedSkin& skin,
                    const Deviation& pose, float& result) {
  const math::Float8* const chords = skin.rigid().squared_chords().data();
  DeviationSum sum(skin.skinning(), pose);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Eight factor = wide::load(groups[i].factor.lane);
    sum.add_chord(factor, wide::load(chords[i].lane));
    if (skin.skinning() == Skinning::spherical) continue;
    sum.add_image(factor, wide::load(pose.squared_images[i].lane));
  }
  result = wide::highest(sum.bound_of_all());
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
  groups_.resize((count + 7) / 8);
  for (std::size_t i = 0; i < 8 * groups_.size(); ++i) {
    Group& group = groups_[i / 8];
    const std::size_t lane = i % 8;
    const std::size_t pair = std::min(i, count - 1);
    group.joint[0][lane] = sets.pairs()[pair].i;
    group.joint[1][lane] = sets.pairs()[pair].j;
    group.factor.lane[lane] = i < count ? factors[pair] : 0;
    const math::Box& box = boxes[pair];
    const float low[3] = {box.low.x, box.low.y, box.low.z};
    const float high[3] = {box.high.x, box.high.y, box.high.z};
    for (int k = 0; k < 3; ++k) {
      group.centre[k].lane[lane] = 0.5F * low[k] + 0.5F * high[k];
      // A little more than half, for the rounding of the centre.
      group.half[k].lane[lane] =
          0.500001F * (high[k] - low[k]) + 0x1p-22F * std::max(std::abs(low[k]), std::abs(high[k]));
    }
  }
}

void PairBoxes::find_images(const skinning::PosedSkin& skin, const Pose& pose,
                            const Deviation& deviation,
                            std::vector<math::Float8>& squared_images) const {
  Vec3 morphed;
  for (std::size_t m = 0; m < pose.morph_weights.size(); ++m) {
    const float weight = std::abs(pose.morph_weights[m]);
    const Vec3& extent = skin.skin().delta_extents()[m];
    morphed = {morphed.x + weight * extent.x, morphed.y + weight * extent.y,
               morphed.z + weight * extent.z};
  }
  squared_images.resize(groups_.size());
  DERMIS_DISPATCH(best_isa(),
                  find_images(groups_, skin, deviation.shear, morphed, squared_images.data()));
}

float PairBoxes::deviation(const skinning::PosedSkin& skin, const Deviation& pose) const {
  if (groups_.empty()) return 0;
  float result = 0;
  DERMIS_DISPATCH(best_isa(), find_deviation(groups_, skin, pose, result));
  return result;
}

}  // namespace dermis::bounds
#endif
