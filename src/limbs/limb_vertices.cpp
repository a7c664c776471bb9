// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/limb_vertices.h"

#include <algorithm>

namespace dermis::limbs {

std::vector<std::vector<std::uint32_t>> vertices_of_limbs(const CollideShape& shape,
                                                          std::span<const Triangle> triangles) {
  std::vector<std::vector<std::uint32_t>> result(shape.limbs.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    auto& vertices = result[shape.triangle_limbs[t]];
    vertices.insert(vertices.end(), triangles[t].begin(), triangles[t].end());
  }
  for (auto& vertices : result) {
    std::ranges::sort(vertices);
    vertices.erase(std::ranges::unique(vertices).begin(), vertices.end());
  }
  return result;
}

}  // namespace dermis::limbs
