// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/tightness.h"

#include <algorithm>

#include "scenes/walkers.h"

namespace dermis::scenes {

std::vector<MeanRadii> creature_radii(int poses, Skinning skinning) {
  const Model creature = make_creature();
  const Result<Collider> collider = bake(creature, {.skinning = skinning});
  if (!collider) return {};
  Character character = *Character::make(*collider);
  std::vector<MeanRadii> levels;
  for (int i = 0; i < poses; ++i) {
    const double time = creature.clips.front().end() * i / poses;
    if (!character.set_pose(walking(creature, time, {}, 0))) return {};
    for (const spheres::InspectedSphere& sphere : spheres::inspect(character)) {
      levels.resize(std::max<std::size_t>(levels.size(), sphere.level));
      MeanRadii& sum = levels[sphere.level - 1];
      sum.reference += sphere.reference.radius;
      sum.on_demand += sphere.on_demand.radius;
      sum.on_demand_average += sphere.on_demand_average.radius;
      sum.bottom_up += sphere.bottom_up.radius;
      sum.best += sphere.best.radius;
      ++sum.spheres;
    }
  }
  for (MeanRadii& level : levels) {
    const auto count = static_cast<double>(level.spheres);
    for (double* const mean : {&level.reference, &level.on_demand, &level.on_demand_average,
                               &level.bottom_up, &level.best}) {
      *mean /= count;
    }
    level.spheres /= static_cast<std::size_t>(poses);
  }
  return levels;
}

}  // namespace dermis::scenes
