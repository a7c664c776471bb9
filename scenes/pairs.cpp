// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Scenes of two characters of the same size as the papers' ones.
#include "scenes/walkers.h"

namespace dermis::scenes {

Scene face_to_face() {
  Scene scene{{make_creature()}, {0, 0}, {}};
  const Model& creature = scene.models[0];
  scene.frames.push_back(
      {walking(creature, 0.3, {0, 0, -1.1F}, 0), walking(creature, 0.8, {0.15F, 0, 1.1F}, 180)});
  return scene;
}

Scene men() {
  constexpr int kFrames = 120;
  constexpr float kAside = 0.05F;
  Model man = make_man();
  const double touching = touching_distance(man, (kFrames - 1) / kFramesPerSecond, kAside);
  return approach(std::move(man), kFrames, touching + 2.5, touching - 0.1, kAside);
}

Scene men_deep() {
  constexpr double kTrunkDepth = 0.26;
  return approach(make_man(), 120, 2.5 + kTrunkDepth, kTrunkDepth - 0.1, 0.05F);
}

Scene creatures() {
  return approach(make_creature(), 120, 2.6, -2.6, 0.15F);
}

Scene apart() {
  return approach(make_creature(), 24, 5, 5, 0);
}

}  // namespace dermis::scenes
