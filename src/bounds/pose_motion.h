// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/math/types.h"

namespace dermis::bounds {

/// What bounds need to know of a pose.
struct PoseMotion {
  struct Joint {
    Affine matrix;
    float stretch = 1;  ///< the most it lengthens a vector
  };
  std::vector<Joint> joints;
  std::vector<float> morph_weights;
  /// How far a posed vertex, as the kernel computes it, and a bound, as it is computed, can be from
  /// where exact arithmetic puts them, together. Every bound grows by it.
  float slack = 0;
};

}  // namespace dermis::bounds
