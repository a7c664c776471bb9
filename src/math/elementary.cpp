// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/elementary.h"

#include <cmath>

namespace dermis::math {

namespace {

/// Taylor series on [−π/4, π/4]. The first omitted term is below 1e-17 of the result.
SinCos sin_cos_reduced(double r) {
  const double q = r * r;
  double s = 0;
  double c = 0;
  for (int k = 8; k >= 1; --k) {
    s = (1 + s) * (-q / ((2.0 * k) * (2.0 * k + 1)));
    c = (1 + c) * (-q / ((2.0 * k - 1) * (2.0 * k)));
  }
  return {r + r * s, 1 + c};
}

SinCos turn_by_quarters(const SinCos& v, int quarters) {
  switch (quarters & 3) {
    case 1:
      return {v.cos, -v.sin};
    case 2:
      return {-v.sin, -v.cos};
    case 3:
      return {-v.cos, v.sin};
    default:
      return v;
  }
}

}  // namespace

SinCos sin_cos(double x) {
  // π/2 in two parts; k·kHigh is exact while k has fewer than 20 bits.
  constexpr double kHigh = 1.57079632673412561417;
  constexpr double kLow = 6.07710050650619224932e-11;
  const double k = std::floor(x * (2 / kPi) + 0.5);
  const double r = (x - k * kHigh) - k * kLow;
  return turn_by_quarters(sin_cos_reduced(r), static_cast<int>(k - 4 * std::floor(k / 4)));
}

SinCos sin_cos_degrees(double degrees) {
  const double d = std::fmod(degrees, 360);  // exact
  const double k = std::floor(d / 90 + 0.5);
  const double rest = d - 90 * k;
  return turn_by_quarters(sin_cos_reduced(rest * (kPi / 180)), static_cast<int>(k) + 8);
}

double arc_tangent(double z) {
  // atan z = 2 atan(z / (1 + √(1 + z²))), applied twice: maps [0, 1] to [0, 0.199].
  for (int i = 0; i < 2; ++i) z = z / (1 + std::sqrt(1 + z * z));
  const double q = z * z;
  double s = 0;
  for (int k = 25; k >= 3; k -= 2) s = (1.0 / k - s) * q;
  return 4 * (z - z * s);
}

Quatd slerp(const Quatd& from, const Quatd& to, double t) {
  const Quatd a = normalized(from);
  Quatd b = normalized(to);
  if (dot(a, b) < 0) b = -1.0 * b;
  // The angle between a and b is at most 90°, so the ratio below is at most 1 (up to rounding).
  const double ratio = length(b - a) / length(b + a);
  const double angle = 2 * arc_tangent(ratio);
  // For smaller angles, the ratios of sines equal the linear weights up to about the last bit.
  if (angle < 1e-8) return normalized((1 - t) * a + t * b);
  const double s = sin_cos(angle).sin;
  const double wa = sin_cos((1 - t) * angle).sin / s;
  const double wb = sin_cos(t * angle).sin / s;
  return normalized(wa * a + wb * b);
}

Quatd rotation_about(const Vec3d& axis, double degrees) {
  const auto [s, c] = sin_cos_degrees(degrees / 2);
  const Vec3d v = s * normalized(axis);
  return {v.x, v.y, v.z, c};
}

}  // namespace dermis::math
