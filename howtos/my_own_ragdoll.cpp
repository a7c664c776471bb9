// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Your own ragdoll: a man walks, is hit, falls, and gets up again.
#include <cstdio>

#include "dermis/dermis.h"
#include "dermis/ode/ragdoll.h"

int main() {
  const dermis::Model man = dermis::make_man();
  const dermis::CollideShape shape = *dermis::make_limbs(man);
  dermis::Character player =
      *dermis::Character::make(*dermis::with_limbs(*dermis::bake(man), shape));

  const dermis::Model floor = dermis::make_box({20, 1, 20});
  dermis::Character ground = *dermis::Character::make(
      *dermis::with_limbs(*dermis::bake(floor), *dermis::make_limbs(floor)));
  if (!ground.set_pose(placed(bind_pose(floor), dermis::placement({0, -0.5F, 0}, 0)))) return 1;

  dermis::ode::Physics physics;
  auto ragdoll = dermis::ode::Ragdoll::make(physics, man, shape, {.mass = 80, .loose_seconds = 2});
  if (!ragdoll) return std::printf("%s\n", ragdoll.error().message.c_str()), 1;

  const std::uint32_t head = *find_limb(shape, "head");
  constexpr double kStep = 1.0 / 120;
  for (int frame = 0; frame <= 5 * 120; ++frame) {
    // The animation goes on, independently of physics.
    const dermis::Pose walk = sample(man, man.clips[0], 0.3);
    if (!ragdoll->follow(walk, kStep)) return 1;
    if (frame == 60) ragdoll->loosen_all();  // hit!

    // The contacts go to ODE, and poses come back from it.
    if (!player.set_pose(ragdoll->pose())) return 1;
    const auto touching = find_limb_contacts(ground, player, {dermis::LimbDetail::limbs});
    for (const dermis::LimbContact& contact : touching.contacts) {
      physics.add_contact(contact, nullptr, ragdoll->body(contact.limb_b), {});
    }
    physics.step(kStep);
    if (frame % 120 == 0) {
      std::printf("%d s: the head is %.2f m high, %s\n", frame / 120,
                  double{dermis::ode::read(ragdoll->body(head)).at.y},
                  ragdoll->is_any_loose() ? "loose" : "led");
    }
  }
}
