// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Arithmetic on eight points side by side.
//
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_CCD_WIDE_POINTS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_CCD_WIDE_POINTS_INL_H
#undef DERMIS_CCD_WIDE_POINTS_INL_H
#else
#define DERMIS_CCD_WIDE_POINTS_INL_H
#endif

#include "math/eight-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::ccd::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using wide::Eight;
using wide::Points;

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
/// Of each coordinate the lower one, or the higher one.
HWY_INLINE Points lowest(const Points& a, const Points& b) {
  return {wide::min(a.x, b.x), wide::min(a.y, b.y), wide::min(a.z, b.z)};
}
HWY_INLINE Points highest(const Points& a, const Points& b) {
  return {wide::max(a.x, b.x), wide::max(a.y, b.y), wide::max(a.z, b.z)};
}
/// The same point in all lanes.
HWY_INLINE Points all(float x, float y, float z) {
  return {wide::all(x), wide::all(y), wide::all(z)};
}
/// The largest coordinate of each.
HWY_INLINE Eight largest(const Points& a) {
  return wide::max(wide::abs(a.x), wide::max(wide::abs(a.y), wide::abs(a.z)));
}
/// The sum of what coordinates are without their signs.
HWY_INLINE Eight size_of(const Points& a) {
  return (wide::abs(a.x) + wide::abs(a.y)) + wide::abs(a.z);
}
/// About of length 1.
HWY_INLINE Points unit(const Points& a) {
  const Eight length = wide::square_root(dot(a, a));
  return (wide::all(1) / wide::max(length, wide::all(1e-30F))) * a;
}
/// Bit i: lane i is positive.
HWY_INLINE unsigned positive(const Eight& a) {
  return wide::Apart::where_greater(a, wide::all(0)).bits();
}

}  // namespace dermis::ccd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
