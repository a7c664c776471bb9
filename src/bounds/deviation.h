// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/pose.h"
#include "math/float8.h"
#include "skinning/posed_skin.h"

namespace dermis::bounds {

/// How far spherical and dual quaternion blending put a vertex from where linear blending puts it.
/// Bounds of linear blending, widened by that, are bounds of theirs.
///
/// A vertex v has weights w, summing to 1, on joints T_j = (R_j, t_j) with unit quaternions q_j, on
/// whatever sides. Let μ = Σ w_j q_j, e_j = q_j − μ, so that Σ w_j e_j = 0, and
///   V = Σ w_j |e_j|² = 1 − |μ|² = Σ_{i<j} w_i w_j |q_i − q_j|².
/// Blended rotations are R_w = μ/|μ|; y ↦ q y q* is what a quaternion does to a vector.
///
/// **Spherical.** Both blends do the same to the centre c, so they differ by (R_w − Σ w_j R_j)(v −
/// c). For any vector y,
///   Σ w_j q_j y q_j* = μ y μ* + Σ w_j e_j y e_j*,      R_w y = μ y μ* / |μ|²,
/// so the difference is V/|μ|² μ y μ* − Σ w_j e_j y e_j*, each of the two no longer than V |y|:
///   |difference| ≤ 2 V |v − c|.
///
/// **Dual quaternion.** The blend does not depend on where the origin is, before or after the
/// motions. With the first at v, and the second where linear blending puts it, the translations are
/// y_j = T_j v − Σ w_i T_i v, Σ w_j y_j = 0, and v goes to
///   vec( Σ w_j y_j q_j μ* ) / |μ|² = vec( Σ w_j y_j e_j μ* ) / |μ|²,
/// no longer than Σ w_j |y_j| |e_j| / |μ|. With Cauchy and Schwarz, and Y = Σ w_j |y_j|² =
/// Σ_{i<j} w_i w_j |T_i v − T_j v|²:
///   |difference| ≤ √( V Y / (1 − V) ).
///
/// Where |μ|² is less than kLeastSquare, blending is linear; so 1 − V never is, below the line.
///
/// **Several vertices.** Σ_{i<j} w_i w_j ≤ ½ is the *spread* of a vertex. For a bound of many, each
/// pair of joints has the largest spread of the vertices that both move: V is the largest of spread
/// · |q_i − q_j|² over the pairs, at most, and Y the same with |T_i v − T_j v|². With spherical
/// blending, spread · |v − c| instead of the spread gives V |v − c| at once.
///
/// **Stretched joints**, T_j S_j, blend (Σ w_j S_j) v rigidly, linear ones T_j S_j v. That differs
/// by Σ_{i<j} w_i w_j (R_i − R_j)(S_i − S_j) v more, at most |(S_i − S_j) v|: the shear. And T_i v
/// − T_j v above is 2 shears longer than C_i v − C_j v, at most.
struct Deviation {
  float stretch = 1;  ///< the most that joints lengthen anything
  float morphed = 0;  ///< the most that morph targets move a vertex at rest
  float extra = 0;    ///< by how much |v − c| may be larger than what was baked, stretched
  float shear = 0;
  float most = 0;   ///< that any vertex of the character is off
  float error = 0;  ///< along an axis: of rounding, and of joints that are no perfect rotations
  /// With dual quaternions, of each of JointSets::pairs(), eight in a row: the most that its joints
  /// put a vertex apart, squared (PairBalls).
  const math::Float8* squared_images = nullptr;

  [[nodiscard]] float squared_image(std::uint32_t pair) const {
    return math::at(squared_images, pair);
  }
};

/// The pairs of joints that a bound goes through, at most: instead of more, the deviation of the
/// whole character counts.
inline constexpr std::size_t kMostPairs = 32;

/// Of a pose that is set, of this Skin::reach().
Deviation deviation_of(const skinning::PosedSkin& posed, const Pose& pose, double reach);

/// The factor of a pair's squared chord for a vertex that both joints move, rounded up: its spread,
/// with spherical blending times the distance from its rotation centre.
float pair_factor(const Skin& skin, std::uint32_t vertex);

}  // namespace dermis::bounds
