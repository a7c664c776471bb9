// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dermis/base/isa.h"
#include "dermis/base/result.h"
#include "dermis/math/types.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/skinning/skinning.h"

namespace dermis {

namespace skinning {
class JointSets;
class PosedSkin;
struct JointRest;
}  // namespace skinning
namespace collider {
struct ColliderArchive;
}

/// Moves the vertices of a model by its joints: linear, spherical or dual quaternion blending,
/// after morph targets.
///
/// The posed mesh *is* the float32 vertices that this class produces. Every operation below is one
/// float32 operation, rounded to nearest, in exactly this order and never fused. The result does
/// not depend on the instruction set, the thread, or the host's rounding and flush-to-zero modes.
/// Influences of weight 0 are left out, weights on the same joint are added, and the remaining ones
/// are sorted by joint; Σ adds in that order. (So vertices that follow the same joints add in the
/// same order, and a kernel can pose many at once.) C_j is the matrix of joint j in the pose. A
/// matrix times a point is
///
///     M p = ((M.x·p.x + M.y·p.y) + M.z·p.z) + M.t
///
/// All skins begin with
///
///     p = rest;   for each morph target with weight μ ≠ 0:  p = p + μ·Δ
///
/// Linear blending goes on with
///
///     M = Σ w·C;  v = M p
///
/// Spherical and dual quaternion blending split C_j into T_j S_j (see skinning/rigid_pose.h). T_j
/// is a rigid motion with a unit quaternion q_j (x, y, z, w), S_j is a stretch. In each joint set,
/// the signs of the q_j are chosen so that their products with the quaternion of the set's pivot
/// joint are not negative.
///
///     p = s·p if all S_j are the same scale s, else p = (Σ w·S) p
///     q = Σ w·q_j;  n = ((q.x² + q.y²) + q.z²) + q.w²
///     n < 1/16:  v = (Σ w·T) p;  else  i = 2 / n
///     turned(d) = d + i·(q.w·u + q × u),  u = q × d
///
/// Spherical blending, with c the rotation centre of the joint set (skinning/rotation_center.h):
///
///     v = turned(p − c) + Σ w·(T c)
///
/// Dual quaternion blending:
///
///     d = Σ w·d_j, d_j = ½ t_j q_j
///     v = turned(p) + i·((q.w·d − d.w·q) + q × d)
///
/// All skins end with the following, so that the result is never −0:
///
///     v = v + 0
///
/// Immutable after construction; any number of threads may use one object.
class Skin {
 public:
  /// Copies the data it needs. The model must be valid (see validate()).
  explicit Skin(const Model& model, Skinning skinning = Skinning::linear);
  /// For a model whose skeleton does not hold the hierarchy of its joints: `joint_rests` has the
  /// parent and the pivot of each joint.
  Skin(const Model& model, Skinning skinning, std::vector<skinning::JointRest> joint_rests);

  /// The way in which joints move vertices.
  [[nodiscard]] Skinning skinning() const { return skinning_; }

  /// The number of vertices, as in the model.
  [[nodiscard]] std::size_t vertex_count() const { return positions_.size(); }
  /// The number of joints, as in the model and in every pose.
  [[nodiscard]] std::size_t joint_count() const { return joint_names_.size(); }
  /// The number of morph targets, as in the model and in every pose.
  [[nodiscard]] std::size_t morph_target_count() const { return morph_targets_.size(); }

  /// The rest position of a vertex.
  [[nodiscard]] const Vec3& position(std::size_t vertex) const { return positions_[vertex]; }
  /// The vertex's influences, merged and sorted by joint as in the definition above.
  [[nodiscard]] std::span<const Influence> influences(std::size_t vertex) const {
    return {influences_.data() + first_influence_[vertex],
            influences_.data() + first_influence_[vertex + 1]};
  }
  /// The morph targets of the model.
  [[nodiscard]] const MorphTargets& morph_targets() const { return morph_targets_; }
  /// The largest |delta| of each morph target, per axis.
  [[nodiscard]] std::span<const Vec3> delta_extents() const { return delta_extents_; }

  /// The parent and the pivot of each joint. For the library itself.
  [[nodiscard]] std::span<const skinning::JointRest> joint_rests() const;
  /// The distinct sets of joints; each is the set of joints that move one vertex. Empty for linear
  /// skins, which need none. For the library itself.
  [[nodiscard]] const skinning::JointSets& joint_sets() const { return *joint_sets_; }

  /// Size in memory, in bytes.
  [[nodiscard]] std::size_t byte_count() const;

  /// Checks that the pose can be used: the numbers of matrices and weights match the model, all
  /// values are finite, and they are so small that no vertex and no intermediate result overflows
  /// float32. For spherical and dual quaternion blending, it also refuses matrices that mirror or
  /// flatten.
  [[nodiscard]] Result<void> check(const Pose& pose) const;

  /// An upper bound on the |coordinates| of linearly blended vertices and on all intermediate
  /// results. Refuses the same poses as check(), except for matrices that mirror or flatten.
  [[nodiscard]] Result<double> reach(const Pose& pose) const;

  /// The maximum number of roundings in the computation of one coordinate of a linearly blended
  /// vertex. Each changes the coordinate by at most 2⁻²⁴ · reach().
  [[nodiscard]] std::size_t roundings() const;

  /// An upper bound on the distance from the origin of every morphed rest position and every
  /// rotation centre.
  [[nodiscard]] double extent(const Pose& pose) const;
  /// The largest number of influences of a vertex in the model.
  [[nodiscard]] std::size_t most_influences() const { return most_influences_; }

  /// The name of a joint's node; may be empty.
  [[nodiscard]] const std::string& joint_name(std::size_t joint) const {
    return joint_names_[joint];
  }
  /// The joint's index and name, for error messages.
  [[nodiscard]] std::string joint_label(std::size_t joint) const;

  /// Writes all posed vertices. `out` must have vertex_count() elements. Refuses the same poses as
  /// check().
  Result<void> deform(const Pose& pose, std::span<Vec3> out) const;
  /// The same with the kernel of an available instruction set: for comparisons.
  Result<void> deform(const Pose& pose, std::span<Vec3> out, Isa isa) const;

 private:
  friend class skinning::PosedSkin;
  friend struct collider::ColliderArchive;

  Skinning skinning_;
  std::vector<Vec3> positions_;
  std::vector<std::uint32_t> first_influence_;
  std::vector<Influence> influences_;
  MorphTargets morph_targets_;
  std::vector<std::string> joint_names_;
  std::shared_ptr<const std::vector<skinning::JointRest>> joint_rests_;
  std::shared_ptr<const skinning::JointSets> joint_sets_;
  std::size_t most_influences_ = 0;  ///< largest number of influences of a vertex
  /// Largest |coordinate| of rest positions and rotation centres, per axis.
  Vec3 extent_;
  std::vector<Vec3> delta_extents_;  ///< the same for the deltas of each morph target
};

/// The posed vertices. To pose a model many times, keep a Skin.
Result<std::vector<Vec3>> posed_vertices(const Model& model, const Pose& pose,
                                         Skinning skinning = Skinning::linear);

}  // namespace dermis
