// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "bounds/collider_data.h"
#include "bounds/pose_motion.h"
#include "dermis/query/character.h"
#include "dermis/query/contacts.h"
#include "dermis/query/triangle.h"
#include "query/eager_mesh.h"
#include "query/lazy_array.h"
#include "skinning/posed_skin.h"

namespace dermis {

/// What queries see of a character. Callers hold a DefinedFloatMode.
struct Character::State {
  explicit State(Collider shared);

  /// The refitted ball of a node of the sphere tree.
  [[nodiscard]] bounds::Ball sphere(std::uint32_t node, QueryStats& stats) const;
  /// The posed corners of a triangle.
  [[nodiscard]] Corners corners(std::uint32_t triangle, QueryStats& stats) const;

  enum class Eager { vertices, spheres, boxes };
  /// The whole mesh in this pose, computed by whoever asks first while the others wait.
  [[nodiscard]] const query::EagerMesh& eager(Eager what, QueryStats& stats) const;

  Collider collider;
  const Collider::Data* data;
  skinning::PosedSkin skin;
  bounds::PoseMotion motion;
  std::uint32_t epoch = 0;  ///< 0: no pose yet
  query::LazyArray<4> spheres;
  query::LazyArray<3> vertices;
  mutable std::atomic<int> running_queries = 0;  ///< set_pose() asserts that there is none

  Pose pose;  ///< for the eager mesh
  mutable std::mutex eager_mutex;
  mutable query::EagerMesh eager_mesh;
  mutable std::uint32_t eager_epoch[3] = {0, 0, 0};  ///< of the vertices, the spheres, the boxes
};

}  // namespace dermis
