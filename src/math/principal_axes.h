// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "math/doubles.h"

namespace dermis::math {

/// The mean of some points, and three directions across each other: along the first, the points
/// spread most, along the last least.
struct PrincipalAxes {
  Vec3d mean;
  Vec3d axis[3]{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  explicit PrincipalAxes(std::span<const Vec3d> points);
};

}  // namespace dermis::math
