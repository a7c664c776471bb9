// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/walkers.h"

namespace dermis::scenes {

Scene dwarves(DwarfPose pose, int level) {
  Scene scene{{subdivide(make_dwarf(), level)}, {0, 0}, {}};
  const Model& dwarf = scene.models[0];
  const float aside = pose == DwarfPose::apart ? 0.702F : 0.57F;
  scene.frames.push_back(
      {walking(dwarf, 0.1, {0, 0, 0}, 0), walking(dwarf, 0.5, {aside, 0, 0.1F}, -60)});
  return scene;
}

}  // namespace dermis::scenes
