// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/rotation_centre.h"

#include <cmath>

#include "math/doubles.h"

namespace dermis::skinning {

namespace {

using math::Affined;
using math::Vec3d;

Vec3d transposed_times(const Affined& a, const Vec3d& v) {
  return {dot(a.x, v), dot(a.y, v), dot(a.z, v)};
}

/// The solution of N x = g for a symmetric, positive N with these columns.
Vec3d solve(const Affined& n, const Vec3d& g) {
  const Vec3d yz = cross(n.y, n.z);
  return (1 / dot(n.x, yz)) * Vec3d{dot(g, yz), dot(g, cross(n.z, n.x)), dot(g, cross(n.x, n.y))};
}

/// The centre of a set, after S_j.
Vec3d middle(const JointSets& sets, std::uint32_t set, std::span<const JointRest> rests,
             const RigidPose& pose) {
  if (!pose.stretches()) return double{pose.scale()} * math::to_double(sets[set].centre);
  Vec3d sum;
  for (const std::uint32_t j : sets.joints(set)) {
    sum = sum +
          linear_part(math::to_double(to_affine(pose.stretch(j))), math::to_double(rests[j].pivot));
  }
  return (1 / double(sets.joints(set).size())) * sum;
}

}  // namespace

Quad rotation_centre(const JointSets& sets, std::uint32_t set, std::span<const JointRest> rests,
                     const RigidPose& pose) {
  const Vec3d m = middle(sets, set, rests, pose);
  const auto rounded = [](const Vec3d& v) {
    const Vec3 c = math::to_float(v);
    return Quad{{c.x, c.y, c.z, 0}};
  };
  const auto joints = sets.joints(set);
  if (joints.size() == 1 || (sets[set].fixed && !pose.stretches())) return rounded(m);

  // Over all pairs, Σ (a_i − a_j)(b_i − b_j) is k Σ a_i b_i − Σ a_i Σ b_i, with k joints.
  constexpr double kLambda = 1e-4;
  const auto k = double(joints.size());
  Affined n{{kLambda, 0, 0}, {0, kLambda, 0}, {0, 0, kLambda}, {}};
  Vec3d g;
  Affined all{{}, {}, {}, {}};  // Σ A_j, and Σ T_j m
  for (const std::uint32_t j : joints) {
    const Affined a = math::to_double(to_affine(pose.joint(j)));
    const Vec3d image = a * m;
    n.x = n.x + k * transposed_times(a, a.x);
    n.y = n.y + k * transposed_times(a, a.y);
    n.z = n.z + k * transposed_times(a, a.z);
    g = g - k * transposed_times(a, image);
    all = {all.x + a.x, all.y + a.y, all.z + a.z, all.t + image};
  }
  n.x = n.x - transposed_times(all, all.x);
  n.y = n.y - transposed_times(all, all.y);
  n.z = n.z - transposed_times(all, all.z);
  g = g + transposed_times(all, all.t);
  Vec3d x = solve(n, g);
  const double most = double{pose.most_stretch()} * sets[set].radius;
  const double far = length(x);
  if (far > most) x = (most / far) * x;
  return rounded(m + x);
}

}  // namespace dermis::skinning
