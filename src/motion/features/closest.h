// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

namespace dermis::motion {

/// Direction, of arbitrary length, from the origin to about the nearest point of the triangle a, b,
/// c. It is only a candidate for a separating direction, so its errors do not affect correctness.
math::Vec3d to_triangle(const math::Vec3d& a, const math::Vec3d& b, const math::Vec3d& c);

/// Same, from the segment between the origin and a to about the nearest point of the segment c, d.
math::Vec3d between_segments(const math::Vec3d& a, const math::Vec3d& c, const math::Vec3d& d);

}  // namespace dermis::motion
