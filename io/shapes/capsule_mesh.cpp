// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "capsule_mesh.h"

#include <cmath>

#include "math/elementary.h"

namespace dermis::shapes {

namespace {

using math::Vec3d;

constexpr std::uint32_t kAround = 16;
constexpr int kRingsPerEnd = 4;  ///< from a pole to its equator, which is included

/// Two directions perpendicular to the axis. The three are a right-handed frame of unit vectors.
struct Frame {
  Vec3d u, v, axis;
};

Frame frame_of(const Capsule& capsule) {
  const Vec3d along = math::to_double(capsule.b) - math::to_double(capsule.a);
  const Vec3d axis = capsule.a == capsule.b ? Vec3d{0, 1, 0} : normalized(along);
  // The coordinate axis that is farthest from the direction of the capsule.
  const double x = std::abs(axis.x);
  const double y = std::abs(axis.y);
  const double z = std::abs(axis.z);
  const Vec3d other = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  const Vec3d u = normalized(cross(other, axis));
  return {u, cross(axis, u), axis};
}

}  // namespace

CapsuleMesh capsule_mesh(const Capsule& capsule) {
  const Frame frame = frame_of(capsule);
  const Vec3d a = math::to_double(capsule.a);
  const Vec3d b = math::to_double(capsule.b);
  const double radius = capsule.radius;
  CapsuleMesh mesh;
  const auto add_ring = [&](const Vec3d& center, double degrees_from_b) {
    const math::SinCos tilt = math::sin_cos_degrees(degrees_from_b);
    for (std::uint32_t i = 0; i < kAround; ++i) {
      const math::SinCos turn = math::sin_cos_degrees(360.0 * i / kAround);
      const Vec3d across = turn.cos * frame.u + turn.sin * frame.v;
      mesh.positions.push_back(center + radius * (tilt.cos * frame.axis + tilt.sin * across));
    }
  };
  mesh.positions.push_back(b + radius * frame.axis);
  const double step = 90.0 / kRingsPerEnd;
  for (int k = 1; k <= kRingsPerEnd; ++k) add_ring(b, k * step);
  // A ball has one equator.
  for (int k = capsule.a == capsule.b ? 1 : 0; k < kRingsPerEnd; ++k) add_ring(a, 90 + k * step);
  const auto last = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.push_back(a - radius * frame.axis);

  for (std::uint32_t i = 0; i < kAround; ++i) {
    const std::uint32_t next = (i + 1) % kAround;
    mesh.triangles.push_back({0, 1 + i, 1 + next});
    for (std::uint32_t ring = 1; ring + kAround < last; ring += kAround) {
      const std::uint32_t below = ring + kAround;
      mesh.triangles.push_back({ring + i, below + i, below + next});
      mesh.triangles.push_back({ring + i, below + next, ring + next});
    }
    mesh.triangles.push_back({last, last - kAround + next, last - kAround + i});
  }
  return mesh;
}

}  // namespace dermis::shapes
