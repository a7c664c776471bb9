// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dermis/math/types.h"
#include "dermis/query/character.h"

namespace dermis::spheres {

/// A sphere of a character's tree in the present pose, and the spheres of other methods, for
/// comparison. For measurements and pictures.
struct InspectedSphere {
  std::uint32_t level = 0;  ///< 1 is the root
  Ball reference;           ///< at rest
  Ball on_demand;           ///< refitted from joint matrices
  Ball on_demand_average;   ///< the same with RefitCenter::average
  Ball bottom_up;           ///< around the spheres of the children
  Ball best;                ///< the smallest sphere around the posed vertices
  bool refitted = false;    ///< a query has refitted it in this pose
};

/// All spheres of a character, level by level. Slow.
std::vector<InspectedSphere> inspect(const Character& character);

}  // namespace dermis::spheres
