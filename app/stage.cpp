// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "stage.h"

#include "verbs.h"

namespace dermis::app {

Stage::Stage(const scenes::MovingScene& scene) : scene_(scene) {
  for (const auto& body : scene.bodies) {
    meshes_.push_back(need(MovingMesh::make({body.keyframes[0], body.triangles}), body.name));
  }
}

void Stage::fly(std::size_t interval) {
  for (std::size_t i = 0; i < meshes_.size(); ++i) {
    const auto& keyframes = scene_.bodies[i].keyframes;
    if (keyframes.size() > 1) need(meshes_[i].fly(keyframes[interval], keyframes[interval + 1]));
  }
}

MotionContacts Stage::find(const MotionOptions& options) const {
  MotionContacts all;
  const auto add = [&](const MotionContacts& some) {
    all.stats += some.stats;
    all.contacts.insert(all.contacts.end(), some.contacts.begin(), some.contacts.end());
  };
  for (std::size_t i = 0; i < meshes_.size(); ++i) {
    if (scene_.bodies[i].keyframes.size() > 1) add(find_self_contacts(meshes_[i], options));
    for (std::size_t j = i + 1; j < meshes_.size(); ++j) {
      add(find_contacts(meshes_[i], meshes_[j], options));
    }
  }
  return all;
}

std::size_t Stage::byte_count() const {
  std::size_t sum = 0;
  for (const MovingMesh& mesh : meshes_) sum += mesh.byte_count();
  return sum;
}

}  // namespace dermis::app
