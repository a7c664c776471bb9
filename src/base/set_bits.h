// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dermis::base {

/// The positions of the set bits of a byte, from the lowest on. With them, the values of the set
/// bits are written without a branch: always eight values, of which the first ones count. The
/// number of set bits is unpredictable, and a mispredicted branch costs more than the superfluous
/// values.
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

  /// Eight positions; those beyond the number of bits are 0.
  [[nodiscard]] const std::uint8_t* of(unsigned byte) const { return positions_[byte]; }

  /// The same positions, in the bytes of an integer.
  [[nodiscard]] std::uint64_t packed(unsigned byte) const {
    std::uint64_t result;
    std::memcpy(&result, positions_[byte], sizeof(result));
    return result;
  }

 private:
  std::uint8_t positions_[256][8] = {};
};

inline constexpr SetBits kSetBits;

}  // namespace dermis::base
