// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/limbs/collide_shape.h"
#include "math/doubles.h"
#include "skinning/skin_data.h"

namespace dermis::limbs {

/// Computes the radius that the capsule around a limb needs in a pose, from joint matrices alone.
///
/// A vertex r with weights w goes to v = Σ w_k C_k r. The capsule's segment S follows joint j. With
/// D_k = C_k − C_j, and weights that sum to 1,
///   v = C_j r + Σ_{k≠j} w_k D_k r.
/// Let σ_j be the largest factor by which C_j stretches a vector, and |r, S| the distance at rest.
/// Then the first term is at most σ_j |r, S| from the posed segment. For vertices that follow j
/// alone this is the whole bound, so only the farthest of them counts. The other vertices are in
/// clusters. Let c be the centre of a cluster, ρ its radius, w̄_k the middle of its weights on k,
/// and d_k half their range. There are two bounds; the smaller one is used:
///
///  - **From the place where j alone puts it**: v is off by at most
///      |Σ w̄_k D_k c| + Σ_k [ d_k |D_k c| + (w̄_k + d_k) ‖D_k‖ ρ ].
///  - **From the posed centre**: M̄ = C_j + Σ w̄_k D_k takes c to M̄c. From it, v is off by at most
///      ‖M̄‖ ρ + Σ_k d_k (|D_k c| + ‖D_k‖ ρ),  ‖M̄‖ ≤ Σ w̄ σ.
///
/// D_k is small near the pivot that two joints share. Everything is computed in double precision.
/// The caller adds the rounding of vertices in float32.
class LimbRefit {
 public:
  LimbRefit() = default;
  LimbRefit(const skinning::SkinData& skin, const Limb& limb,
            std::span<const std::uint32_t> vertices);

  /// An upper bound on the distance of posed vertices from the segment of the limb's bound, as its
  /// joint moves it. `stretches` holds math::largest_stretch() of each joint.
  [[nodiscard]] double radius(std::span<const Affine> joints,
                              std::span<const float> stretches) const;

 private:
  struct Cluster {
    math::Vec3d center;
    double radius = 0;
    double reach = 0;  ///< largest distance from the segment, at rest
    std::uint32_t first_weight = 0, weight_count = 0;
  };
  struct Weight {
    std::uint32_t joint = 0;  ///< index into others_
    double middle = 0, half_range = 0;
  };
  void add_cluster(const skinning::SkinData& skin, std::span<std::uint32_t> vertices);

  std::uint32_t joint_ = 0;
  Capsule bound_;
  double rigid_reach_ = 0;
  std::vector<std::uint32_t> others_;  ///< the other joints that move the limb's vertices
  std::vector<Cluster> clusters_;
  std::vector<Weight> weights_;
};

}  // namespace dermis::limbs
