// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

/// Own elementary functions, a few ulp from exact. The system's library gives different last bits
/// by version and CPU; these give the same bits everywhere.
namespace dermis::math {

struct SinCos {
  double sin = 0, cos = 1;
};

inline constexpr double kPi = 3.14159265358979323846;

/// Radians; meant for |x| up to some thousands.
SinCos sin_cos(double x);

/// Exact at multiples of 90 degrees; any finite argument.
SinCos sin_cos_degrees(double degrees);

/// For z in [0, 1].
double arc_tangent(double z);

/// Spherical interpolation the short way round; ends need not have unit length.
Quatd slerp(const Quatd& from, const Quatd& to, double t);

/// Rotation by `degrees` about an axis (any length but 0).
Quatd rotation_about(const Vec3d& axis, double degrees);

}  // namespace dermis::math
