// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/math/types.h"

namespace dermis::math {

/// The smallest ball around `points`, which must not be empty. In exact arithmetic, every point is
/// inside the ball. No float32 ball around the points is smaller by more than rounding.
Ball enclosing_ball(std::span<const Vec3> points);

/// A conservative test. If it returns true, the point is inside or on the ball in exact arithmetic.
/// It returns false for points outside, and for points inside whose squared distance to the centre
/// is above (1 − 2⁻⁴⁸) · radius².
bool contains(const Ball& ball, const Vec3& point);

}  // namespace dermis::math
