// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "math/doubles.h"

namespace dermis::math {

/// The mean of some points, and three perpendicular unit vectors in the order of descending spread:
/// the points spread most along axis[0], least along axis[2]. Without points, the mean is the
/// origin and the axes are the coordinate axes.
struct PrincipalAxes {
  Vec3d mean;
  Vec3d axis[3]{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  explicit PrincipalAxes(std::span<const Vec3d> points);
};

}  // namespace dermis::math
