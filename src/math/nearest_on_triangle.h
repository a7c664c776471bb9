// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

namespace dermis::math {

struct NearestOnTriangle {
  Vec3d point;
  double distance_sq = 0;
  double weight[3] = {1, 0, 0};  ///< of the corners, for the point; they sum to 1
};

/// The point of the triangle a b c that is nearest to p. The triangle may be a segment or a point.
NearestOnTriangle nearest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b,
                                      const Vec3d& c);

}  // namespace dermis::math
