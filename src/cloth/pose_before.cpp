// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/pose_before.h"

#include "math/doubles.h"
#include "math/float_mode.h"

namespace dermis::cloth {

void PoseBefore::next(const Pose& pose) {
  if (!last_.joints.empty()) known_ = bool(skin_.set_pose(last_));
  last_ = pose;
}

void PoseBefore::velocities(std::span<const NearestSkin> found, double seconds,
                            std::span<Point> velocities) const {
  const math::DefinedFloatMode mode;
  for (std::size_t i = 0; i < found.size(); ++i) {
    velocities[i] = {};
    if (!known_ || !found[i].found()) continue;
    math::Vec3d place;
    for (unsigned c = 0; c < 3; ++c) {
      const std::uint32_t vertex = triangles_[found[i].triangle][c];
      place = place + found[i].weights[c] * math::to_double(skin_.vertex(vertex));
    }
    const Point& now = found[i].place;
    velocities[i] = {(now[0] - place.x) / seconds, (now[1] - place.y) / seconds,
                     (now[2] - place.z) / seconds};
  }
}

}  // namespace dermis::cloth
