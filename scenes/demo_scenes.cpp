// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/scene.h"

namespace dermis::scenes {

std::span<const DemoScene> demo_scenes() {
  static constexpr DemoScene kScenes[] = {
      {"face-to-face", "Two creatures walk into each other.", &face_to_face, 0},
      {"men", "Two men walk towards each other.", &men, 119},
      {"creatures", "Two creatures walk through each other.", &creatures, 48},
      {"apart", "Two creatures walk 5 m apart.", &apart, 0},
      {"near-apart", "Two creatures walk side by side and do not touch.", [] { return near(); }, 0},
      {"crowd", "Fifty creatures walk close to each other.", [] { return crowd(Density::dense); },
       0},
      {"dwarves-apart", "Two dwarves stand 5 cm apart.",
       [] { return dwarves(DwarfPose::apart, 0); }, 0},
      {"dwarves", "A dwarf walks into the other's side.",
       [] { return dwarves(DwarfPose::interfering, 0); }, 0}};
  return kScenes;
}

}  // namespace dermis::scenes
