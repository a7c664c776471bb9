// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/pair_balls.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collider/pair_balls.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>

#include "base/dispatch.h"
#include "collider/deviation-inl.h"
#include "math/doubles.h"
#include "math/eight-inl.h"
#include "math/rounded_up.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::collider::HWY_NAMESPACE {

/// The distance between the images of the centre of each pair's ball under its two joints.
HWY_INLINE Eight center_images(const PairBalls::Group& pairs, const skinning::PosedSkin& skin) {
  // Each column is multiplied by its coordinate. A register holds two columns of four floats.
  math::Float8 products[8];
  for (int i = 0; i < 8; ++i) {
    const float* const a = skin.joint(pairs.joint[0][i]).column[0];
    const float* const b = skin.joint(pairs.joint[1][i]).column[0];
    const Eight first = wide::load(pairs.center[i][0].lane) * (wide::load(a) - wide::load(b));
    const Eight second = wide::load(pairs.center[i][1].lane);
    const Eight difference = wide::load(a + 8) - wide::load(b + 8);
    wide::store(wide::multiply_add(second, difference, first), products[i].lane);
  }
  const wide::Points low = wide::load_rows([&](std::size_t i) { return products[i].lane; });
  const wide::Points high = wide::load_rows([&](std::size_t i) { return products[i].lane + 4; });
  const Eight x = low.x + high.x;
  const Eight y = low.y + high.y;
  const Eight z = low.z + high.z;
  return wide::square_root(x * x + y * y + z * z);
}

/// The largest distance between the images of a vertex under the two joints of each pair.
///
/// Two rotations differ by at most 2 sin(θ/2), with a chord of 2 sin(θ/4). So the images of a point
/// of the ball are farther apart than those of the centre by at most twice the chord times the
/// radius. Stretched joints add two shears, and T_j instead of C_j two more.
HWY_INLINE Eight images(const PairBalls::Group& pairs, const skinning::PosedSkin& skin,
                        const Deviation& pose, const Eight& squared_chord) {
  const Eight radius = wide::load(pairs.radius.lane) + wide::all(pose.morphed);
  const Eight chord = wide::square_root(squared_chord);
  const Eight more = wide::all(2 * pose.stretch) * (chord * radius) + wide::all(4 * pose.shear);
  return center_images(pairs, skin) + more;
}

void find_deviation(std::span<const PairBalls::Group> groups, const skinning::PosedSkin& skin,
                    const Deviation& pose, math::Float8* squared_images, float& most) {
  const math::Float8* const squared_chords = skin.rigid().squared_chords().data();
  const bool needs_images = skin.skinning() == Skinning::dual_quaternion;
  DeviationSum sum(skin.skinning(), pose);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Eight factor = wide::load(groups[i].factor.lane);
    const Eight squared_chord = wide::load(squared_chords[i].lane);
    sum.add_chord(factor, squared_chord);
    if (!needs_images) continue;
    const Eight image = images(groups[i], skin, pose, squared_chord);
    wide::store(image * image, squared_images[i].lane);
    sum.add_image(factor, image * image);
  }
  most = wide::highest(sum.bound_of_all());
}

}  // namespace dermis::collider::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::collider {

PairBalls::PairBalls(const skinning::SkinData& skin) {
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
  std::vector<Vec3> centers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [low, high] = boxes[i];
    centers[i] = {0.5F * low.x + 0.5F * high.x, 0.5F * low.y + 0.5F * high.y,
                  0.5F * low.z + 0.5F * high.z};
  }
  std::vector<double> radii(count);
  for (std::uint32_t v = 0; v < skin.vertex_count() && count > 0; ++v) {
    sets.for_each_pair(v, [&](std::uint32_t pair) {
      const math::Vec3d arm = math::to_double(skin.position(v)) - math::to_double(centers[pair]);
      radii[pair] = std::max(radii[pair], length(arm) * (1 + 1e-12));
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
    const Vec3 c = centers[pair];
    group.center[lane][0] = {{c.x, c.x, c.x, 0, c.y, c.y, c.y, 0}};
    group.center[lane][1] = {{c.z, c.z, c.z, 0, 1, 1, 1, 0}};
    group.radius.lane[lane] = math::rounded_up(radii[pair]);
  }
}

void PairBalls::find_most(const skinning::PosedSkin& skin, Deviation& deviation,
                          std::vector<math::Float8>& squared_images) const {
  if (groups_.empty()) return;
  if (skin.skinning() == Skinning::dual_quaternion) squared_images.resize(groups_.size());
  deviation.squared_images = squared_images.data();
  DERMIS_DISPATCH(current_isa(),
                  find_deviation(groups_, skin, deviation, squared_images.data(), deviation.most));
}

}  // namespace dermis::collider
#endif
