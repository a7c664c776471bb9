// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Scenes of two characters of the same sizes as in the papers.
#include <algorithm>
#include <cmath>

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

namespace {

constexpr int kFrames = 24;

/// Both walk along z. The second one walks beside the first.
std::vector<std::vector<Pose>> side_by_side(const Model& model, const Vec3& beside) {
  std::vector<std::vector<Pose>> frames;
  frames.reserve(kFrames);
  for (int f = 0; f < kFrames; ++f) {
    const double time = f / kFramesPerSecond;
    frames.push_back({walking(model, time, {0, 0, 0}, 0), walking(model, time + 0.3, beside, 0)});
  }
  return frames;
}

/// The position and size of a model in a pose.
struct Extent {
  Vec3 center;
  float size = 0;
};
Extent extent_of(const Model& model, const Pose& pose) {
  const auto vertices = posed_vertices(model, pose);
  if (!vertices || vertices->empty()) return {};
  Vec3 low = vertices->front();
  Vec3 high = low;
  for (const Vec3& v : *vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return {{(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2},
          std::max({high.x - low.x, high.y - low.y, high.z - low.z})};
}

}  // namespace

Scene near(int level) {
  // The same place for all levels, because they have the same surface.
  static const int kCentimetres = [] {
    const Model creature = make_creature();
    const Result<Collider> collider = bake(creature);
    if (!collider) return 0;
    Character a = *Character::make(*collider);
    Character b = *Character::make(*collider);
    int centimetres = 200;
    const auto apart_at = [&](int beside) {
      return std::ranges::all_of(side_by_side(creature, {0.01F * static_cast<float>(beside), 0, 0}),
                                 [&](const std::vector<Pose>& poses) {
                                   return a.set_pose(poses[0]) && b.set_pose(poses[1]) &&
                                          find_any_pair(a, b).pairs.empty();
                                 });
    };
    while (centimetres > 0 && apart_at(centimetres - 1)) --centimetres;
    return centimetres;
  }();
  Scene scene{{subdivide(make_creature(), level)}, {0, 0}, {}};
  scene.frames = side_by_side(scene.models[0], {0.01F * static_cast<float>(kCentimetres), 0, 0});
  return scene;
}

Scene merged(double metres) {
  Scene scene{{make_creature()}, {0, 0}, {}};
  const auto step = static_cast<float>(metres / std::sqrt(2.0));
  scene.frames = side_by_side(scene.models[0], {step, step, 0});
  for (std::vector<Pose>& poses : scene.frames) {
    poses[1] = placed(poses[0], placement({step, step, 0}, 0));
  }
  return scene;
}

Scene meeting(Model a, Model b) {
  constexpr int kSteps = 60;
  const auto at = [](const Model& model, double time) {
    if (model.clips.empty()) return stored_pose(model);
    const Clip& clip = model.clips.front();
    const double length = std::max(clip.end() - clip.start(), 1e-3);
    return sample(model, clip, clip.start() + std::fmod(time, length));
  };
  Scene scene{{std::move(a), std::move(b)}, {0, 1}, {}};
  const Extent first = extent_of(scene.models[0], at(scene.models[0], 0));
  const Extent second = extent_of(scene.models[1], at(scene.models[1], 0));
  const float scale = second.size > 0 ? first.size / second.size : 1;
  for (int step = 0; step < kSteps; ++step) {
    const double time = step / kFramesPerSecond;
    const float distance = first.size * (1.1F - 1.05F * static_cast<float>(step) / kSteps);
    Affine place{{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}, {}};
    place.t = {first.center.x - scale * second.center.x, first.center.y - scale * second.center.y,
               first.center.z - scale * second.center.z + distance};
    scene.frames.push_back({at(scene.models[0], time), placed(at(scene.models[1], time), place)});
  }
  return scene;
}

}  // namespace dermis::scenes
