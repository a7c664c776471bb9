// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "dermis/limbs/capsule.h"

namespace dermis::test {

/// The distance of a point from the segment of a capsule. A second implementation, for comparison.
inline double distance_to_axis(const Capsule& c, const Vec3& p) {
  const double d[3] = {double(c.b.x) - c.a.x, double(c.b.y) - c.a.y, double(c.b.z) - c.a.z};
  const double w[3] = {double(p.x) - c.a.x, double(p.y) - c.a.y, double(p.z) - c.a.z};
  const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  const double along = w[0] * d[0] + w[1] * d[1] + w[2] * d[2];
  const double share = square > 0 ? std::clamp(along / square, 0.0, 1.0) : 0.0;
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += (w[i] - share * d[i]) * (w[i] - share * d[i]);
  return std::sqrt(sum);
}

}  // namespace dermis::test
