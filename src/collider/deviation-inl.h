// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_COLLIDER_DEVIATION_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_COLLIDER_DEVIATION_INL_H
#undef DERMIS_COLLIDER_DEVIATION_INL_H
#else
#define DERMIS_COLLIDER_DEVIATION_INL_H
#endif

#include "collider/deviation.h"
#include "math/eight-inl.h"
#include "skinning/rigid_blend.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::collider::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using wide::Eight;

/// The deviation of vertices, bounded by the pairs of joints that move them; eight sums side by
/// side.
class DeviationSum {
 public:
  HWY_INLINE DeviationSum(Skinning skinning, const Deviation& pose)
      : skinning_(skinning), pose_(pose), rotations_(wide::all(0)), images_(wide::all(0)) {}

  /// `factor` is a pair_factor().
  HWY_INLINE void add_chord(const Eight& factor, const Eight& squared_chord) {
    const Eight arm =
        skinning_ == Skinning::spherical
            ? wide::multiply_add(wide::all(pose_.stretch), factor, wide::all(0.5F * pose_.extra))
            : factor;
    rotations_ = wide::max(rotations_, squared_chord * arm);
  }
  /// For dual quaternions only.
  HWY_INLINE void add_image(const Eight& factor, const Eight& squared_image) {
    images_ = wide::max(images_, factor * squared_image);
  }

  [[nodiscard]] HWY_INLINE Eight bound() const { return bound(rotations_, images_); }
  /// The bound of all lanes together.
  [[nodiscard]] HWY_INLINE Eight bound_of_all() const {
    return bound(wide::all(wide::highest(rotations_)), wide::all(wide::highest(images_)));
  }

 private:
  [[nodiscard]] HWY_INLINE Eight bound(const Eight& rotations, const Eight& images) const {
    constexpr float kMore = 1.0001F;  // covers the roundings here
    const Eight shear = wide::all(pose_.shear);
    if (skinning_ == Skinning::spherical) {
      return wide::multiply_add(wide::all(2 * kMore), rotations, shear);
    }
    const Eight least = wide::max(wide::all(1) - rotations, wide::all(skinning::kLeastSquare));
    return wide::multiply_add(wide::all(kMore), wide::square_root(rotations * images / least),
                              shear);
  }

  Skinning skinning_;
  const Deviation& pose_;
  Eight rotations_;  ///< V; with spherical blending, V times |v − c|
  Eight images_;     ///< Y
};

}  // namespace dermis::collider::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
