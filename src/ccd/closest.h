// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

namespace dermis::ccd {

/// From the origin to about the nearest point of a triangle. Whatever it returns is a direction to
/// look along, so nothing depends on its errors.
math::Vec3d to_triangle(const math::Vec3d& a, const math::Vec3d& b, const math::Vec3d& c);

/// From the segment between the origin and a to about the nearest point of that between c and d.
math::Vec3d between_segments(const math::Vec3d& a, const math::Vec3d& c, const math::Vec3d& d);

}  // namespace dermis::ccd
