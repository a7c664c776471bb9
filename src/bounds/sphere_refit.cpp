// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/sphere_refit.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/four.h"

namespace dermis::bounds {

namespace {

using math::Four;

/// Four balls, one per lane, after a joint.
BallBlock moved(const PoseMotion::Joint& joint, const BallBlock& rest, const Four& radius) {
  const auto row = [&](int i) {
    return joint.x[i] * rest.x + joint.y[i] * rest.y + joint.z[i] * rest.z + joint.t[i];
  };
  return {row(0), row(1), row(2), joint.stretch * radius};
}

}  // namespace

BallBlock SphereRefit::refit(std::uint32_t block, const PoseMotion& motion,
                             RefitCentre centre) const {
  const std::uint32_t first = first_unit_[block];
  const std::uint32_t end = first_unit_[block + 1];
  BallBlock result = refit(units_[first], motion, centre);
  for (std::uint32_t u = first + 1; u < end; ++u) {
    result.set(units_[u].lane, refit(units_[u], motion, centre).get(units_[u].lane));
  }
  return result;
}

BallBlock SphereRefit::refit(const Unit& unit, const PoseMotion& motion, RefitCentre centre) const {
  Four inflate{};
  for (std::uint32_t i = 0; i < unit.displacement_count; ++i) {
    const Displacement& d = displacements_[unit.first_displacement + i];
    inflate += std::abs(motion.morph_weights[d.target]) * d.distance;
  }
  if (unit.corner_count == 0) {
    BallBlock result = unit.rest;
    const Ball ball = enclose_joint_balls(unit, motion, inflate[unit.lane], centre);
    for (std::size_t lane = 0; lane < 4; ++lane) result.set(lane, ball);
    result.radius = motion.growth * result.radius + motion.slack;
    return result;
  }

  BallBlock by_joint[kMostJoints];
  const Four rest_radius = unit.rest.radius + inflate;
  for (std::uint32_t j = 0; j < unit.joint_count; ++j) {
    by_joint[j] = moved(motion.joints[joints_[unit.first_joint + j]], unit.rest, rest_radius);
  }
  BallBlock corners[kMostCorners];
  const Four* weights = weights_.data() + unit.first_weight;
  for (std::uint32_t k = 0; k < unit.corner_count; ++k) {
    Four x = weights[0] * by_joint[0].x;
    Four y = weights[0] * by_joint[0].y;
    Four z = weights[0] * by_joint[0].z;
    Four radius = weights[0] * by_joint[0].radius;
    for (std::uint32_t j = 1; j < unit.joint_count; ++j) {
      x += weights[j] * by_joint[j].x;
      y += weights[j] * by_joint[j].y;
      z += weights[j] * by_joint[j].z;
      radius += weights[j] * by_joint[j].radius;
    }
    corners[k] = {x, y, z, radius};
    weights += unit.joint_count;
  }
  BallBlock result = enclose_lanes({corners, unit.corner_count}, centre);
  result.radius = motion.growth * result.radius + motion.slack;
  return result;
}

Ball SphereRefit::enclose_joint_balls(const Unit& unit, const PoseMotion& motion, float inflate,
                                      RefitCentre centre) const {
  // There may be any number of them: moved twice instead of kept.
  const auto for_each = [&](auto&& use) {
    for (std::uint32_t j = 0; j < unit.joint_count; ++j) {
      const PoseMotion::Joint& joint = motion.joints[joints_[unit.first_joint + j]];
      const Ball& ball = joint_balls_[unit.first_weight + j];
      const auto& [x, y, z] = ball.center;
      use(joint.x * x + joint.y * y + joint.z * z + joint.t,
          joint.stretch * (ball.radius + inflate));
    }
  };
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Four sum{};
  Four low = math::all(kInfinity);
  Four high = math::all(-kInfinity);
  for_each([&](const Four& center, float radius) {
    sum += center;
    low = math::min(low, center - radius);
    high = math::max(high, center + radius);
  });
  const Four middle = centre == RefitCentre::average
                          ? sum * (1 / static_cast<float>(unit.joint_count))
                          : 0.5F * low + 0.5F * high;
  Ball result{{middle[0], middle[1], middle[2]}, 0};
  for_each([&](const Four& center, float radius) {
    const Four d = center - middle;
    const float distance = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    result.radius = std::max(result.radius, distance + radius);
  });
  return result;
}

}  // namespace dermis::bounds
