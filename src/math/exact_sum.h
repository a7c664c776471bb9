// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace dermis::math {

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

}  // namespace dermis::math
