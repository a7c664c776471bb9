// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/moving_bodies.h"

#include "app/verbs.h"

namespace dermis::app {

namespace {

std::vector<MovingMesh> meshes_of(const scenes::MovingScene& scene) {
  std::vector<MovingMesh> meshes;
  meshes.reserve(scene.bodies.size());
  for (const auto& body : scene.bodies) {
    meshes.push_back(need(MovingMesh::make({body.keyframes[0], body.triangles}), body.name));
  }
  return meshes;
}

MotionSearch search_of(const scenes::MovingScene& scene, std::vector<MovingMesh>& meshes) {
  std::vector<MovingMesh*> bodies;
  std::vector<WatchedPair> watched;
  const auto count = static_cast<std::uint32_t>(meshes.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    bodies.push_back(&meshes[i]);
    if (scene.bodies[i].keyframes.size() > 1) watched.push_back({i, i});
    for (std::uint32_t j = i + 1; j < count; ++j) watched.push_back({i, j});
  }
  return {std::move(bodies), std::move(watched)};
}

}  // namespace

MovingBodies::MovingBodies(const scenes::MovingScene& scene)
    : scene_(scene), meshes_(meshes_of(scene)), search_(search_of(scene, meshes_)) {}

void MovingBodies::fly(std::size_t interval) {
  for (std::size_t i = 0; i < meshes_.size(); ++i) {
    const auto& keyframes = scene_.bodies[i].keyframes;
    if (keyframes.size() > 1) need(meshes_[i].fly(keyframes[interval], keyframes[interval + 1]));
  }
}

Impacts MovingBodies::find(const MotionWay& way, const ImpactOptions& options) {
  Impacts all;
  for (const Impacts& some : search_.find(way, options)) {
    all.stats += some.stats;
    all.impacts.insert(all.impacts.end(), some.impacts.begin(), some.impacts.end());
  }
  return all;
}

}  // namespace dermis::app
