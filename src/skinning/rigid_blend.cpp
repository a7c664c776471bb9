// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/rigid_blend.h"

namespace dermis::skinning {

namespace {

/// Adds Σ w · columns. (The first sum is with 0, which changes nothing that matters: −0 at most.)
void blend_columns(std::span<const Influence> influences, auto&& columns_of, float (&m)[4][3]) {
  for (const Influence& influence : influences) {
    const JointColumns& joint = columns_of(influence.joint);
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 3; ++r) m[c][r] += influence.weight * joint.column[c][r];
    }
  }
}

Vec3 times(const float (&m)[4][3], const Vec3& p) {
  const auto row = [&](int r) {
    return ((m[0][r] * p.x + m[1][r] * p.y) + m[2][r] * p.z) + m[3][r];
  };
  return {row(0), row(1), row(2)};
}

/// Adds Σ w · four floats, with a minus sign where `flips` says so.
void blend_quads(std::span<const Influence> influences, auto&& quad_of, auto&& flips,
                 float (&sum)[4]) {
  for (const Influence& influence : influences) {
    const float* const quad = quad_of(influence.joint);
    const float weight = flips(influence.joint) ? -influence.weight : influence.weight;
    for (int k = 0; k < 4; ++k) sum[k] += weight * quad[k];
  }
}

Vec3 cross(const float (&q)[4], const Vec3& v) {
  return {q[1] * v.z - q[2] * v.y, q[2] * v.x - q[0] * v.z, q[0] * v.y - q[1] * v.x};
}

/// d, turned by the quaternion q; `twice` is 2 / |q|².
Vec3 turned(const float (&q)[4], float twice, const Vec3& d) {
  const Vec3 u = cross(q, d);
  const Vec3 w = cross(q, u);
  return {d.x + twice * (q[3] * u.x + w.x), d.y + twice * (q[3] * u.y + w.y),
          d.z + twice * (q[3] * u.z + w.z)};
}

}  // namespace

Vec3 blend_rigidly(const RigidVertex& vertex, const RigidPose& pose, Skinning skinning) {
  const auto& influences = vertex.influences;
  Vec3 p = {pose.scale() * vertex.rest.x, pose.scale() * vertex.rest.y,
            pose.scale() * vertex.rest.z};
  if (pose.stretches()) {
    float s[4][3] = {};
    blend_columns(influences, [&](std::uint32_t j) -> const auto& { return pose.stretch(j); }, s);
    p = times(s, vertex.rest);
  }

  const float* const side = pose.rotation(vertex.pivot);
  const auto flips = [&](std::uint32_t j) {
    const float* const q = pose.rotation(j);
    return ((q[0] * side[0] + q[1] * side[1]) + q[2] * side[2]) + q[3] * side[3] < 0;
  };
  float q[4] = {};
  blend_quads(influences, [&](std::uint32_t j) { return pose.rotation(j); }, flips, q);
  const float square = ((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3];
  const bool linear = !(square >= kLeastSquare);
  if (linear) {
    float m[4][3] = {};
    blend_columns(influences, [&](std::uint32_t j) -> const auto& { return pose.joint(j); }, m);
    const Vec3 v = times(m, p);
    return {v.x + 0, v.y + 0, v.z + 0};
  }

  const float twice = 2 / square;
  if (skinning == Skinning::spherical) {
    const float(&centre)[4] = vertex.centre->lane;
    const Vec3 arm = turned(q, twice, {p.x - centre[0], p.y - centre[1], p.z - centre[2]});
    float moved[3] = {};
    const Quad* image = vertex.centre;
    for (const Influence& influence : influences) {
      ++image;
      for (int k = 0; k < 3; ++k) moved[k] += influence.weight * image->lane[k];
    }
    return {(arm.x + moved[0]) + 0, (arm.y + moved[1]) + 0, (arm.z + moved[2]) + 0};
  }
  float d[4] = {};
  blend_quads(influences, [&](std::uint32_t j) { return pose.dual(j); }, flips, d);
  const Vec3 arm = turned(q, twice, p);
  const Vec3 around = cross(q, {d[0], d[1], d[2]});
  const Vec3 t{(q[3] * d[0] - d[3] * q[0]) + around.x, (q[3] * d[1] - d[3] * q[1]) + around.y,
               (q[3] * d[2] - d[3] * q[2]) + around.z};
  return {(arm.x + twice * t.x) + 0, (arm.y + twice * t.y) + 0, (arm.z + twice * t.z) + 0};
}

}  // namespace dermis::skinning
