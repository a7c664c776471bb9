// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "motion/self/neighbor_search.h"

#include <bit>

#include "motion/self/shared_corners.h"

namespace dermis::motion {

void NeighborPairs::add_around(const MovingMesh::State& state, std::uint32_t vertex) {
  const auto lowest = [](unsigned bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
  };
  const auto around = state.triangles_at(vertex);
  for (std::size_t i = 0; i < around.size(); ++i) {
    for (std::size_t j = i + 1; j < around.size(); ++j) {
      // triangles_at() is sorted, so around[i] < around[j].
      const Triangle& p = state.triangles[around[i]];
      const Triangle& q = state.triangles[around[j]];
      const SharedCorners shared(p, q);
      if (has_corner_twice(p) || has_corner_twice(q)) continue;
      if (shared.count() == 1) {
        at_corners.emplace_back(around[i], around[j], lowest(shared.of_a), lowest(shared.of_b));
      } else if (shared.count() == 2) {
        const std::uint32_t other = lowest(~shared.of_a);
        if (vertex < p[(other + 1) % 3] || vertex < p[(other + 2) % 3]) {
          at_edges.emplace_back(around[i], around[j], other, lowest(~shared.of_b));
        }
      }
    }
  }
}

}  // namespace dermis::motion
