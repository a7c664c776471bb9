// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "dermis/math/types.h"

/// Exact tests on which side of a line or a plane a point lies, for all finite float32 coordinates,
/// denormal ones included, in the float mode of base::DefinedFloatMode. The tests of triangles,
/// which call these, assert it.
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

/// The exact sign of a sum of doubles.
///
/// After Rump, Ogita, Oishi, "Accurate floating-point summation" (2008): a power of two σ, large
/// compared with all terms, splits each term in two. The upper parts are multiples of 2⁻⁵³σ and add
/// up without rounding. The lower parts are at most 2⁻⁵³σ each. If the sum of the upper parts is
/// larger than all lower parts can be together, it has the sign of the whole sum. Otherwise it
/// joins the lower parts as one more term, and the next, much smaller σ follows.
///
/// The terms are monomials of up to three float32 numbers: multiples of 2⁻⁴⁴⁷ below 2³⁸⁴. So no
/// intermediate result underflows or overflows.
class ExactSum {
 public:
  void add(double term) {
    assert(count_ < kCapacity);
    terms_[count_++] = term;
  }

  /// Adds ab·c, where ab is the exact product of two floats (48 bits) and c is a float. ab is split
  /// in the middle: each half times c fits into 53 bits.
  void add_product(double ab, double c) {
    const double high =
        std::bit_cast<double>(std::bit_cast<std::uint64_t>(ab) & 0xffff'ffff'f800'0000U);
    add(high * c);
    add((ab - high) * c);
  }

  /// Returns −1, 0 or 1. Destroys the terms, so it can be called once.
  int sign();

 private:
  // The largest determinant has 48 terms, and each split adds one. A split leaves terms of at most
  // 2⁻⁴⁶σ from terms of at least 2⁻⁸σ, so 22 splits cover the range of the monomials.
  static constexpr std::size_t kCapacity = 80;
  std::array<double, kCapacity> terms_;
  std::size_t count_ = 0;
};

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
