// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/rotation_center.h"

#include <cassert>
#include <cmath>
#include <cstring>

#include "base/float_mode.h"
#include "math/doubles.h"
#include "math/four.h"

namespace dermis::skinning {

namespace {

using math::Four;
using math::Vec3d;

/// The sum of the first three lanes of each argument.
Four sums(Four a, Four b, Four c, Four d) {
  math::transpose(a, b, c, d);
  return (a + b) + c;
}

/// The normal equations (N + λ) x = g, with N and g as sums over the lanes.
struct NormalEquations {
  Four xx{}, xy{}, xz{}, yy{}, yz{}, zz{}, x{}, y{}, z{};

  /// Adds a pair of joints, given the difference of their columns and its image of m.
  void add(const Four& dx, const Four& dy, const Four& dz, const Four& image) {
    xx += dx * dx;
    xy += dx * dy;
    xz += dx * dz;
    yy += dy * dy;
    yz += dy * dz;
    zz += dz * dz;
    x -= dx * image;
    y -= dy * image;
    z -= dz * image;
  }
  [[nodiscard]] Vec3d solution(double lambda) const {
    const Four first = sums(xx, yy, zz, xy);
    const Four second = sums(xz, yz, x, y);
    const Vec3d n_x{first[0] + lambda, first[3], second[0]};
    const Vec3d n_y{first[3], first[1] + lambda, second[1]};
    const Vec3d n_z{second[0], second[1], first[2] + lambda};
    const Vec3d g{second[2], second[3], (z[0] + z[1]) + z[2]};
    const Vec3d of_yz = cross(n_y, n_z);
    return (1 / dot(n_x, of_yz)) *
           Vec3d{dot(g, of_yz), dot(g, cross(n_z, n_x)), dot(g, cross(n_x, n_y))};
  }
};

/// The centre of a set after the stretches S_j.
Vec3d posed_middle(const JointSets& sets, std::uint32_t set, std::span<const JointRest> rests,
                   const RigidPose& pose) {
  if (!pose.stretches()) return double{pose.scale()} * math::to_double(sets[set].center);
  Vec3d sum;
  for (const std::uint32_t j : sets.joints(set)) {
    sum = sum +
          linear_part(math::to_double(to_affine(pose.stretch(j))), math::to_double(rests[j].pivot));
  }
  return (1 / double(sets.joints(set).size())) * sum;
}

/// The point whose images differ least. The matrices of joints are subtracted first: the difference
/// is exact if it is small.
Vec3d least_squares(const JointSets& sets, std::uint32_t set, const Vec3d& m,
                    const RigidPose& pose) {
  constexpr double kLambda = 1e-4;
  const auto joints = sets.joints(set);
  const Vec3 from = math::to_float(m);
  NormalEquations equations;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const auto& a = pose.joint(joints[i]).column;
    for (std::size_t j = i + 1; j < joints.size(); ++j) {
      const auto& b = pose.joint(joints[j]).column;
      const Four dx = math::load(a[0]) - math::load(b[0]);
      const Four dy = math::load(a[1]) - math::load(b[1]);
      const Four dz = math::load(a[2]) - math::load(b[2]);
      const Four dt = math::load(a[3]) - math::load(b[3]);
      equations.add(dx, dy, dz, ((dx * from.x + dy * from.y) + dz * from.z) + dt);
    }
  }
  Vec3d x = equations.solution(kLambda);
  const double most = double{pose.max_stretch()} * sets[set].radius;
  const double far = length(x);
  if (far > most) x = (most / far) * x;
  return m + x;
}

}  // namespace

void find_rotation_center(const JointSets& sets, std::uint32_t set,
                          std::span<const JointRest> rests, const RigidPose& pose, Quad* out) {
  assert(base::float_mode_is_defined());
  const auto joints = sets.joints(set);
  const Vec3d m = posed_middle(sets, set, rests, pose);
  const bool is_known = joints.size() == 1 || (sets[set].fixed && !pose.stretches());
  const Vec3 c = math::to_float(is_known ? m : least_squares(sets, set, m, pose));
  *out = {{c.x, c.y, c.z, 0}};
  for (const std::uint32_t j : joints) {
    const auto& column = pose.joint(j).column;
    const Four image = ((math::load(column[0]) * c.x + math::load(column[1]) * c.y) +
                        math::load(column[2]) * c.z) +
                       math::load(column[3]);
    std::memcpy((++out)->lane, &image, sizeof(image));
  }
}

}  // namespace dermis::skinning
