// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

namespace dermis::math {

struct NearestOnTriangle {
  Vec3d point;
  double distance_sq = 0;
  double weight[3] = {1, 0, 0};  ///< shares of the corners: none is below 0, together they are 1
};

/// The point of a triangle that is nearest to p. Triangles may be segments or points.
///
/// Whatever rounding does, the answer is on the triangle. It is farther away than the nearest point
/// by at most 1e-10 of the largest coordinate, or where the triangle is almost a segment, thinner
/// than 1e-4 of its length, by 1e-8.
NearestOnTriangle nearest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b,
                                      const Vec3d& c);

}  // namespace dermis::math
