// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/math/types.h"

namespace dermis::bounds {

/// The smallest ball around the points, of which there is at least one: no float32 ball around
/// them is smaller by more than rounding, and every point is inside in exact arithmetic.
Ball enclosing_ball(std::span<const Vec3> points);

/// Whether the point is inside or on the ball, exactly.
bool contains(const Ball& ball, const Vec3& point);

}  // namespace dermis::bounds
