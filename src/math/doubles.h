// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "dermis/math/types.h"

/// Double-precision vectors, quaternions and affine maps, for computations done once per node or
/// per frame. They use only + − · / and square roots. IEEE 754 rounds all of these correctly, so
/// the results are the same bits everywhere.
namespace dermis::math {

struct Vec3d {
  double x = 0, y = 0, z = 0;
};

inline Vec3d to_double(const Vec3& v) {
  return {v.x, v.y, v.z};
}
inline Vec3 to_float(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
inline Vec3d operator+(const Vec3d& a, const Vec3d& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec3d operator-(const Vec3d& a, const Vec3d& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec3d operator*(double s, const Vec3d& v) {
  return {s * v.x, s * v.y, s * v.z};
}
inline double dot(const Vec3d& a, const Vec3d& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const Vec3d& v) {
  return std::sqrt(dot(v, v));
}
/// A vector of unit length; a zero vector stays zero.
inline Vec3d normalized(const Vec3d& v) {
  const double l = length(v);
  return l > 0 ? (1 / l) * v : v;
}

struct Quatd {
  double x = 0, y = 0, z = 0, w = 1;
};

inline Quatd to_double(const Quaternion& q) {
  return {q.x, q.y, q.z, q.w};
}
inline Quaternion to_float(const Quatd& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}
inline Quatd operator+(const Quatd& a, const Quatd& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
inline Quatd operator-(const Quatd& a, const Quatd& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}
inline Quatd operator*(double s, const Quatd& q) {
  return {s * q.x, s * q.y, s * q.z, s * q.w};
}
inline Quatd operator*(const Quatd& a, const Quatd& b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
inline double dot(const Quatd& a, const Quatd& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline double length(const Quatd& q) {
  return std::sqrt(dot(q, q));
}
/// A quaternion of unit length. A quaternion of length zero, infinity or NaN becomes the identity.
Quatd normalized(const Quatd& q);

/// p ↦ x·p.x + y·p.y + z·p.z + t.
struct Affined {
  Vec3d x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, t{0, 0, 0};
};

struct Transformd {
  Vec3d translation;
  Quatd rotation;
  Vec3d scale{1, 1, 1};
};

inline Affined to_double(const Affine& a) {
  return {to_double(a.x), to_double(a.y), to_double(a.z), to_double(a.t)};
}
inline Affine to_float(const Affined& a) {
  return {to_float(a.x), to_float(a.y), to_float(a.z), to_float(a.t)};
}
inline Transformd to_double(const Transform& t) {
  return {to_double(t.translation), to_double(t.rotation), to_double(t.scale)};
}
inline Vec3d linear_part(const Affined& a, const Vec3d& v) {
  return v.x * a.x + v.y * a.y + v.z * a.z;
}
inline Vec3d operator*(const Affined& a, const Vec3d& p) {
  return linear_part(a, p) + a.t;
}
inline Affined operator*(const Affined& outer, const Affined& inner) {
  return {linear_part(outer, inner.x), linear_part(outer, inner.y), linear_part(outer, inner.z),
          outer * inner.t};
}

Affined to_affine(const Transformd& transform);

/// Writes the inverse of `a`. Returns false if the matrix is singular or the inverse is not finite.
bool invert(const Affined& a, Affined& inverse);

}  // namespace dermis::math
