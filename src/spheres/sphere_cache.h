// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/lazy_array.h"
#include "collider/collider_data.h"
#include "dermis/triangle/pairs.h"
#include "spheres/bound_blocks.h"
#include "spheres/eager_mesh.h"
#include "spheres/pose_motion.h"
#include "spheres/sphere_data.h"
#include "triangle/filter_batch.h"

namespace dermis::spheres {

/// The data of one query: counters, and space for values that another thread is computing at the
/// moment.
struct SphereWork {
  QueryStats stats;
  std::vector<BallBlock> spare_blocks[2];  ///< one for each character
  std::vector<std::unique_ptr<triangle::PaddedTriangle>> spare_leaves;

  triangle::PaddedTriangle& spare_leaf() {
    return *spare_leaves.emplace_back(std::make_unique<triangle::PaddedTriangle>());
  }
};

/// The data that the papers' methods have computed for a character in its pose.
class SphereCache {
 public:
  SphereCache(const Collider::Data& data, const SphereData& spheres);

  /// Starts a pose, once per epoch. `slack` is that of the pose.
  void begin(const skinning::PosedSkin& skin, const collider::BoxSlack& slack, std::uint32_t epoch);

  /// The refitted balls of a group. They are in `spare` if another thread is computing them at the
  /// moment.
  [[nodiscard]] const BallBlock* blocks(std::uint32_t group, std::vector<BallBlock>& spare,
                                        QueryStats& stats) const {
    if (!group_stamps_.is_ready(group, epoch_)) return refitted(group, spare, stats);
    return group_blocks_.get() + spheres_->groups.groups[group].first_block;
  }
  /// The posed corners of a triangle. Each vertex is deformed when it is first needed.
  [[nodiscard]] const triangle::PaddedTriangle& leaf(std::uint32_t triangle,
                                                     SphereWork& work) const {
    return leaves_.get(
        triangle, epoch_, [&] { return posed(triangle, work.stats); },
        [&]() -> triangle::PaddedTriangle& { return work.spare_leaf(); });
  }
  /// The same from vertices that are already deformed.
  [[nodiscard]] const triangle::PaddedTriangle& leaf(std::uint32_t triangle,
                                                     const std::vector<Vec3>& deformed,
                                                     SphereWork& work) const {
    const Triangle& t = data_->triangles[triangle];
    return leaves_.get(
        triangle, epoch_,
        [&] {
          return triangle::PaddedTriangle({deformed[t[0]], deformed[t[1]], deformed[t[2]]},
                                          triangle);
        },
        [&]() -> triangle::PaddedTriangle& { return work.spare_leaf(); });
  }

  enum class Eager { vertices, spheres, boxes };
  /// The whole mesh in this pose. The first thread that needs it computes it while the others wait.
  [[nodiscard]] const EagerMesh& eager(Eager what, QueryStats& stats) const;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(*this) + group_stamps_.byte_count() +
           spheres_->groups.block_count * sizeof(BallBlock) + vertices_.byte_count() +
           leaves_.byte_count() + motion_.byte_count();
  }
  [[nodiscard]] const SphereData& spheres() const { return *spheres_; }
  [[nodiscard]] const PoseMotion& motion() const { return motion_; }
  /// Whether a query has refitted a group in this pose.
  [[nodiscard]] bool is_refitted(std::uint32_t group) const {
    return group_stamps_.is_ready(group, epoch_);
  }

 private:
  const BallBlock* refitted(std::uint32_t group, std::vector<BallBlock>& spare,
                            QueryStats& stats) const;
  void refit(std::uint32_t group, BallBlock* blocks, QueryStats& stats) const;
  triangle::PaddedTriangle posed(std::uint32_t triangle, QueryStats& stats) const;

  const Collider::Data* data_;
  const SphereData* spheres_;
  const skinning::PosedSkin* skin_ = nullptr;
  PoseMotion motion_;
  std::mutex beginning_;
  std::atomic<std::uint32_t> begun_ = 0;  ///< the epoch of motion_
  std::uint32_t epoch_ = 0;
  base::LazyStamps group_stamps_;
  std::unique_ptr<BallBlock[]> group_blocks_;
  base::LazyArray<Vec3> vertices_;
  base::LazyArray<triangle::PaddedTriangle> leaves_;

  mutable std::mutex eager_mutex_;
  mutable EagerMesh eager_mesh_;
  mutable std::uint32_t eager_epoch_[3] = {0, 0,
                                           0};  ///< epochs of the vertices, the spheres, the boxes
};

/// The sphere cache of a character, ready for its present pose.
const SphereCache& cache_of(const Character& character);

}  // namespace dermis::spheres
