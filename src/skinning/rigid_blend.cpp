// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/rigid_blend.h"

#include <cassert>
#include <cstring>

#include "base/float_mode.h"
#include "math/four.h"

namespace dermis::skinning {

namespace {

using math::Four;

/// Four columns; the fourth lane of each is 0.
struct Columns {
  Four column[4] = {};

  [[nodiscard]] Four times(const Vec3& p) const {
    return ((column[0] * p.x + column[1] * p.y) + column[2] * p.z) + column[3];
  }
};

/// Σ w · columns. The first term is added to 0, which can only turn −0 into +0.
Columns blend_columns(std::span<const Influence> influences, auto&& columns_of) {
  Columns sum;
  for (const Influence& influence : influences) {
    const JointColumns& joint = columns_of(influence.joint);
    for (int c = 0; c < 4; ++c) sum.column[c] += influence.weight * math::load(joint.column[c]);
  }
  return sum;
}

/// Σ w · quad, with a minus sign for joints for which `flips` is true.
Four blend_quads(std::span<const Influence> influences, auto&& quad_of, auto&& flips) {
  Four sum{};
  for (const Influence& influence : influences) {
    const float weight = flips(influence.joint) ? -influence.weight : influence.weight;
    sum += weight * math::load(quad_of(influence.joint));
  }
  return sum;
}

/// The weighted sum of the rotation centre's images under the joints.
Four blended_image(const RigidVertex& vertex) {
  Four sum{};
  const Quad* image = vertex.center;
  for (const Influence& influence : vertex.influences) {
    sum += influence.weight * math::load((++image)->lane);
  }
  return sum;
}

/// The cross product of the first three lanes.
Four cross(const Four& a, const Four& b) {
  const auto yzx = [](const Four& v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); };
  const auto zxy = [](const Four& v) { return __builtin_shufflevector(v, v, 2, 0, 1, 3); };
  return yzx(a) * zxy(b) - zxy(a) * yzx(b);
}

/// d, rotated by the quaternion q; `twice` is 2 / |q|².
Four turned(const Four& q, float twice, const Four& d) {
  const Four u = cross(q, d);
  return d + twice * (q[3] * u + cross(q, u));
}

/// Half the translation of a dual quaternion, times |q|².
Four translation(const Four& q, const Four& d) {
  return (q[3] * d - d[3] * q) + cross(q, d);
}

Vec3 without_minus_zero(const Four& v) {
  return {v[0] + 0, v[1] + 0, v[2] + 0};
}

/// The blended quaternion q. `twice` is 2 / |q|², or 0 if the vertex is to be blended linearly.
struct Rotation {
  Four q;
  float twice;

  Rotation(const RigidVertex& vertex, const RigidPose& pose)
      : q(blend_quads(
            vertex.influences, [&](std::uint32_t j) { return pose.rotation(j); },
            [&](std::uint32_t j) { return pose.flips(j, vertex.pivot); })) {
    const float square = ((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3];
    twice = square >= kLeastSquare ? 2 / square : 0;
  }
};

Four blend_duals(const RigidVertex& vertex, const RigidPose& pose) {
  return blend_quads(
      vertex.influences, [&](std::uint32_t j) { return pose.dual(j); },
      [&](std::uint32_t j) { return pose.flips(j, vertex.pivot); });
}

Columns blend_joints(const RigidVertex& vertex, const RigidPose& pose) {
  return blend_columns(vertex.influences,
                       [&](std::uint32_t j) -> const auto& { return pose.joint(j); });
}

Columns blend_stretches(const RigidVertex& vertex, const RigidPose& pose) {
  return blend_columns(vertex.influences,
                       [&](std::uint32_t j) -> const auto& { return pose.stretch(j); });
}

}  // namespace

Vec3 blend_rigidly(const RigidVertex& vertex, const RigidPose& pose, Skinning skinning) {
  assert(base::float_mode_is_defined());
  const Vec3& rest = vertex.rest;
  const Four p = pose.stretches() ? blend_stretches(vertex, pose).times(rest)
                                  : pose.scale() * Four{rest.x, rest.y, rest.z, 0};
  const auto [q, twice] = Rotation(vertex, pose);
  if (twice == 0) {
    return without_minus_zero(blend_joints(vertex, pose).times({p[0], p[1], p[2]}));
  }
  if (skinning == Skinning::spherical) {
    const Four arm = turned(q, twice, p - math::load(vertex.center->lane));
    return without_minus_zero(arm + blended_image(vertex));
  }
  const Four half = translation(q, blend_duals(vertex, pose));
  return without_minus_zero(turned(q, twice, p) + twice * half);
}

JointColumns blended_map(const RigidVertex& vertex, const RigidPose& pose, Skinning skinning) {
  const auto [q, twice] = Rotation(vertex, pose);
  Columns map;
  if (twice == 0) {
    map = blend_joints(vertex, pose);
  } else {
    map.column[0] = turned(q, twice, Four{1, 0, 0, 0});
    map.column[1] = turned(q, twice, Four{0, 1, 0, 0});
    map.column[2] = turned(q, twice, Four{0, 0, 1, 0});
    map.column[3] = skinning == Skinning::spherical
                        ? blended_image(vertex) - turned(q, twice, math::load(vertex.center->lane))
                        : twice * translation(q, blend_duals(vertex, pose));
  }
  if (pose.stretches()) {
    const Columns before = blend_stretches(vertex, pose);
    const Columns after = map;
    for (int c = 0; c < 3; ++c) {
      const Four& s = before.column[c];
      map.column[c] = (after.column[0] * s[0] + after.column[1] * s[1]) + after.column[2] * s[2];
    }
  } else {
    for (int c = 0; c < 3; ++c) map.column[c] *= pose.scale();
  }
  JointColumns result;
  for (int c = 0; c < 4; ++c) std::memcpy(result.column[c], &map.column[c], sizeof(Four));
  return result;
}

}  // namespace dermis::skinning
