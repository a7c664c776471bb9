// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "dermis/base/query_stats.h"
#include "dermis/limbs/limbs.h"
#include "limbs/limb_refit.h"
#include "limbs/point_cloud.h"
#include "query/character_state.h"
#include "query/vertex_sources.h"
#include "skinning/vertex_blocks.h"

namespace dermis::limbs {

/// A shape prepared for posing. Attached to a Collider.
struct LimbData {
  /// The shape must belong to the collider.
  LimbData(const Collider::Data& data, CollideShape own_shape);

  CollideShape shape;
  /// Per limb: indices of the collider's vertices.
  std::vector<std::vector<std::uint32_t>> vertices;
  std::vector<skinning::VertexBlocks> blocks;  ///< the same, laid out for deformation
  std::vector<query::VertexSources> sources;   ///< the same, in the collider's meshlets
  /// Per limb: indices of the collider's triangles.
  std::vector<std::vector<std::uint32_t>> triangles;
  std::vector<std::vector<Triangle>> local_triangles;  ///< corners are indices into `vertices`
  std::vector<LimbRefit> refits;                       ///< one per limb
};

/// The limb data of a collider. Created from its table of limbs if it has no shape.
const LimbData& data_of_limbs(const Collider& collider);

/// A limb in the present pose.
struct PosedLimb {
  std::atomic<std::uint32_t> epoch = 0;  ///< the epoch in which the members below were computed
  PointCloud cloud;
  std::vector<Vec3> vertices;
  std::vector<Capsule> volumes;
};

/// The limbs of a character in its present pose, computed on demand. Attached to a Character.
class LimbCache {
 public:
  LimbCache(const Character::State& state, const LimbData& data);

  [[nodiscard]] const LimbData& data() const { return data_; }
  [[nodiscard]] const CollideShape& shape() const { return data_.shape; }
  [[nodiscard]] std::span<const Capsule> bounds() const;
  /// The posed limb. Copies its vertices from the character's meshlets, if all of them are deformed
  /// in this pose. Otherwise deforms them, and counts this in `stats`.
  [[nodiscard]] const PosedLimb& limb(std::uint32_t index, QueryStats& stats) const;
  [[nodiscard]] std::size_t byte_count() const;

 private:
  const Character::State& state_;
  const LimbData& data_;
  mutable std::mutex posing_;
  mutable std::atomic<std::uint32_t> bounds_epoch_ = 0;
  mutable std::vector<Capsule> bounds_;
  mutable std::vector<PosedLimb> limbs_;
};

const LimbCache& limbs_of(const Character& character);

}  // namespace dermis::limbs
