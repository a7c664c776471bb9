// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "dermis/model/skeleton.h"

namespace dermis::triangle {

/// A triangle whose corners are rows of four floats, counted from a base address.
struct PackedTriangle {
  std::uint8_t corner[3] = {};     ///< twice the index of a row; see row_of()
  std::uint32_t triangle = kNone;  ///< index in the model; kNone for padding of a group of eight
};

/// The address of a corner's four floats. `corner` is twice the row's index, because processors
/// compute base + 8 · index in one addressing mode.
inline const float* row_of(const float* rows, std::uint8_t corner) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(rows) +
                                        std::size_t{8} * corner);
}

}  // namespace dermis::triangle
