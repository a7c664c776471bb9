// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/math/types.h"

/// On which side of a line or a plane does a point lie? The answers are exact for all finite
/// float32 coordinates, denormal ones included. Callers hold a DefinedFloatMode.
namespace dermis::math {

/// A determinant computed in floating point has the right sign when its size exceeds this factor
/// times the product of the largest differences of coordinates along each axis (their extents).
/// Gappa proves that three quarters of each factor cover the rounding of the determinant: the
/// .gappa files beside this one, run by scripts/prove, which reads the factors here. The last
/// quarter covers the rounding of the bound itself, two products, and in float32 underflow, see
/// triangle_batch.
inline constexpr double kOrient2dDouble = 0x1p-49;
inline constexpr double kOrient3dDouble = 0x1p-47;
inline constexpr float kOrient3dFloat = 0x1p-18F;

/// A point seen along a coordinate axis.
struct Vec2 {
  float x = 0, y = 0;
};

/// The sign of (a − c) × (b − c): 1 when a, b, c turn to the left, −1 to the right, 0 when they are
/// collinear. The quick ones return 0 when they cannot tell.
int quick_orient2d(const Vec2& a, const Vec2& b, const Vec2& c);
int exact_orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

/// The sign of (b − a) × (c − a) · (d − a): 1 when d is on the side of the plane abc from which
/// a, b, c turn to the left, 0 when the four lie in one plane.
int quick_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Exact signs, by exact arithmetic only where the filters cannot tell, or always, as the judge.
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
  /// How often exact arithmetic was needed.
  [[nodiscard]] std::uint64_t exact_count() const { return exact_count_; }

 private:
  bool filtered_;
  std::uint64_t exact_count_ = 0;
};

}  // namespace dermis::math
