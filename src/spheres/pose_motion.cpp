// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/pose_motion.h"

#include <cmath>

#include "collider/collider_data.h"
#include "math/rounded_up.h"
#include "math/stretch.h"
#include "spheres/sphere_refit.h"

namespace dermis::spheres {

// With u = 2⁻²⁴, and R, the reach, which bounds all coordinates and the terms of the sums that they
// come from:
//  - A coordinate of a posed vertex has an error of u R for each of the kernel's roundings, and of
//    e R if the sum of the weights differs from 1 by e.
//  - A coordinate of a corner's centre, Σ w_j C_j c, has 6 u R from each C_j c, which the blending
//    averages; u R from the products with the weights, which sum to 1, and u R from the rounding of
//    these weights; and u R from each of the sums over the joints.
//  - If blending is not linear, it has its own error and, at most, once more that of the map or the
//    rotations that stand for its weights.
// The slack is √3 times as much, for the three axes together. The position of the ball's centre
// does not matter, as the radius is measured from there:
//  - Its distance from a corner's centre has a relative error of 4 u (differences, squares and sums
//    count half under the root). The corner's radius has a relative error of u for each joint and
//    morph target, and 7 u in addition (stretch, inflation, weights, sums). Together, they are the
//    growth.
// Both get a tenth more for the products of all these small numbers. Squares of lengths under 2⁻⁶³
// may underflow. If lengths could overflow, bounds are infinite.
void PoseMotion::set(const Collider::Data& data, const skinning::PosedSkin& pose,
                     const collider::BoxSlack& box_slack) {
  const skinning::SkinData& baked = data.skin;
  skin = &pose;
  deviation = box_slack.deviation;
  if (baked.skinning() != Skinning::linear && maps.size() == 0) {
    maps = base::LazyArray<skinning::JointColumns>(baked.vertex_count());
  }
  if (epoch == base::LazyStamps::kLastEpoch) {
    maps.clear();
    epoch = 0;
  }
  ++epoch;
  joints.clear();
  joints.reserve(baked.joint_count());
  // If all joints have the same scale, they stretch equally.
  const bool similar = baked.skinning() != Skinning::linear && !pose.rigid().stretches();
  const float scale =
      similar ? math::rounded_up(double{pose.rigid().scale()} * (1.0 + pose.rigid().defect())) : 0;
  for (std::uint32_t j = 0; j < baked.joint_count(); ++j) {
    const Affine a = skinning::to_affine(pose.joint(j));
    joints.emplace_back(a, similar ? scale : math::largest_stretch(a));
  }
  morph_weights.clear();
  for (std::uint32_t m = 0; m < baked.morph_target_count(); ++m) {
    morph_weights.push_back(pose.morph_weight(m));
  }

  constexpr double kUlp = 0x1p-24;
  constexpr double kRootOf3 = 1.7320508076;
  constexpr auto kJoints = static_cast<double>(kMostJoints);
  const double per_axis = pose.reach() * (kUlp * (double(baked.roundings()) + 6 + 2 + kJoints) +
                                          4 * data.weight_error) +
                          2 * box_slack.deviation.error;
  const double relative = kUlp * (4 + kJoints + double(baked.morph_target_count()) + 7 + 5);
  growth = math::rounded_up(1 + 1.1 * relative);
  slack = std::isinf(box_slack.base) ? box_slack.base
                                     : math::rounded_up(1.1 * kRootOf3 * per_axis + 0x1p-60);
}

}  // namespace dermis::spheres
