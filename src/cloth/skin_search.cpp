// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/cloth/skin_search.h"

#include <numeric>

namespace dermis {

void SkinSearch::find(std::span<const Point> points, double reach, std::span<NearestSkin> found) {
  std::vector<std::uint32_t> all(points.size());
  std::iota(all.begin(), all.end(), 0U);
  find(points, all, reach, found);
}

}  // namespace dermis
