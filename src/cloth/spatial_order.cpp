// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/spatial_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dermis::cloth {

SpatialOrder::SpatialOrder(std::span<const Point> points, std::size_t most) : order(points.size()) {
  std::iota(order.begin(), order.end(), 0U);
  const auto cut = [&](auto& self, std::size_t begin, std::size_t end) -> void {
    if (end - begin <= most) {
      ends.push_back(end);
      return;
    }
    const std::span some = std::span(order).subspan(begin, end - begin);
    Point low = points[some[0]];
    Point high = low;
    for (const std::uint32_t p : some) {
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], points[p][axis]);
        high[axis] = std::max(high[axis], points[p][axis]);
      }
    }
    std::size_t longest = 0;
    for (const std::size_t axis : {1U, 2U}) {
      if (high[axis] - low[axis] > high[longest] - low[longest]) longest = axis;
    }
    // Sorts instead of partitioning, so that every standard library gives the same order.
    std::ranges::sort(some, {}, [&](std::uint32_t p) { return std::pair(points[p][longest], p); });
    const std::size_t middle = begin + some.size() / 2;
    self(self, begin, middle);
    self(self, middle, end);
  };
  cut(cut, 0, order.size());
}

}  // namespace dermis::cloth
