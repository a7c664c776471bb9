// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/math/types.h"

namespace dermis::cloth {

/// Points cut into halves, across the longest side of the box around them, and these again, until
/// parts have `most` at most: what is in a part is near each other, and parts that follow each
/// other often are.
struct Halves {
  Halves(std::span<const Point> points, std::size_t most);

  std::vector<std::uint32_t> order;  ///< the points' numbers, part after part
  std::vector<std::size_t> ends;     ///< of the parts in it
};

}  // namespace dermis::cloth
