// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/weight_polytope.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace dermis::spheres {

namespace {

/// Extends a polytope by another one, which is on some of the same joints.
void join(WeightPolytope& polytope, const WeightPolytope& part) {
  for (std::size_t i = 0; i < polytope.joints.size(); ++i) {
    const auto at = std::ranges::lower_bound(part.joints, polytope.joints[i]);
    const bool has = at != part.joints.end() && *at == polytope.joints[i];
    const auto k = static_cast<std::size_t>(at - part.joints.begin());
    polytope.low[i] = std::min(polytope.low[i], has ? part.low[k] : 0);
    polytope.high[i] = std::max(polytope.high[i], has ? part.high[k] : 0);
  }
}

}  // namespace

WeightPolytope polytope_of(std::span<const Influence> influences) {
  std::map<std::uint32_t, double> weights;  // a joint may appear twice
  for (const Influence& influence : influences) weights[influence.joint] += influence.weight;
  double sum = 0;
  for (const auto& [joint, weight] : weights) sum += weight;
  WeightPolytope polytope;
  for (const auto& [joint, weight] : weights) {
    if (weight == 0) continue;
    polytope.joints.push_back(joint);
    polytope.low.push_back(weight / sum);
    polytope.high.push_back(weight / sum);
  }
  return polytope;
}

std::vector<WeightPolytope> weight_polytopes(const Influences& influences,
                                             std::span<const std::uint32_t> vertices) {
  std::map<std::vector<std::uint32_t>, WeightPolytope> by_joints;
  for (const std::uint32_t vertex : vertices) {
    WeightPolytope one = polytope_of(influences.of(vertex));
    const auto [at, is_new] = by_joints.try_emplace(one.joints, one);
    if (!is_new) join(at->second, one);
  }
  std::vector<WeightPolytope> largest_first;
  largest_first.reserve(by_joints.size());
  for (auto& [joints, polytope] : by_joints) largest_first.push_back(std::move(polytope));
  std::ranges::sort(largest_first, [](const WeightPolytope& p, const WeightPolytope& q) {
    return p.joints.size() != q.joints.size() ? p.joints.size() > q.joints.size()
                                              : p.joints < q.joints;
  });
  std::vector<WeightPolytope> result;
  for (WeightPolytope& polytope : largest_first) {
    const auto larger = std::ranges::find_if(result, [&](const WeightPolytope& p) {
      return std::ranges::includes(p.joints, polytope.joints);
    });
    if (larger == result.end()) {
      result.push_back(std::move(polytope));
    } else {
      join(*larger, polytope);
    }
  }
  return result;
}

std::vector<float> corners(const WeightPolytope& polytope) {
  const std::size_t n = polytope.joints.size();
  assert(n <= kMostCornerJoints);
  // Sums of doubles that should be 1 are within this tolerance, which is far below the rounding of
  // weights to floats.
  constexpr double kTolerance = 1e-12;
  std::vector<std::vector<float>> found;
  // At a corner, all weights but one are at an end of their range. The last one makes the sum 1.
  for (std::size_t open = 0; open < n; ++open) {
    for (std::uint32_t ends = 0; ends < 1U << (n - 1); ++ends) {
      std::vector<float> corner(n);
      double rest = 1;
      std::uint32_t bit = ends;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == open) continue;
        const double weight = (bit & 1U) != 0 ? polytope.high[j] : polytope.low[j];
        bit >>= 1U;
        corner[j] = static_cast<float>(weight);
        rest -= weight;
      }
      if (rest < polytope.low[open] - kTolerance || rest > polytope.high[open] + kTolerance) {
        continue;
      }
      corner[open] = static_cast<float>(std::clamp(rest, polytope.low[open], polytope.high[open]));
      if (std::ranges::find(found, corner) == found.end()) found.push_back(std::move(corner));
    }
  }
  std::vector<float> all;
  for (const auto& corner : found) all.insert(all.end(), corner.begin(), corner.end());
  return all;
}

}  // namespace dermis::spheres
