// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/walkers.h"

#include <cmath>

namespace dermis::scenes {

namespace {

constexpr double kFramesPerSecond = 120;

}  // namespace

Pose walking(const Model& model, double time, const Vec3& at, double turn) {
  const Clip& walk = model.clips.front();
  return placed(sample(model, walk, std::fmod(time, walk.end())), placement(at, turn));
}

Scene approach(Model model, int frames, double first, double last, float aside) {
  Scene scene{{std::move(model)}, {0, 0}, {}};
  const Model& walker = scene.models[0];
  for (int f = 0; f < frames; ++f) {
    const double time = f / kFramesPerSecond;
    const auto half = static_cast<float>((first + (last - first) * f / (frames - 1)) / 2);
    scene.frames.push_back(
        {walking(walker, time, {0, 0, -half}, 0),
         walking(walker, time + walker.clips[0].end() / 2, {aside, 0, half}, 180)});
  }
  return scene;
}

}  // namespace dermis::scenes
