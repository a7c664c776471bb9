// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "ccd/neighbour_search.h"

#include <bit>

#include "ccd/shared_corners.h"

namespace dermis::ccd {

void find_corner_pairs(const MovingMesh::State& state, std::uint32_t vertex,
                       std::vector<CandidatePair>& pairs) {
  const auto around = state.triangles_at(vertex);
  for (std::size_t i = 0; i < around.size(); ++i) {
    for (std::size_t j = i + 1; j < around.size(); ++j) {
      // Uses are listed in the order of triangles.
      const Triangle& p = state.triangles[around[i]];
      const Triangle& q = state.triangles[around[j]];
      const SharedCorners shared(p, q);
      if (shared.count() != 1 || has_corner_twice(p) || has_corner_twice(q)) continue;
      pairs.emplace_back(around[i], around[j],
                         static_cast<std::uint32_t>(std::countr_zero(shared.of_a)),
                         static_cast<std::uint32_t>(std::countr_zero(shared.of_b)));
    }
  }
}

}  // namespace dermis::ccd
