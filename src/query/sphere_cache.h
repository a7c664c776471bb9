// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "bounds/collider_data.h"
#include "dermis/query/contacts.h"
#include "math/lazy_array.h"
#include "query/bound_blocks.h"
#include "query/eager_mesh.h"
#include "query/triangle_batch.h"

namespace dermis::query {

/// What a query has of its own: counters, and room for what another thread is just computing.
struct SphereWork {
  QueryStats stats;
  std::vector<BallBlock> spare_blocks[2];  ///< of either character
  std::vector<std::unique_ptr<PaddedTriangle>> spare_leaves;

  PaddedTriangle& spare_leaf() {
    return *spare_leaves.emplace_back(std::make_unique<PaddedTriangle>());
  }
};

/// What the papers' methods have computed of a character in its pose. Callers hold a
/// DefinedFloatMode.
class SphereCache {
 public:
  explicit SphereCache(const Collider::Data& data);

  /// Epochs start again.
  void clear();

  /// Before anything else in a pose: the one of the skin, of this Skin::reach().
  void begin(const skinning::PosedSkin& skin, const bounds::BoxSlack& slack, double reach,
             std::uint32_t epoch);

  /// The refitted balls of a group; in `spare` when another thread is just computing them.
  [[nodiscard]] const BallBlock* blocks(std::uint32_t group, std::vector<BallBlock>& spare,
                                        QueryStats& stats) const {
    if (!group_stamps_.is_ready(group, epoch_)) return refitted(group, spare, stats);
    return group_blocks_.get() + spheres_->groups.groups[group].first_block;
  }
  /// The posed corners of a triangle, each vertex deformed when it is first needed.
  [[nodiscard]] const PaddedTriangle& leaf(std::uint32_t triangle, SphereWork& work) const {
    return leaves_.get(
        triangle, epoch_, [&] { return posed(triangle, work.stats); },
        [&]() -> PaddedTriangle& { return work.spare_leaf(); });
  }
  /// The same from vertices that are all deformed already.
  [[nodiscard]] const PaddedTriangle& leaf(std::uint32_t triangle,
                                           const std::vector<Vec3>& deformed,
                                           SphereWork& work) const {
    const Triangle& t = data_->triangles[triangle];
    return leaves_.get(
        triangle, epoch_,
        [&] { return PaddedTriangle({deformed[t[0]], deformed[t[1]], deformed[t[2]]}, triangle); },
        [&]() -> PaddedTriangle& { return work.spare_leaf(); });
  }

  enum class Eager { vertices, spheres, boxes };
  /// The whole mesh in this pose, computed by whoever asks first while the others wait.
  [[nodiscard]] const EagerMesh& eager(Eager what, QueryStats& stats) const;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(*this) + group_stamps_.byte_count() +
           spheres_->groups.block_count * sizeof(BallBlock) + vertices_.byte_count() +
           leaves_.byte_count() + motion_.byte_count();
  }
  [[nodiscard]] const bounds::Spheres& spheres() const { return *spheres_; }
  [[nodiscard]] const bounds::PoseMotion& motion() const { return motion_; }
  /// Whether a query has refitted a group in this pose.
  [[nodiscard]] bool looked_at(std::uint32_t group) const {
    return group_stamps_.is_ready(group, epoch_);
  }

 private:
  const BallBlock* refitted(std::uint32_t group, std::vector<BallBlock>& spare,
                            QueryStats& stats) const;
  void refit(std::uint32_t group, BallBlock* blocks, QueryStats& stats) const;
  PaddedTriangle posed(std::uint32_t triangle, QueryStats& stats) const;

  const Collider::Data* data_;
  const bounds::Spheres* spheres_;
  const skinning::PosedSkin* skin_ = nullptr;
  bounds::PoseMotion motion_;
  std::mutex beginning_;
  std::atomic<std::uint32_t> begun_ = 0;  ///< the epoch that motion_ is of
  std::uint32_t epoch_ = 0;
  math::LazyStamps group_stamps_;
  std::unique_ptr<BallBlock[]> group_blocks_;
  math::LazyArray<Vec3> vertices_;
  math::LazyArray<PaddedTriangle> leaves_;

  mutable std::mutex eager_mutex_;
  mutable EagerMesh eager_mesh_;
  mutable std::uint32_t eager_epoch_[3] = {0, 0, 0};  ///< of the vertices, the spheres, the boxes
};

}  // namespace dermis::query
