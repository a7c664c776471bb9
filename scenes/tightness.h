// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/dermis.h"

namespace dermis::scenes {

/// Mean radii of the spheres on one level of a tree, in metres.
struct MeanRadii {
  double reference = 0, on_demand = 0, on_demand_average = 0, bottom_up = 0, best = 0;
  std::size_t spheres = 0;
};

/// The mean radii of the creature's spheres on each level, over `poses` poses of its walk.
std::vector<MeanRadii> creature_radii(int poses, Skinning skinning = Skinning::linear);

}  // namespace dermis::scenes
