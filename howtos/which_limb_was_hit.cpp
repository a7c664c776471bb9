// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Finds the limb that was hit, the place and the depth.
#include <cstdio>

#include "dermis/dermis.h"

int main() {
  const dermis::Model man = dermis::make_man();
  const dermis::Model ball = dermis::make_ball(0.11F);

  // Once per model: bake it, and find its limbs. dermis::load_shape() reads limbs made by an
  // artist.
  const auto limbs_of = [](const dermis::Model& model) {
    return *dermis::with_limbs(*dermis::bake(model), *dermis::make_limbs(model));
  };
  dermis::Character player = *dermis::Character::make(limbs_of(man));
  dermis::Character thing = *dermis::Character::make(limbs_of(ball));

  // Once per frame: set joint matrices, from any animation system.
  if (!player.set_pose(dermis::sample(man, man.clips[0], 0.2))) return 1;
  if (!thing.set_pose(placed(bind_pose(ball), dermis::placement({0.02F, 1.5F, 0.17F}, 0))))
    return 1;

  for (const dermis::LimbContact& contact : find_limb_contacts(player, thing).contacts) {
    if (contact.depth == 0) continue;  // only their bounds overlap
    std::printf("%s, %s, %.1f mm deep; %u pairs of triangles meet\n",
                shape_of(player.collider()).limbs[contact.limb_a].name.c_str(),
                std::string(to_string(contact.side_a)).c_str(), 1e3 * double{contact.depth},
                contact.pair_count);
  }
}
