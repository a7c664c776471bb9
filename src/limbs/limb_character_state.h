// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "dermis/limbs/limb_character.h"
#include "limbs/limb_refit.h"
#include "limbs/point_cloud.h"
#include "skinning/vertex_blocks.h"

namespace dermis {

struct LimbCollider::Data {
  Collider collider;
  CollideShape shape;
  std::vector<std::vector<std::uint32_t>> vertices;   ///< of each limb, as the collider counts them
  std::vector<skinning::VertexBlocks> blocks;         ///< the same, laid out for deformation
  std::vector<std::vector<std::uint32_t>> triangles;  ///< of each limb
  std::vector<std::vector<Triangle>> local_triangles;  ///< with corners that count in `vertices`
  std::vector<limbs::LimbRefit> refits;                ///< of each limb
};

/// What has been computed of a pose, when a query first asked for it.
struct LimbCharacter::State {
  explicit State(LimbCollider shared);

  /// Callers hold a DefinedFloatMode.
  [[nodiscard]] std::span<const Capsule> bounds() const;
  /// Counts what it deforms.
  struct PosedLimb;
  [[nodiscard]] const PosedLimb& limb(std::uint32_t index, std::uint64_t& deformed) const;

  LimbCollider collider;
  const LimbCollider::Data* data;
  Character character;
  std::vector<Affine> joints;
  std::uint32_t epoch = 1;

  struct PosedLimb {
    std::atomic<std::uint32_t> epoch = 0;  ///< of its vertices and volumes
    limbs::PointCloud cloud;
    std::vector<Vec3> vertices;
    std::vector<Capsule> volumes;
  };
  mutable std::mutex posing;
  mutable std::atomic<std::uint32_t> bounds_epoch = 0;
  mutable std::vector<Capsule> bounds_now;
  mutable std::vector<PosedLimb> posed_limbs;
};

}  // namespace dermis
