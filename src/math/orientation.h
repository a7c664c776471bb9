// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/math/types.h"

/// Exact tests on which side of a line or a plane a point lies, for all finite float32 coordinates,
/// denormal ones included.
namespace dermis::math {

/// The sign of a determinant computed in floating point is correct if its magnitude exceeds this
/// factor times the product, over the axes, of the largest coordinate difference along the axis.
/// Gappa proves that three quarters of each factor cover the rounding of the determinant:
/// scripts/prove runs the .gappa files beside this header and reads the factors from here. The last
/// quarter covers the rounding of the bound itself (two products) and, in float32, underflow; see
/// triangle/filter_batch_simd.cpp.
inline constexpr double kOrient2dDouble = 0x1p-49;
inline constexpr double kOrient3dDouble = 0x1p-47;
inline constexpr float kOrient3dFloat = 0x1p-18F;

/// A point projected along a coordinate axis.
struct Vec2 {
  float x = 0, y = 0;
};

/// The sign of (a − c) × (b − c): 1 if a, b, c turn to the left, −1 if to the right, 0 if they are
/// collinear. quick_orient2d() also returns 0 if it cannot decide.
int quick_orient2d(const Vec2& a, const Vec2& b, const Vec2& c);
int exact_orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

/// The sign of (b − a) × (c − a) · (d − a): 1 if d is on the side of the plane abc from which a, b,
/// c turn to the left, −1 if it is on the other side, 0 if the four points lie in one plane.
/// quick_orient3d() also returns 0 if it cannot decide.
int quick_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Exact signs. `filtered` uses exact arithmetic only where the quick tests cannot decide; `exact`
/// uses it always, as a reference for tests.
class Orientation {
 public:
  enum class Arithmetic { filtered, exact };
  explicit Orientation(Arithmetic arithmetic) : filtered_(arithmetic == Arithmetic::filtered) {}

  int in_plane(const Vec2& a, const Vec2& b, const Vec2& c) {
    const int sign = filtered_ ? quick_orient2d(a, b, c) : 0;
    return sign != 0 ? sign : (++exact_count_, exact_orient2d(a, b, c));
  }
  int in_space(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const int sign = filtered_ ? quick_orient3d(a, b, c, d) : 0;
    return sign != 0 ? sign : (++exact_count_, exact_orient3d(a, b, c, d));
  }
  /// The number of tests that used exact arithmetic.
  [[nodiscard]] std::uint64_t exact_count() const { return exact_count_; }

 private:
  bool filtered_;
  std::uint64_t exact_count_ = 0;
};

}  // namespace dermis::math
