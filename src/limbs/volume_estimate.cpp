// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/volume_estimate.h"

#include <cmath>

#include "limbs/capsule_box.h"
#include "limbs/segment.h"

namespace dermis::limbs {

namespace {

using math::Vec3d;

/// The nearest points of a volume's segment and a triangle.
struct Touch {
  double distance = HUGE_VAL;
  Vec3d apart;  ///< from the triangle to the segment
  Vec3d on_triangle, facing;
  std::uint32_t triangle = kNone;
};

}  // namespace

VolumeEstimate estimate(std::span<const Capsule> volumes, std::span<const Vec3> vertices,
                        std::span<const Triangle> triangles, std::uint64_t& tests) {
  VolumeEstimate result;
  Vec3d at;
  Vec3d normal;
  double weights = 0;
  const auto add = [&](const Touch& touch, double depth, const Vec3d& out) {
    ++result.merged;
    at = at + depth * touch.on_triangle;
    normal = normal + depth * out;
    weights += depth;
    if (depth <= double{result.depth}) return;
    result.depth = static_cast<float>(depth);
    result.triangle = touch.triangle;
  };
  for (const Capsule& volume : volumes) {
    const math::Box box = box_around(volume);
    const Segment segment(volume);
    const double radius = volume.radius;
    Touch nearest;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
      math::Box of_triangle = math::Box::empty();
      for (const std::uint32_t v : triangles[t]) of_triangle.include(vertices[v]);
      if (!overlap(box, of_triangle)) continue;
      ++tests;
      const Vec3d corners[3] = {math::to_double(vertices[triangles[t][0]]),
                                math::to_double(vertices[triangles[t][1]]),
                                math::to_double(vertices[triangles[t][2]])};
      const auto [on_segment, on_triangle] = nearest_points(segment, corners);
      const Vec3d apart = on_segment - on_triangle;
      const double distance = length(apart);
      if (!(distance < radius)) continue;
      const Touch touch{distance, apart, on_triangle,
                        normalized(cross(corners[1] - corners[0], corners[2] - corners[0])), t};
      const Touch& farther = distance < nearest.distance ? nearest : touch;
      if (farther.distance < radius) {
        add(farther, radius - farther.distance, normalized(farther.apart));
      }
      if (distance < nearest.distance) nearest = touch;
    }
    if (!(nearest.distance < radius)) continue;
    const bool behind = dot(nearest.apart, nearest.facing) < 0;
    add(nearest, radius + (behind ? nearest.distance : -nearest.distance),
        nearest.distance > 0 ? (behind ? -1.0 : 1.0) * normalized(nearest.apart) : nearest.facing);
  }
  if (result.merged == 0) return result;
  result.at = math::to_float((1 / weights) * at);
  result.normal = math::to_float(normalized(normal));
  return result;
}

}  // namespace dermis::limbs
