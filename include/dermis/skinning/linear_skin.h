// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dermis/math/isa.h"
#include "dermis/math/types.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/result.h"

namespace dermis {

namespace skinning {
class PosedSkin;
}
namespace bounds {
struct ColliderArchive;
}

/// Linear blend skinning with morph targets and general affine joints.
///
/// The posed mesh *is* the float32 vertices this class produces. Every operation below is one
/// float32 operation rounded to nearest, in exactly this order, never fused, whatever the
/// instruction set, the thread, and the host's rounding and flush-to-zero modes:
///
///   influences: those of weight 0 left out, weights on the same joint added, ascending by joint
///   p = rest;            for each morph target with weight μ ≠ 0:  p = p + μ·Δ
///   M = w₀·C₀;           for each further influence:               M = M + w·C    (12 entries)
///   v = ((M.x·p.x + M.y·p.y) + M.z·p.z) + M.t;  v = v + 0          (so no −0 comes out)
///
/// The order by joints makes vertices that follow the same ones add in the same order, so that a
/// kernel can pose many at once.
///
/// Immutable after construction; any number of threads may use one object.
class LinearSkin {
 public:
  /// Copies what it needs; the model must be valid (see validate()).
  explicit LinearSkin(const Model& model);

  [[nodiscard]] std::size_t vertex_count() const { return positions_.size(); }
  [[nodiscard]] std::size_t joint_count() const { return joint_names_.size(); }
  [[nodiscard]] std::size_t morph_target_count() const { return morph_targets_.size(); }

  [[nodiscard]] const Vec3& position(std::size_t vertex) const { return positions_[vertex]; }
  /// As the definition orders them.
  [[nodiscard]] std::span<const Influence> influences(std::size_t vertex) const {
    return {influences_.data() + first_influence_[vertex],
            influences_.data() + first_influence_[vertex + 1]};
  }
  [[nodiscard]] const MorphTargets& morph_targets() const { return morph_targets_; }
  /// The largest |delta| of each morph target, per axis.
  [[nodiscard]] std::span<const Vec3> delta_extents() const { return delta_extents_; }

  /// What it takes in memory.
  [[nodiscard]] std::size_t byte_count() const;

  /// Whether a pose can be used: the right number of matrices and weights, all finite, and small
  /// enough that no vertex and no step on the way overflows float32.
  [[nodiscard]] Result<void> check(const Pose& pose) const;

  /// How large a coordinate of a posed vertex, or a step on the way to it, can get at most. Refuses
  /// what check() refuses.
  [[nodiscard]] Result<double> reach(const Pose& pose) const;

  /// How many roundings there are at most on the way to a coordinate; each changes it by at most
  /// 2⁻²⁴ of reach().
  [[nodiscard]] std::size_t roundings() const;

  /// Writes all posed vertices; `out` has vertex_count() elements. Refuses what check() refuses.
  Result<void> deform(const Pose& pose, std::span<Vec3> out) const;
  Result<void> deform(const Pose& pose, std::span<Vec3> out, Isa isa) const;

 private:
  friend class skinning::PosedSkin;
  friend struct bounds::ColliderArchive;
  [[nodiscard]] std::string joint_label(std::size_t joint) const;

  std::vector<Vec3> positions_;
  std::vector<std::uint32_t> first_influence_;
  std::vector<Influence> influences_;
  MorphTargets morph_targets_;
  std::vector<std::string> joint_names_;
  std::size_t most_influences_ = 0;  ///< of any vertex
  Vec3 extent_;                      ///< largest |coordinate| of the rest positions, per axis
  std::vector<Vec3> delta_extents_;  ///< the same for each morph target's deltas
};

/// Deforms once; to pose a model many times, keep a LinearSkin.
Result<std::vector<Vec3>> posed_vertices(const Model& model, const Pose& pose);

}  // namespace dermis
