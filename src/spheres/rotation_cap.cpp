// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/rotation_cap.h"

#include "skinning/rigid_blend.h"

namespace dermis::spheres {

namespace {

using math::Four;

Four square(const FourQuaternions& q) {
  return (q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w);
}

FourQuaternions scaled(const FourQuaternions& q, const Four& by) {
  return {q.x * by, q.y * by, q.z * by, q.w * by};
}

FourPoints cross(const FourQuaternions& q, const FourPoints& v) {
  return {q.y * v.z - q.z * v.y, q.z * v.x - q.x * v.z, q.x * v.y - q.y * v.x};
}

/// Rotates v by a unit quaternion.
FourPoints turned(const FourQuaternions& q, const FourPoints& v) {
  const FourPoints u = cross(q, v);
  const FourPoints w = cross(q, u);
  return {v.x + 2 * (q.w * u.x + w.x), v.y + 2 * (q.w * u.y + w.y), v.z + 2 * (q.w * u.z + w.z)};
}

}  // namespace

void RotationCap::add(const FourQuaternions& q) {
  const Four length_square = square(q);
  least_square_ = math::min(least_square_, length_square);
  const FourQuaternions unit = scaled(q, 1 / math::square_root(length_square));
  units_[count_++] = unit;
  sum_ = {sum_.x + unit.x, sum_.y + unit.y, sum_.z + unit.z, sum_.w + unit.w};
}

RotationCap::Bound RotationCap::of(const FourPoints& point) const {
  const Four sum_square = square(sum_);
  const FourQuaternions apex = scaled(sum_, 1 / math::square_root(sum_square));
  Four chord_square{};
  for (std::size_t k = 0; k < count_ && count_ > 1; ++k) {
    const FourQuaternions& q = units_[k];
    chord_square =
        math::max(chord_square, square({q.x - apex.x, q.y - apex.y, q.z - apex.z, q.w - apex.w}));
  }
  const Four chord = math::square_root(chord_square) + 0x1p-19F;
  const Four half = 0.5F * (chord * chord);
  const Four cos_theta = 1 - half;
  const Four sin_theta = chord * math::square_root(math::max(1 - 0.5F * half, Four{}));
  const Four cos_alpha = 2 * (cos_theta * cos_theta) - 1;
  const Four sin_alpha = 2 * (sin_theta * cos_theta);

  // A comparison with NaN is false, and gives the whole sphere.
  constexpr float kEnough = 2.001F * skinning::kLeastSquare;
  const Four zero{};
  const auto is_cap = (cos_theta > 0.7072F) & (least_square_ >= kEnough);
  const Four length = math::square_root(point.x * point.x + point.y * point.y + point.z * point.z);
  const FourPoints arm = turned(apex, point);
  return {{is_cap ? cos_alpha * arm.x : zero, is_cap ? cos_alpha * arm.y : zero,
           is_cap ? cos_alpha * arm.z : zero},
          is_cap ? sin_alpha * length : length};
}

}  // namespace dermis::spheres
