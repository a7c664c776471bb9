// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/rotation_centre.h"

#include <cmath>

#include "math/doubles.h"

namespace dermis::skinning {

namespace {

using math::Affined;
using math::Vec3d;

Affined rigid_motion(const RigidPose& pose, std::uint32_t joint) {
  return math::to_double(to_affine(pose.joint(joint)));
}

Vec3d transposed_times(const Affined& a, const Vec3d& v) {
  return {dot(a.x, v), dot(a.y, v), dot(a.z, v)};
}

/// The solution of N x = g for a symmetric, positive N with these columns.
Vec3d solve(const Affined& n, const Vec3d& g) {
  const Vec3d yz = cross(n.y, n.z);
  return (1 / dot(n.x, yz)) * Vec3d{dot(g, yz), dot(g, cross(n.z, n.x)), dot(g, cross(n.x, n.y))};
}

/// The centre of a set and how far from it the solution may be, before T_j but after S_j.
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

  constexpr double kLambda = 1e-4;
  Affined n{{kLambda, 0, 0}, {0, kLambda, 0}, {0, 0, kLambda}, {}};
  Vec3d g;
  for (std::size_t a = 0; a < joints.size(); ++a) {
    const Affined first = rigid_motion(pose, joints[a]);
    for (std::size_t b = a + 1; b < joints.size(); ++b) {
      const Affined second = rigid_motion(pose, joints[b]);
      const Affined d{first.x - second.x, first.y - second.y, first.z - second.z, {}};
      n.x = n.x + transposed_times(d, d.x);
      n.y = n.y + transposed_times(d, d.y);
      n.z = n.z + transposed_times(d, d.z);
      g = g + transposed_times(d, second * m - first * m);
    }
  }
  Vec3d x = solve(n, g);
  const double most = double{pose.most_stretch()} * sets[set].radius;
  const double far = length(x);
  if (far > most) x = (most / far) * x;
  return rounded(m + x);
}

}  // namespace dermis::skinning
