// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Arithmetic on eight points at once, one per lane.
//
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_MATH_WIDE_POINTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_MATH_WIDE_POINTS_INL_H
#undef DERMIS_MATH_WIDE_POINTS_INL_H
#else
#define DERMIS_MATH_WIDE_POINTS_INL_H
#endif

#include "math/eight-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::math::HWY_NAMESPACE {

HWY_INLINE Points operator+(const Points& a, const Points& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
HWY_INLINE Points operator-(const Points& a, const Points& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
HWY_INLINE Points operator*(const Eight& s, const Points& a) {
  return {s * a.x, s * a.y, s * a.z};
}
HWY_INLINE Eight dot(const Points& a, const Points& b) {
  return (a.x * b.x + a.y * b.y) + a.z * b.z;
}
HWY_INLINE Points cross(const Points& a, const Points& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// The minimum or the maximum, coordinate by coordinate.
HWY_INLINE Points lowest(const Points& a, const Points& b) {
  return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)};
}
HWY_INLINE Points highest(const Points& a, const Points& b) {
  return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};
}
/// The same point in all lanes.
HWY_INLINE Points all(float x, float y, float z) {
  return {all(x), all(y), all(z)};
}
/// The largest |coordinate| of each point.
HWY_INLINE Eight largest(const Points& a) {
  return max(abs(a.x), max(abs(a.y), abs(a.z)));
}
/// The sum of the |coordinates| of each point (the 1-norm).
HWY_INLINE Eight size_of(const Points& a) {
  return (abs(a.x) + abs(a.y)) + abs(a.z);
}
/// Scaled to a length of about 1, provided that the squared length does not underflow.
HWY_INLINE Points unit(const Points& a) {
  const Eight length = square_root(dot(a, a));
  return (all(1) / max(length, all(1e-30F))) * a;
}
/// Bit i: lane i is positive.
HWY_INLINE unsigned positive(const Eight& a) {
  return Apart::where_greater(a, all(0)).bits();
}

}  // namespace dermis::math::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
