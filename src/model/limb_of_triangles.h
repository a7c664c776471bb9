// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/influences.h"
#include "dermis/model/model.h"

namespace dermis::model {

/// limb_of_triangles() for any mesh: influences_of(v) gives the influences of a vertex.
template <class InfluencesOf>
std::vector<std::uint32_t> limb_of_triangles(std::span<const Triangle> triangles,
                                             InfluencesOf influences_of,
                                             const std::vector<std::uint32_t>& joint_limbs,
                                             std::size_t limb_count) {
  std::vector<std::uint32_t> result;
  result.reserve(triangles.size());
  std::vector<double> weights(limb_count, 0);
  std::vector<std::uint32_t> limbs;
  for (const Triangle& t : triangles) {
    limbs.clear();
    for (const std::uint32_t v : t) {
      for (const Influence& i : influences_of(v)) {
        limbs.push_back(joint_limbs[i.joint]);
        weights[limbs.back()] += double{i.weight};
      }
    }
    std::uint32_t most = limbs.front();
    for (const std::uint32_t l : limbs) {
      if (weights[l] > weights[most] || (weights[l] == weights[most] && l < most)) most = l;
    }
    result.push_back(most);
    for (const std::uint32_t l : limbs) weights[l] = 0;
  }
  return result;
}

}  // namespace dermis::model
