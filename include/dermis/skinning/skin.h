// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "dermis/base/isa.h"
#include "dermis/base/result.h"
#include "dermis/math/types.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/skinning/skinning.h"

namespace dermis {

namespace skinning {
class SkinData;
}

/// Moves the vertices of a model by its joints: linear, spherical or dual quaternion blending,
/// after morph targets.
///
/// The posed mesh *is* the float32 vertices that this class produces. The result does not depend on
/// the instruction set, the thread, or the host's rounding and flush-to-zero modes. Each operation
/// in the formulas below is one float32 operation, rounded to nearest, in this order, never fused.
/// First, the influences of each vertex are prepared: those of weight 0 are removed, weights on the
/// same joint are added, and the rest is sorted by joint. Σ adds in the order of joints; w is the
/// weight of a joint. C_j is the matrix of joint j in the pose. A matrix times a point is
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
/// Spherical and dual quaternion blending split C_j into T_j S_j: a rigid motion T_j with a unit
/// quaternion q_j (x, y, z, w), and a stretch S_j. A joint set is the set of joints that move one
/// vertex. Its pivot joint has the smallest sum of steps to the other joints of the set. A step
/// goes from a joint to its parent or back; roots count as children of one common parent. Ties go
/// to the lowest index. In each joint set, the signs of the q_j are chosen so that no dot product
/// of a q_j with the q of the pivot joint is negative.
///
///     p = s·p if the S_j of all joints are the same scale s, else p = (Σ w·S) p
///     q = Σ w·q_j;  n = ((q.x² + q.y²) + q.z²) + q.w²
///     n < 1/16:  v = (Σ w·T) p;  else  i = 2 / n
///     u = q × e;  turned(e) = e + i·(q.w·u + q × u)
///
/// Spherical blending uses c, the rotation center of the joint set: the point near its joints whose
/// images under the T_j differ least (formula: src/skinning/rotation_center.h):
///
///     v = turned(p − c) + Σ w·(T c)
///
/// Dual quaternion blending, with t_j the translation of T_j as the quaternion (x, y, z, 0):
///
///     d = Σ w·d_j;  d_j = ½ t_j q_j, a product of quaternions
///     v = turned(p) + i·((q.w·d − d.w·q) + q × d)
///
/// In cross products and vector sums, q and d stand for their (x, y, z).
///
/// All skins end with the following, so that the result is never −0:
///
///     v = v + 0
///
/// Immutable after construction; copies share the data, and any number of threads may use one.
class Skin {
 public:
  /// Copies the data it needs. The model must be valid (see validate()). Unless skinning is linear,
  /// no vertex may have more than 64 influences. Both are asserted.
  explicit Skin(const Model& model, Skinning skinning = Skinning::linear);

  /// The way in which joints move vertices.
  [[nodiscard]] Skinning skinning() const;
  /// The number of vertices, as in the model.
  [[nodiscard]] std::size_t vertex_count() const;
  /// The number of joints, as in the model and in every pose.
  [[nodiscard]] std::size_t joint_count() const;
  /// The number of morph targets, as in the model and in every pose.
  [[nodiscard]] std::size_t morph_target_count() const;
  /// Size in memory, in bytes.
  [[nodiscard]] std::size_t byte_count() const;

  /// Checks that the pose can be used: the numbers of matrices and weights match the model, all
  /// values are finite, and they are so small that no vertex and no intermediate result overflows
  /// float32. For spherical and dual quaternion blending, it also refuses matrices that mirror or
  /// flatten.
  [[nodiscard]] Result<void> check(const Pose& pose) const;

  /// Writes all posed vertices. `out` must have vertex_count() elements (asserted). Refuses the
  /// same poses as check().
  Result<void> deform(const Pose& pose, std::span<Vec3> out) const;
  /// The same with the kernel of one of available_isas() (asserted): for comparisons. Only linear
  /// skinning has several kernels here.
  Result<void> deform(const Pose& pose, std::span<Vec3> out, Isa isa) const;

 private:
  std::shared_ptr<const skinning::SkinData> data_;
};

/// The posed vertices, one per element of Model::positions. They are not welded, unlike those of
/// posed_vertices(character). To pose a model many times, keep a Skin. The model must satisfy the
/// rules of the constructor Skin() (asserted).
Result<std::vector<Vec3>> posed_vertices(const Model& model, const Pose& pose,
                                         Skinning skinning = Skinning::linear);

}  // namespace dermis
