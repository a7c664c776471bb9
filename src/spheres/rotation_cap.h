// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "math/four.h"

namespace dermis::spheres {

/// Three coordinates, four points side by side.
struct FourPoints {
  math::Four x, y, z;
};
struct FourQuaternions {
  math::Four x, y, z, w;
};

/// Encloses the images of a point under all rotations that are blended from some quaternions, in
/// four lanes: Kavan, O'Sullivan and Žára (2006), § 4.3 and Algorithm 1, lines 6 to 15, corrected.
///
/// **Rotations.** Blending gives u = Σ a_k q_k with a_k ≥ 0. Let the *apex* be a unit quaternion,
/// and θ ≤ 90° its largest angle with a q_k. The cone of all x with ⟨apex, x⟩ ≥ |x| cos θ is convex
/// and contains the q_k, so it contains u. Then u · apex⁻¹ rotates by at most 2θ, and the image of
/// y under u is within an angle of α = 2θ of its image under the apex: on a cap of the sphere
/// around 0 through y.
///
/// **The ball around that cap**, for α ≤ 90°, has its centre at cos α · apex(y) and a radius of sin
/// α |y|: for a point x of the cap, |x|² = |y|² and ⟨x, apex(y)⟩ ≥ |y|² cos α, so
///   |x − cos α apex(y)|² = |y|² (1 + cos² α) − 2 cos α ⟨x, apex(y)⟩ ≤ |y|² sin² α.
/// The last step multiplies an inequality by cos α. The paper's Lemma 5 overlooks that this is
/// wrong above 90°: its ball is too small there. In that case, the bound is the *whole sphere*:
/// centre 0, radius |y|.
///
/// **Cancelling.** If |u|² < kLeastSquare, vertices are blended linearly: into the whole sphere, as
/// averages of points on it. |u| ≥ ⟨apex, u⟩ ≥ cos θ · min |q_k|, and cos² θ ≥ ½, so that does not
/// happen if all |q_k|² are at least 2 kLeastSquare. Otherwise, the bound is the whole sphere, too.
///
/// **In single precision**, the paper's formula for θ (6) vanishes for small angles. The chord d =
/// max |q_k / |q_k| − apex| = 2 sin(θ/2) does not:
///   cos θ = 1 − d²/2,   sin θ = d √(1 − d²/4),   cos α = 2 cos² θ − 1,   sin α = 2 sin θ cos θ.
/// Unit quaternions and their differences have an error of 4 · 2⁻²⁴. The image of y under the apex
/// has an error of 20 · 2⁻²⁴ |y|, an angle. d is increased by 2⁻¹⁹, so that α grows by more than
/// all of these.
class RotationCap {
 public:
  static constexpr std::size_t kMost = 6;

  /// Adds another q_k, of any length. There are at most kMost.
  void add(const FourQuaternions& q);

  /// The ball around the images of a point under all rotations.
  struct Bound {
    FourPoints center;
    math::Four radius;
  };
  [[nodiscard]] Bound of(const FourPoints& point) const;

 private:
  FourQuaternions units_[kMost];
  std::size_t count_ = 0;
  FourQuaternions sum_{};
  math::Four least_square_ = math::all(1);
};

}  // namespace dermis::spheres
