// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstring>

namespace dermis::math {

/// Eight floats in memory, a lane each, where every instruction set can load them at once.
struct alignas(32) Float8 {
  float lane[8];
};

/// One float of several that stand in a row.
inline float at(const Float8* row, std::size_t i) {
  float result;
  std::memcpy(&result, reinterpret_cast<const char*>(row) + i * sizeof(float), sizeof(result));
  return result;
}

}  // namespace dermis::math
