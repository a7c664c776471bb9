// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/pose.h"
#include "support/random.h"

namespace dermis::test {

/// How far random_motion() moves each joint, on top of a pose.
struct Wildness {
  float turn = 1;       ///< no unit: 1 is any rotation, less is nearer to none
  float shift = 0;      ///< metres
  float scale_low = 1;  ///< per axis
  float scale_high = 1;
  float from_origin = 0;  ///< moves the whole character; metres
};

/// The pose with every joint rotated, scaled and moved on its own.
inline Pose random_motion(Random& random, Pose pose, const Wildness& wild) {
  const auto any = [&](float most) { return random.between(-most, most); };
  for (Affine& joint : pose.joints) {
    const Quaternion turn{any(wild.turn), any(wild.turn), any(wild.turn), random.between(-1, 1)};
    const auto scale = [&] { return random.between(wild.scale_low, wild.scale_high); };
    const Transform motion{
        {any(wild.shift), any(wild.shift), any(wild.shift)}, turn, {scale(), scale(), scale()}};
    joint = compose(joint, to_affine(motion));
  }
  // In separate statements: compilers differ in the order in which they evaluate arguments.
  const float far = wild.from_origin;
  const Vec3 place{any(far), any(far), any(far)};
  const float turn = any(180);
  return placed(std::move(pose), placement(place, turn));
}

}  // namespace dermis::test
