// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dermis/math/isa.h"
#include "dermis/math/types.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/result.h"
#include "dermis/skinning/skinning.h"

namespace dermis {

namespace skinning {
class JointSets;
class PosedSkin;
struct JointRest;
}  // namespace skinning
namespace bounds {
struct ColliderArchive;
}

/// What joints do to the vertices of a model: linear, spherical or dual quaternion blending, after
/// morph targets.
///
/// The posed mesh *is* the float32 vertices this class produces. Every operation below is one
/// float32 operation rounded to nearest, in exactly this order, never fused, whatever the
/// instruction set, the thread, and the host's rounding and flush-to-zero modes. Influences of
/// weight 0 are left out, weights on the same joint added, and the rest ascends by joint; Σ adds in
/// that order. (So vertices that follow the same joints add in the same order, and a kernel can
/// pose many at once.) A matrix times a point is ((M.x·p.x + M.y·p.y) + M.z·p.z) + M.t.
///
///   p = rest;   for each morph target with weight μ ≠ 0:  p = p + μ·Δ
///
/// linear:            M = Σ w·C;  v = M p
///
/// The others take joints apart into T_j S_j (skinning/rigid_pose.h), T_j with a unit quaternion
/// q_j (x, y, z, w), whose sign a joint set chooses so that it is on the side of its pivot's:
///
///                    p = s·p, or, where S_j are no common scale s, (Σ w·S) p
///                    q = Σ w·q_j;  n = ((q.x² + q.y²) + q.z²) + q.w²
///                    n < 1/16:  v = (Σ w·T) p;  else  i = 2 / n
///                    turned(d) = d + i·(q.w·u + q × u),  u = q × d
/// spherical:         v = turned(p − c) + Σ w·(T c), c the centre of the joint set
///                    (skinning/rotation_centre.h)
/// dual quaternion:   d = Σ w·d_j, d_j = ½ t_j q_j
///                    v = turned(p) + i·((q.w·d − d.w·q) + q × d)
///
/// and last            v = v + 0     (so no −0 comes out)
///
/// Immutable after construction; any number of threads may use one object.
class Skin {
 public:
  /// Copies what it needs; the model must be valid (see validate()).
  explicit Skin(const Model& model, Skinning skinning = Skinning::linear);
  /// The same, where the model's skeleton does not say how joints hang together.
  Skin(const Model& model, Skinning skinning, std::vector<skinning::JointRest> joint_rests);

  [[nodiscard]] Skinning skinning() const { return skinning_; }

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

  [[nodiscard]] std::span<const skinning::JointRest> joint_rests() const;
  /// Empty in linear skins, which need none.
  [[nodiscard]] const skinning::JointSets& joint_sets() const { return *joint_sets_; }

  /// What it takes in memory.
  [[nodiscard]] std::size_t byte_count() const;

  /// Whether a pose can be used: the right number of matrices and weights, all finite, and small
  /// enough that no vertex and no step on the way overflows float32; and, but for linear blending,
  /// no matrix that mirrors or flattens.
  [[nodiscard]] Result<void> check(const Pose& pose) const;

  /// How large a coordinate of a linearly blended vertex, or a step on the way to it, can get at
  /// most. Refuses what check() refuses, but for mirrors.
  [[nodiscard]] Result<double> reach(const Pose& pose) const;

  /// How many roundings there are at most on the way to a coordinate of a linearly blended vertex;
  /// each changes it by at most 2⁻²⁴ of reach().
  [[nodiscard]] std::size_t roundings() const;

  /// How far from the origin a vertex is before joints move it, at most; also a rotation centre.
  [[nodiscard]] double extent(const Pose& pose) const;
  [[nodiscard]] std::size_t most_influences() const { return most_influences_; }

  /// How errors call a joint.
  [[nodiscard]] std::string joint_label(std::size_t joint) const;

  /// Writes all posed vertices; `out` has vertex_count() elements. Refuses what check() refuses.
  Result<void> deform(const Pose& pose, std::span<Vec3> out) const;
  Result<void> deform(const Pose& pose, std::span<Vec3> out, Isa isa) const;

 private:
  friend class skinning::PosedSkin;
  friend struct bounds::ColliderArchive;

  Skinning skinning_;
  std::vector<Vec3> positions_;
  std::vector<std::uint32_t> first_influence_;
  std::vector<Influence> influences_;
  MorphTargets morph_targets_;
  std::vector<std::string> joint_names_;
  std::shared_ptr<const std::vector<skinning::JointRest>> joint_rests_;
  std::shared_ptr<const skinning::JointSets> joint_sets_;
  std::size_t most_influences_ = 0;  ///< of any vertex
  Vec3 extent_;  ///< largest |coordinate| of rest positions and rotation centres, per axis
  std::vector<Vec3> delta_extents_;  ///< the same for each morph target's deltas
};

/// Deforms once; to pose a model many times, keep a Skin.
Result<std::vector<Vec3>> posed_vertices(const Model& model, const Pose& pose,
                                         Skinning skinning = Skinning::linear);

}  // namespace dermis
