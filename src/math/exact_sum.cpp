// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/exact_sum.h"

#include <algorithm>
#include <cmath>

namespace dermis::math {

namespace {

/// 2ⁿ times the smallest power of two above |x|; x ≠ 0.
double power_of_two_above(double x, int n) {
  const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ffU;
  return std::bit_cast<double>((exponent + 1 + std::uint64_t(n)) << 52);
}

}  // namespace

int ExactSum::sign() {
  for (;;) {
    double largest = 0;
    for (std::size_t i = 0; i < count_; ++i) largest = std::max(largest, std::abs(terms_[i]));
    if (largest == 0) return 0;

    // count · largest < 2⁷ · largest ≤ σ: the sum of the upper parts stays below σ, where all
    // multiples of 2⁻⁵³σ are doubles.
    static_assert(kCapacity < 1U << 7);
    const double sigma = power_of_two_above(largest, 7);
    double upper_sum = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const double upper = (sigma + terms_[i]) - sigma;
      upper_sum += upper;
      terms_[i] -= upper;
    }
    if (std::abs(upper_sum) > 0x1p-46 * sigma) return upper_sum > 0 ? 1 : -1;
    if (upper_sum != 0) add(upper_sum);
  }
}

}  // namespace dermis::math
