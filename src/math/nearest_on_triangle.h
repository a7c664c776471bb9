// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

namespace dermis::math {

struct NearestOnTriangle {
  Vec3d point;
  double distance_sq = 0;
  double weight[3] = {1, 0, 0};  ///< weights of the corners: not negative, sum 1
};

/// The point of triangle abc that is nearest to p. The triangle may be a segment or a point.
///
/// Whatever the rounding, the result is on the triangle. Its distance exceeds that of the exact
/// nearest point by at most 1e-10 of the largest coordinate. For a triangle that is almost a
/// segment (thinner than 1e-4 of its length), the limit is 1e-8 of the largest coordinate.
NearestOnTriangle nearest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b,
                                      const Vec3d& c);

}  // namespace dermis::math
