// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace dermis::test {

/// An integer of 896 bits in two's complement. It is wide enough for a product of three differences
/// of float32 numbers, in units of the smallest float32.
class WideInteger {
 public:
  WideInteger() = default;

  /// value / 2^unit, which must be an integer.
  WideInteger(double value, int unit) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);
    auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
    int shift = exponent - 53 - unit;
    if (shift < 0) {
      mantissa = shift > -64 ? mantissa >> -shift : 0;
      shift = 0;
    }
    for (int bit = 0; bit < 64; ++bit) {
      const auto at = static_cast<std::size_t>(bit + shift);
      if ((mantissa >> bit & 1) != 0) limbs_[at / 32] |= std::uint32_t{1} << at % 32;
    }
    if (value < 0) *this = WideInteger() - *this;
  }

  [[nodiscard]] int sign() const {
    if (limbs_.back() >> 31 != 0) return -1;
    return limbs_ == std::array<std::uint32_t, kLimbs>{} ? 0 : 1;
  }

  friend WideInteger operator+(const WideInteger& a, const WideInteger& b) {
    WideInteger sum;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      carry += std::uint64_t{a.limbs_[i]} + b.limbs_[i];
      sum.limbs_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    return sum;
  }
  friend WideInteger operator-(const WideInteger& a, WideInteger b) {
    for (std::uint32_t& limb : b.limbs_) limb = ~limb;
    WideInteger one;
    one.limbs_[0] = 1;
    return a + b + one;
  }
  friend WideInteger operator*(const WideInteger& a, const WideInteger& b) {
    WideInteger product;
    for (std::size_t i = 0; i < kLimbs; ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; i + j < kLimbs; ++j) {
        carry += std::uint64_t{a.limbs_[i]} * b.limbs_[j] + product.limbs_[i + j];
        product.limbs_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    return product;
  }

 private:
  static constexpr std::size_t kLimbs = 28;
  std::array<std::uint32_t, kLimbs> limbs_{};
};

}  // namespace dermis::test
