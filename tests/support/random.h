// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace dermis::test {

/// Gives the same numbers on every machine (splitmix64), unlike std:: distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// In [0, n).
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(bits() % n); }
  /// In [0, 1), all 24 bits of a float.
  float unit() { return static_cast<float>(bits() >> 40) * 0x1p-24F; }
  float between(float low, float high) { return low + (high - low) * unit(); }

 private:
  std::uint64_t state_;
};

}  // namespace dermis::test
