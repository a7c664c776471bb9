// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

/// Elementary functions with an error of a few ulps. The results of the system's library differ in
/// the last bits between versions and processors; these functions give the same bits everywhere.
namespace dermis::math {

struct SinCos {
  double sin = 0, cos = 1;
};

inline constexpr double kPi = 3.14159265358979323846;

/// `x` is in radians. Meant for |x| up to some thousands.
SinCos sin_cos(double x);

/// Exact at multiples of 90 degrees. Accepts any finite argument.
SinCos sin_cos_degrees(double degrees);

/// The arc tangent of z in [0, 1].
double arc_tangent(double z);

/// Spherical interpolation along the shorter arc. `from` and `to` need not have unit length.
Quatd slerp(const Quatd& from, const Quatd& to, double t);

/// Rotation by `degrees` about `axis`, which may have any length but 0.
Quatd rotation_about(const Vec3d& axis, double degrees);

}  // namespace dermis::math
