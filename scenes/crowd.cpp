// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/walkers.h"

namespace dermis::scenes {

namespace {

constexpr int kInARow = 10;
constexpr int kCharacters = 50;
constexpr int kFrames = 24;

/// Metres between neighbours.
float spacing(Density density) {
  switch (density) {
    case Density::sparse:
      return 3.2F;
    case Density::medium:
      return 2.5F;
    case Density::dense:
      break;
  }
  return 1.95F;
}

/// Well-spread numbers in [0, 1): the fractions of the multiples of an irrational number.
double spread(int index, double irrational) {
  const double x = index * irrational;
  return x - static_cast<int>(x);
}

}  // namespace

Scene crowd(Density density) {
  constexpr float kRadius = 0.4F;
  constexpr double kDegreesPerFrame = 1.2;
  constexpr double kSecondsPerFrame = 1.0 / 60;
  Scene scene{{make_creature()}, std::vector<std::uint32_t>(kCharacters, 0), {}};
  const Model& creature = scene.models[0];
  for (int f = 0; f < kFrames; ++f) {
    std::vector<Pose> poses;
    for (int i = 0; i < kCharacters; ++i) {
      const int row = i / kInARow;
      const Vec3 home{spacing(density) * static_cast<float>(i - kInARow * row), 0,
                      spacing(density) * static_cast<float>(row)};
      const double heading = 360 * spread(i, 0.7548776662) + kDegreesPerFrame * f;
      const double time = 1.3 * spread(i, 0.6180339887) + kSecondsPerFrame * f;
      poses.push_back(
          placed(walking(creature, time, {kRadius, 0, 0}, 0), placement(home, heading)));
    }
    scene.frames.push_back(std::move(poses));
  }
  return scene;
}

}  // namespace dermis::scenes
