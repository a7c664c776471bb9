// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "bounds/collider_data.h"
#include "dermis/query/character.h"
#include "query/meshlet_cache.h"
#include "query/sphere_cache.h"
#include "skinning/posed_skin.h"

namespace dermis {

/// What queries see of a character. Callers hold a DefinedFloatMode.
struct Character::State {
  explicit State(Collider shared);

  void set_pose(const Pose& pose, double new_reach);

  /// What there is of this pose, made when a query first asks for it.
  [[nodiscard]] query::MeshletCache& meshlets() const;
  [[nodiscard]] query::SphereCache& spheres() const;

  Collider collider;
  const Collider::Data* data;
  skinning::PosedSkin skin;
  double reach = 0;
  double next_reach = 0;  ///< of a pose that set_poses() has checked
  bounds::BoxSlack box_slack;
  std::vector<math::Float8> squared_images;  ///< that box_slack refers to
  math::Box root_box;
  std::uint32_t epoch = 0;                       ///< 0: no pose yet
  mutable std::atomic<int> running_queries = 0;  ///< set_pose() asserts that there is none

  mutable std::once_flag meshlets_made, spheres_made;
  mutable std::unique_ptr<query::MeshletCache> meshlet_cache;
  mutable std::unique_ptr<query::SphereCache> sphere_cache;
};

}  // namespace dermis
