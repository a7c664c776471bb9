// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/walkers.h"

#include <cmath>

namespace dermis::scenes {

Pose walking(const Model& model, double time, const Vec3& at, double turn) {
  const Clip& walk = model.clips.front();
  return placed(sample(model, walk, std::fmod(time, walk.end())), placement(at, turn));
}

double touching_distance(const Model& model, double time, float aside) {
  const Result<Collider> collider = bake(model);
  if (!collider) return 0;
  Character a = *Character::make(*collider);
  Character b = *Character::make(*collider);
  const auto touch = [&](double distance) {
    const std::vector<Pose> poses = facing(model, time, distance, aside);
    return a.set_pose(poses[0]) && b.set_pose(poses[1]) && !find_any_pair(a, b).pairs.empty();
  };
  int millimetres = 4000;
  for (const int step : {10, 1}) {  // coarse steps from outside, then fine ones
    while (millimetres > 0 && !touch(0.001 * millimetres)) millimetres -= step;
    millimetres += step;
  }
  return 0.001 * millimetres;
}

std::vector<Pose> facing(const Model& model, double time, double distance, float aside) {
  const auto half = static_cast<float>(distance / 2);
  return {walking(model, time, {0, 0, -half}, 0),
          walking(model, time + model.clips[0].end() / 2, {aside, 0, half}, 180)};
}

Scene approach(Model model, int frames, double first, double last, float aside) {
  Scene scene{{std::move(model)}, {0, 0}, {}};
  for (int f = 0; f < frames; ++f) {
    const double distance = first + (last - first) * f / (frames - 1);
    scene.frames.push_back(facing(scene.models[0], f / kFramesPerSecond, distance, aside));
  }
  return scene;
}

}  // namespace dermis::scenes
