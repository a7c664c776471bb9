// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/pose.h"
#include "math/float8.h"
#include "skinning/posed_skin.h"

namespace dermis::collider {

/// The deviation of a vertex: the distance between its positions by spherical or dual quaternion
/// blending and by linear blending. Bounds of linear blending, widened by the deviation, are bounds
/// of these blends.
///
/// A vertex v has weights w, summing to 1, on joints T_j = (R_j, t_j) with unit quaternions q_j of
/// any sign. Let μ = Σ w_j q_j, e_j = q_j − μ, so that Σ w_j e_j = 0, and
///   V = Σ w_j |e_j|² = 1 − |μ|² = Σ_{i<j} w_i w_j |q_i − q_j|².
/// Blended rotations are R_w = μ/|μ|. A quaternion rotates a vector by y ↦ q y q*.
///
/// **Spherical.** Both blends move the centre c equally, so they differ by (R_w − Σ w_j R_j)(v −
/// c). For any vector y,
///   Σ w_j q_j y q_j* = μ y μ* + Σ w_j e_j y e_j*,      R_w y = μ y μ* / |μ|²,
/// so the difference is V/|μ|² μ y μ* − Σ w_j e_j y e_j*. Neither of the two is longer than V |y|:
///   |difference| ≤ 2 V |v − c|.
///
/// **Dual quaternion.** The blend does not depend on the origin, before or after the motions. Put
/// the first at v, and the second where linear blending puts v. Then the translations are y_j = T_j
/// v − Σ w_i T_i v, Σ w_j y_j = 0, and v goes to
///   vec( Σ w_j y_j q_j μ* ) / |μ|² = vec( Σ w_j y_j e_j μ* ) / |μ|²,
/// which is no longer than Σ w_j |y_j| |e_j| / |μ|. By the Cauchy–Schwarz inequality, with Y = Σ
/// w_j |y_j|² = Σ_{i<j} w_i w_j |T_i v − T_j v|²:
///   |difference| ≤ √( V Y / (1 − V) ).
///
/// If |μ|² is less than kLeastSquare, blending is linear. So the denominator 1 − V is never less
/// than that.
///
/// **Several vertices.** Σ_{i<j} w_i w_j ≤ ½ is the *spread* of a vertex. For a bound of many
/// vertices, each pair of joints has the largest spread of the vertices that both move. V is at
/// most the largest of spread · |q_i − q_j|² over the pairs, and Y the same with |T_i v − T_j v|².
/// With spherical blending, spread · |v − c| instead of the spread directly gives V |v − c|.
///
/// **Stretched joints**, T_j S_j, blend (Σ w_j S_j) v rigidly; linear blending blends T_j S_j v.
/// This adds a difference of Σ_{i<j} w_i w_j (R_i − R_j)(S_i − S_j) v, at most |(S_i − S_j) v|: the
/// shear. And T_i v − T_j v above is at most 2 shears longer than C_i v − C_j v.
struct Deviation {
  float stretch = 1;  ///< the largest factor by which joints lengthen a vector
  float morphed = 0;  ///< the largest distance that morph targets move a vertex at rest
  float extra = 0;    ///< upper bound of |v − c| minus its baked value, stretched
  float shear = 0;
  float most = 0;   ///< the largest deviation of any vertex of the character
  float error = 0;  ///< along an axis: of rounding, and of joints that are not exact rotations
  /// With dual quaternions, for each of JointSets::pairs(), eight in a row: the largest distance
  /// between the two images of a vertex, squared (PairBalls).
  const math::Float8* squared_images = nullptr;

  [[nodiscard]] float squared_image(std::uint32_t pair) const {
    return math::at(squared_images, pair);
  }
};

/// The largest number of pairs of joints that a bound considers. If there are more, the deviation
/// of the whole character counts.
inline constexpr std::size_t kMostPairs = 32;

/// The deviation in the pose of `posed`.
Deviation deviation_of(const skinning::PosedSkin& posed);

/// The factor of a pair's squared chord for a vertex that both joints move, rounded up: the spread
/// of the vertex; with spherical blending, times the distance from its rotation centre.
float pair_factor(const skinning::SkinData& skin, std::uint32_t vertex);

}  // namespace dermis::collider
