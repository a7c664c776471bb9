// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dermis::query {

/// Where the set bits of a byte are, from the lowest on. With it, what belongs to them is written
/// without a branch: eight values, of which as many count as there are bits. How many these are is
/// nothing that a processor can foresee, and a wrong guess costs it more than the values do.
class SetBits {
 public:
  constexpr SetBits() {
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::size_t i = 0;
      for (unsigned rest = byte; rest != 0; rest &= rest - 1) {
        positions_[byte][i++] = static_cast<std::uint8_t>(std::countr_zero(rest));
      }
    }
  }

  /// Eight positions, those beyond the number of bits 0.
  [[nodiscard]] const std::uint8_t* of(unsigned byte) const { return positions_[byte]; }

  /// The same, in the bytes of a number.
  [[nodiscard]] std::uint64_t packed(unsigned byte) const {
    std::uint64_t result;
    std::memcpy(&result, positions_[byte], sizeof(result));
    return result;
  }

 private:
  std::uint8_t positions_[256][8] = {};
};

inline constexpr SetBits kSetBits;

}  // namespace dermis::query
