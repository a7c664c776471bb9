// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/moving_scene.h"

#include <algorithm>

namespace dermis::scenes {

std::size_t MovingScene::triangle_count() const {
  std::size_t count = 0;
  for (const MovingBody& body : bodies) count += body.triangles.size();
  return count;
}

std::size_t MovingScene::interval_count() const {
  std::size_t keyframes = 1;
  for (const MovingBody& body : bodies) keyframes = std::max(keyframes, body.keyframes.size());
  return keyframes - 1;
}

const std::vector<NamedMovingScene>& named_moving_scenes() {
  static const std::vector<NamedMovingScene> kScenes = {
      {"tablecloth", "A cloth falls on a table.", &tablecloth, {2000, 4000, 8000, 16000}},
      {"swirl", "A cloth is wound up and meets itself.", &swirl, {4000, 8000, 16000, 33000}},
      {"avatar", "A man walks in a shirt.", &avatar, {35000, 50000, 65000, 90000}}};
  return kScenes;
}

}  // namespace dermis::scenes
