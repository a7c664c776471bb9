// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/polar.h"

#include <algorithm>
#include <cmath>

namespace dermis::skinning {

namespace {

using math::Affined;
using math::Vec3d;

double determinant(const Affined& a) {
  return dot(a.x, cross(a.y, a.z));
}

/// The cofactor matrix: the transposed inverse times the determinant.
Affined cofactors(const Affined& a) {
  return {cross(a.y, a.z), cross(a.z, a.x), cross(a.x, a.y), {}};
}

Affined sum(double s, const Affined& a, double t, const Affined& b) {
  return {s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z, {}};
}

double size(const Affined& a) {
  return std::sqrt(dot(a.x, a.x) + dot(a.y, a.y) + dot(a.z, a.z));
}

math::Quatd to_quaternion(const Affined& r) {
  const double w = 1 + r.x.x + r.y.y + r.z.z;
  const double x = 1 + r.x.x - r.y.y - r.z.z;
  const double y = 1 - r.x.x + r.y.y - r.z.z;
  const double z = 1 - r.x.x - r.y.y + r.z.z;
  const double most = std::max({w, x, y, z});
  math::Quatd q;
  if (most == w) {
    q = {r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x, w};
  } else if (most == x) {
    q = {x, r.x.y + r.y.x, r.z.x + r.x.z, r.y.z - r.z.y};
  } else if (most == y) {
    q = {r.x.y + r.y.x, y, r.y.z + r.z.y, r.z.x - r.x.z};
  } else {
    q = {r.z.x + r.x.z, r.y.z + r.z.y, z, r.x.y - r.y.x};
  }
  return normalized(q);
}

}  // namespace

bool decompose_polar(const Affined& a, Polar& polar) {
  // Newton's iteration, X ↦ (X + X⁻ᵀ) / 2, scaled so that the first steps are large (Higham 1986).
  // It converges to the rotation quadratically.
  const double whole = size(a);
  if (!(whole > 0) || !std::isfinite(whole)) return false;
  Affined r = sum(1 / whole, {a.x, a.y, a.z, {}}, 0, {});
  constexpr double kFlat = 1e-12;
  if (!(determinant(r) > kFlat)) return false;
  constexpr int kMostSteps = 60;
  for (int step = 0; step < kMostSteps; ++step) {
    const double d = determinant(r);
    const Affined inverse = sum(1 / d, cofactors(r), 0, {});
    const double gamma = std::sqrt(size(inverse) / size(r));
    const Affined next = sum(0.5 * gamma, r, 0.5 / gamma, inverse);
    const double change = size(sum(1, next, -1, r));
    r = next;
    if (change < 1e-15) break;
  }
  polar.rotation = to_quaternion(r);
  const auto row = [&](const Vec3d& column) {
    return Vec3d{dot(r.x, column), dot(r.y, column), dot(r.z, column)};
  };
  Affined& s = polar.stretch;
  s = {row(a.x), row(a.y), row(a.z), {}};
  s.x.y = s.y.x = 0.5 * (s.x.y + s.y.x);
  s.x.z = s.z.x = 0.5 * (s.x.z + s.z.x);
  s.y.z = s.z.y = 0.5 * (s.y.z + s.z.y);
  return true;
}

}  // namespace dermis::skinning
