// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/moving_planes.h"
#include "math/points.h"

namespace dermis::cloth {

using math::to_vector;
using math::Vec3d;

namespace {

Vec3d blend(const std::array<double, 3>& weights, const std::array<Vec3, 3>& corners) {
  return weights[0] * math::to_double(corners[0]) +
         (weights[1] * math::to_double(corners[1]) + weights[2] * math::to_double(corners[2]));
}

/// An orthonormal frame that moves with a triangle: along its first side, along its normal, and
/// across both.
struct Frame {
  Vec3d side, normal, across;

  explicit Frame(const std::array<Vec3, 3>& corners) {
    const Vec3d a = math::to_double(corners[0]);
    const Vec3d ab = math::to_double(corners[1]) - a;
    side = normalized(ab);
    normal = normalized(cross(ab, math::to_double(corners[2]) - a));
    across = cross(normal, side);
  }
  [[nodiscard]] Vec3d to_local(const Vec3d& v) const {
    return {dot(v, side), dot(v, normal), dot(v, across)};
  }
  [[nodiscard]] Vec3d to_world(const Vec3d& v) const {
    return v.x * side + (v.y * normal + v.z * across);
  }
};

}  // namespace

void make_planes(std::span<const NearestSkin> nearest, std::span<const std::array<Vec3, 3>> now,
                 std::vector<MovingPlane>& planes) {
  planes.clear();
  for (std::uint32_t v = 0; v < nearest.size(); ++v) {
    const NearestSkin& skin = nearest[v];
    if (!skin.found()) continue;
    const Vec3d place = to_vector(skin.at);
    const Vec3d normal = to_vector(skin.normal);
    const Vec3d turned = Frame(now[v]).to_world(Frame(skin.corners).to_local(normal));
    planes.push_back({v, place, blend(skin.weights, now[v]) - place, normal, turned - normal});
  }
}

PlaceOverTriangle::PlaceOverTriangle(const NearestSkin& skin)
    : weights_(skin.weights),
      from_skin_(Frame(skin.corners).to_local(skin.distance * to_vector(skin.normal))) {}

Vec3d PlaceOverTriangle::posed(const std::array<Vec3, 3>& corners) const {
  return blend(weights_, corners) + Frame(corners).to_world(from_skin_);
}

}  // namespace dermis::cloth
