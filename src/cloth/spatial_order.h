// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/math/types.h"

namespace dermis::cloth {

/// Orders points by position. SpatialOrder them across the longest side of their box, again and
/// again, until each part has at most `most` points. The points of a part are near each other, and
/// so are adjacent parts, often.
struct SpatialOrder {
  SpatialOrder(std::span<const Point> points, std::size_t most);

  std::vector<std::uint32_t> order;  ///< indices of the points, part after part
  std::vector<std::size_t> ends;     ///< the end of each part in `order`
};

}  // namespace dermis::cloth
