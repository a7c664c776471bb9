// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/limbs/collide_shape.h"
#include "dermis/skinning/skin.h"
#include "math/doubles.h"

namespace dermis::limbs {

/// How thick the capsule around a limb must be in a pose, from joint matrices alone.
///
/// A vertex r with weights w goes to v = Σ w_k C_k r. The capsule's segment S follows joint j; with
/// D_k = C_k − C_j, and weights that sum to 1,
///   v = C_j r + Σ_{k≠j} w_k D_k r.
/// The first term is at most σ_j |r, S| from the posed segment, where σ_j is the most that C_j
/// stretches anything and |r, S| the distance at rest. A vertex that follows j alone needs no more,
/// so of all these only the farthest counts. The others are in clusters. With c the centre of one,
/// ρ its radius, w̄_k the middle of its weights on k, and d_k half their range, there are two
/// bounds, of which the smaller one holds:
///
///  - **From where j alone puts it**: v is off by at most
///      |Σ w̄_k D_k c| + Σ_k [ d_k |D_k c| + (w̄_k + d_k) ‖D_k‖ ρ ].
///  - **From where the middle goes**: M̄ = C_j + Σ w̄_k D_k takes c to M̄c, and v is off from there by
///      ‖M̄‖ ρ + Σ_k d_k (|D_k c| + ‖D_k‖ ρ),  ‖M̄‖ ≤ Σ w̄ σ.
///
/// D_k is small near the pivot that two joints share. All is computed in double precision; what
/// float32 does to vertices is added by the caller.
class LimbRefit {
 public:
  LimbRefit() = default;
  LimbRefit(const Skin& skin, const Limb& limb, std::span<const std::uint32_t> vertices);

  /// How far posed vertices are from the segment of `bound` as joint moves it, at most. stretches:
  /// math::largest_stretch of each joint.
  [[nodiscard]] double radius(std::span<const Affine> joints,
                              std::span<const float> stretches) const;

  [[nodiscard]] std::size_t cluster_count() const { return clusters_.size(); }

 private:
  struct Cluster {
    math::Vec3d centre;
    double radius = 0;
    double reach = 0;  ///< the farthest from the segment, at rest
    std::uint32_t first_weight = 0, weight_count = 0;
  };
  struct Weight {
    std::uint32_t joint = 0;  ///< in others_
    double middle = 0, half_range = 0;
  };
  void add_cluster(const Skin& skin, std::span<std::uint32_t> vertices);

  std::uint32_t joint_ = 0;
  Capsule bound_;
  double rigid_reach_ = 0;
  std::vector<std::uint32_t> others_;  ///< joints that move vertices, too
  std::vector<Cluster> clusters_;
  std::vector<Weight> weights_;
};

}  // namespace dermis::limbs
