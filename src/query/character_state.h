// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "bounds/collider_data.h"
#include "bounds/pose_motion.h"
#include "dermis/query/character.h"
#include "dermis/query/contacts.h"
#include "query/bound_blocks.h"
#include "query/eager_mesh.h"
#include "query/lazy_array.h"
#include "query/triangle_batch.h"
#include "skinning/posed_skin.h"

namespace dermis::query {

/// What a query has of its own: counters, and room for what another thread is just computing.
struct QueryWork {
  QueryStats stats;
  std::vector<BallBlock> spare_blocks[2];  ///< of either character
  std::vector<std::unique_ptr<PaddedCorners>> spare_leaves;

  PaddedCorners& spare_leaf() {
    return *spare_leaves.emplace_back(std::make_unique<PaddedCorners>());
  }
};

}  // namespace dermis::query

namespace dermis {

/// What queries see of a character. Callers hold a DefinedFloatMode.
struct Character::State {
  explicit State(Collider shared);

  void set_pose(const Pose& new_pose, double reach);

  /// The refitted balls of a group; in `spare` when another thread is just computing them.
  [[nodiscard]] const query::BallBlock* spheres(std::uint32_t group,
                                                std::vector<query::BallBlock>& spare,
                                                QueryStats& stats) const {
    if (!group_stamps.is_ready(group, epoch)) return refitted(group, spare, stats);
    return group_blocks.get() + data->groups.groups[group].first_block;
  }
  /// The posed corners of a triangle, each vertex deformed when it is first needed.
  [[nodiscard]] const query::PaddedCorners& leaf(std::uint32_t triangle,
                                                 query::QueryWork& work) const {
    return leaves.get(
        triangle, epoch, [&] { return posed(triangle, work.stats); },
        [&]() -> query::PaddedCorners& { return work.spare_leaf(); });
  }
  /// The same from vertices that are all deformed already.
  [[nodiscard]] const query::PaddedCorners& leaf(std::uint32_t triangle,
                                                 const std::vector<Vec3>& deformed,
                                                 query::QueryWork& work) const {
    const Triangle& t = data->triangles[triangle];
    return leaves.get(
        triangle, epoch,
        [&] { return query::padded({deformed[t[0]], deformed[t[1]], deformed[t[2]]}); },
        [&]() -> query::PaddedCorners& { return work.spare_leaf(); });
  }

  enum class Eager { vertices, spheres, boxes };
  /// The whole mesh in this pose, computed by whoever asks first while the others wait.
  [[nodiscard]] const query::EagerMesh& eager(Eager what, QueryStats& stats) const;

  Collider collider;
  const Collider::Data* data;
  skinning::PosedSkin skin;
  bounds::PoseMotion motion;
  std::uint32_t epoch = 0;  ///< 0: no pose yet
  query::LazyStamps group_stamps;
  std::unique_ptr<query::BallBlock[]> group_blocks;
  query::LazyArray<Vec3> vertices;
  query::LazyArray<query::PaddedCorners> leaves;
  mutable std::atomic<int> running_queries = 0;  ///< set_pose() asserts that there is none

  Pose pose;  ///< for the eager mesh
  mutable std::mutex eager_mutex;
  mutable query::EagerMesh eager_mesh;
  mutable std::uint32_t eager_epoch[3] = {0, 0, 0};  ///< of the vertices, the spheres, the boxes

 private:
  const query::BallBlock* refitted(std::uint32_t group, std::vector<query::BallBlock>& spare,
                                   QueryStats& stats) const;
  void refit(std::uint32_t group, query::BallBlock* blocks, QueryStats& stats) const;
  query::PaddedCorners posed(std::uint32_t triangle, QueryStats& stats) const;
};

}  // namespace dermis
