// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>

namespace dermis::math {

/// Eight floats in memory, aligned so that every instruction set can load them at once.
struct alignas(32) Float8 {
  float lane[8];
};

/// Float number `i` of an array of Float8 seen as a flat row of floats.
inline float at(const Float8* row, std::size_t i) {
  float result;
  std::memcpy(&result, reinterpret_cast<const char*>(row) + i * sizeof(float), sizeof(result));
  return result;
}

}  // namespace dermis::math
