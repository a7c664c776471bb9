// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/influences.h"

namespace dermis::bounds {

/// The weights that some vertices have on the same joints: each between a low and a high one, all
/// summing to 1. Weights of vertices sum to 1 only up to rounding, so they are divided by their sum
/// here; whoever uses the polytope counts the difference in.
struct WeightPolytope {
  std::vector<std::uint32_t> joints;  ///< ascending
  std::vector<double> low, high;      ///< one per joint
};

/// The weights of a single vertex: low and high are the same.
WeightPolytope polytope_of(std::span<const Influence> influences);

/// One polytope per joint set of the vertices. A set that is part of another one joins it (with
/// weight 0 on the rest), so that every vertex's joints lie inside one of them; that the union of
/// the sets covers all joints would not be enough.
std::vector<WeightPolytope> weight_polytopes(const Influences& influences,
                                             std::span<const std::uint32_t> vertices);

/// The corners of a polytope, one after the other, a weight per joint each.
std::vector<float> corners(const WeightPolytope& polytope);

/// How many joints corners() takes: there are n·2ⁿ⁻¹ candidates to try.
inline constexpr std::size_t kMostCornerJoints = 10;

}  // namespace dermis::bounds
