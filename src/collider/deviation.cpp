// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/deviation.h"

#include <algorithm>
#include <cmath>

#include "math/doubles.h"
#include "math/rounded_up.h"
#include "skinning/rigid_blend.h"

namespace dermis::collider {

using math::rounded_up;

// With u = 2⁻²⁴, k influences, and X = reach + 4 · stretch · extent, which bounds all terms: a
// blended quaternion has an error of 2 (k + 1) u. A vector that it rotates has twice that error,
// divided by the length of the quaternion; dual parts have that error times X. Some 60 more
// roundings follow. All of it is less than (20 (k + 1) + 100) u X / |μ|². A T_j that differs from
// its quaternion's rotation by δ moves v by δ |v − c|, and, in Y, twice as much times √(V / (1 −
// V)).
Deviation deviation_of(const skinning::PosedSkin& posed) {
  const skinning::SkinData& skin = posed.skin();
  if (skin.skinning() == Skinning::linear) return {};
  const Pose& pose = posed.pose();
  const double reach = posed.reach();
  constexpr double kUlp = 0x1p-24;
  const skinning::RigidPose& rigid = posed.rigid();
  const double extent = skin.extent(pose);
  const double stretch = rigid.max_stretch();
  const double most = std::min(0.5 * rigid.largest_squared_chord(), 1.0);
  const double least = std::max(1 - most, double{skinning::kLeastSquare});
  const double roundings = 20 * double(skin.most_influences() + 1) + 100;
  const double arm = 3 * stretch * extent;

  double morphed = 0;
  for (std::size_t m = 0; m < pose.morph_weights.size(); ++m) {
    morphed +=
        std::abs(double{pose.morph_weights[m]}) * length(math::to_double(skin.delta_extents()[m]));
  }
  Deviation result;
  result.stretch = rounded_up(stretch);
  result.morphed = rounded_up(morphed);
  result.extra = rounded_up(rigid.stretches() ? arm : stretch * morphed);
  result.shear = rounded_up(double{rigid.stretch_difference()} * extent);
  // Spherical blending divides the rotated vector by the length of the quaternion, but not the
  // centre.
  const bool spherical = skin.skinning() == Skinning::spherical;
  const double turned = 4 * stretch * extent + (spherical ? 0 : reach);
  result.error = rounded_up(1.1 * kUlp * roundings * (reach + turned / least) +
                            rigid.defect() * (1 + 2 * std::sqrt(most / least)) * arm);
  return result;
}

float pair_factor(const skinning::SkinData& skin, std::uint32_t vertex) {
  double sum = 0;
  double squares = 0;
  for (const Influence& influence : skin.influences(vertex)) {
    sum += influence.weight;
    squares += double{influence.weight} * influence.weight;
  }
  // Computed for weights that are scaled to sum to 1.
  const double spread = 0.5 * (1 - squares / (sum * sum)) + 1e-12;
  if (skin.skinning() != Skinning::spherical) return rounded_up(spread);
  const skinning::JointSets::Set& set = skin.joint_sets()[skin.joint_sets().of_vertex(vertex)];
  const double arm = length(math::to_double(skin.position(vertex)) - math::to_double(set.center));
  return rounded_up(spread * (arm + (set.fixed ? 0 : 1.001 * double{set.radius})) * (1 + 1e-6));
}

}  // namespace dermis::collider
