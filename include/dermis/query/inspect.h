// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dermis/query/character.h"

namespace dermis {

/// A ball of a character's sphere tree, and what other ways would make of it: for measurements and
/// pictures.
struct InspectedSphere {
  std::uint32_t level = 0;  ///< 1 is the root
  Ball reference;           ///< at rest
  Ball on_demand;           ///< refitted from joint matrices
  Ball on_demand_average;   ///< the same, its centre the papers' average of corners
  Ball bottom_up;           ///< around the balls below it
  Ball best;                ///< the smallest around the posed vertices
  bool looked_at = false;   ///< a query has refitted it in this pose
};

/// All spheres of a character in its pose, level after level. Slow.
std::vector<InspectedSphere> inspect_spheres(const Character& character);

}  // namespace dermis
