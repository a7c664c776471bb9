// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/math/types.h"
#include "math/four.h"

namespace dermis::bounds {

/// What bounds need to know of a pose.
struct PoseMotion {
  /// The columns of a joint matrix, and in the last place of a fifth one the most that the matrix
  /// lengthens a vector: x·X + y·Y + z·Z + T + r·R moves the centre and the radius of a ball.
  struct Joint {
    Joint(const Affine& a, float stretch)
        : x{a.x.x, a.x.y, a.x.z, 0},
          y{a.y.x, a.y.y, a.y.z, 0},
          z{a.z.x, a.z.y, a.z.z, 0},
          t{a.t.x, a.t.y, a.t.z, 0},
          radius{0, 0, 0, stretch} {}
    math::Four x, y, z, t, radius;
  };
  std::vector<Joint> joints;
  std::vector<float> morph_weights;
  /// How far a posed vertex, as the kernel computes it, and a bound, as it is computed, can be from
  /// where exact arithmetic puts them, together. Every bound grows by it.
  float slack = 0;
};

}  // namespace dermis::bounds
