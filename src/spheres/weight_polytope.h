// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/influences.h"

namespace dermis::spheres {

/// The weights that some vertices have on the same joints: each has a range, and all sum to 1.
/// Weights of vertices sum to 1 only up to rounding, so they are divided by their sum here. Users
/// of a polytope must allow for the difference.
struct WeightPolytope {
  std::vector<std::uint32_t> joints;  ///< ascending
  std::vector<double> low, high;      ///< one per joint
};

/// The weights of a single vertex: low and high are the same.
WeightPolytope polytope_of(std::span<const Influence> influences);

/// One polytope per joint set of the vertices. A set that is part of another one joins it, with
/// weight 0 on the rest, so that each vertex's joints lie inside one of the sets. It would not be
/// enough that the union of the sets covers all joints.
std::vector<WeightPolytope> weight_polytopes(const Influences& influences,
                                             std::span<const std::uint32_t> vertices);

/// The corners of a polytope, one after the other, with one weight per joint.
std::vector<float> corners(const WeightPolytope& polytope);

/// The largest number of joints for corners(): it tries n·2ⁿ⁻¹ candidates.
inline constexpr std::size_t kMostCornerJoints = 10;

}  // namespace dermis::spheres
