// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/rigid_pose.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/rigid_pose.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>
#include <cmath>
#include <string>

#include "base/dispatch.h"
#include "math/eight-inl.h"
#include "math/rounded_up.h"
#include "skinning/polar.h"
#include "skinning/skin_data.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::skinning::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using wide::Eight;

/// The rotations of eight joints: quaternions q of any length, the inverse of their squared length,
/// and the error of the joints' matrices (`off`: the sum of the squared differences of all entries,
/// at most 4).
///
/// Four vectors are multiples of the quaternion, each by a different component of it. The one of
/// the largest component is the most accurate.
struct EightRotations {
  wide::Quaternions q;
  Eight inverse_square, off;
};
HWY_INLINE EightRotations rotations_of_eight(const JointColumns* joints) {
  const auto column = [=](int c) {
    return wide::load_rows([=](std::size_t i) { return joints[i].column[c]; });
  };
  const wide::Points x = column(0);
  const wide::Points y = column(1);
  const wide::Points z = column(2);
  const Eight one = wide::all(1);
  Eight most = ((one + x.x) + y.y) + z.z;
  wide::Quaternions q{y.z - z.y, z.x - x.z, x.y - y.x, most};
  const auto consider = [&](const Eight& size, const wide::Quaternions& other) {
    q = {wide::where_greater(size, most, other.x, q.x),
         wide::where_greater(size, most, other.y, q.y),
         wide::where_greater(size, most, other.z, q.z),
         wide::where_greater(size, most, other.w, q.w)};
    most = wide::max(size, most);
  };
  const Eight of_x = ((one + x.x) - y.y) - z.z;
  consider(of_x, {of_x, x.y + y.x, z.x + x.z, y.z - z.y});
  const Eight of_y = ((one - x.x) + y.y) - z.z;
  consider(of_y, {x.y + y.x, of_y, y.z + z.y, z.x - x.z});
  const Eight of_z = ((one - x.x) - y.y) + z.z;
  consider(of_z, {z.x + x.z, y.z + z.y, of_z, x.y - y.x});

  const Eight inverse_square = one / (((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w);
  // Three separate sums, so that the additions do not wait for each other.
  const Eight twice = inverse_square + inverse_square;
  Eight squares[3] = {wide::all(0), wide::all(0), wide::all(0)};
  const auto compare = [&](int c, const Eight& entry, const Eight& given) {
    const Eight off = entry - given;
    squares[c] = squares[c] + off * off;  // not fused, so that all instruction sets decide alike
  };
  compare(0, one - twice * (q.y * q.y + q.z * q.z), x.x);
  compare(1, twice * (q.x * q.y + q.z * q.w), x.y);
  compare(2, twice * (q.x * q.z - q.y * q.w), x.z);
  compare(0, twice * (q.x * q.y - q.z * q.w), y.x);
  compare(1, one - twice * (q.x * q.x + q.z * q.z), y.y);
  compare(2, twice * (q.y * q.z + q.x * q.w), y.z);
  compare(0, twice * (q.x * q.z + q.y * q.w), z.x);
  compare(1, twice * (q.y * q.z - q.x * q.w), z.y);
  compare(2, one - twice * (q.x * q.x + q.y * q.y), z.z);
  const Eight sum = (squares[0] + squares[1]) + squares[2];
  // NaN counts as far off, too.
  const Eight far = wide::all(4);
  return {q, inverse_square, wide::where_greater(far, sum, sum, far)};
}

/// Unit quaternions of all joints, with signs that give non-negative products with the first one.
/// `worst` is the largest error of a matrix.
void find_rotations(std::span<const JointColumns> joints, Quad* rotations, float& worst) {
  const Eight zero = wide::all(0);
  Eight all = zero;
  Quad first;
  for (std::size_t j = 0; j < joints.size(); j += 8) {
    const auto [q, inverse_square, off] = rotations_of_eight(joints.data() + j);
    all = wide::max(all, off);
    if (j == 0) {
      wide::store_rows(q.x, q.y, q.z, q.w, rotations->lane);
      first = rotations[0];
    }
    const Eight side = ((q.x * wide::all(first.lane[0]) + q.y * wide::all(first.lane[1])) +
                        q.z * wide::all(first.lane[2])) +
                       q.w * wide::all(first.lane[3]);
    const Eight inverse = wide::square_root(inverse_square);
    const Eight by = wide::where_greater(zero, side, zero - inverse, inverse);
    wide::store_rows(q.x * by, q.y * by, q.z * by, q.w * by, rotations[j].lane);
  }
  worst = wide::highest(all);
}

/// d_j = ½ (t, 0) q_j: half the translation as a quaternion, times the rotation.
void find_duals(std::span<const JointColumns> joints, const Quad* rotations, Quad* duals) {
  for (std::size_t j = 0; j < joints.size(); j += 8) {
    const wide::Points t = wide::load_rows([&](std::size_t i) { return joints[j + i].column[3]; });
    const wide::Quaternions q =
        wide::load_quaternions([&](std::size_t i) { return rotations[j + i].lane; });
    const Eight half = wide::all(0.5F);
    wide::store_rows(half * (t.x * q.w + (t.y * q.z - t.z * q.y)),
                     half * (t.y * q.w + (t.z * q.x - t.x * q.z)),
                     half * (t.z * q.w + (t.x * q.y - t.y * q.x)),
                     wide::all(-0.5F) * ((t.x * q.x + t.y * q.y) + t.z * q.z), duals[j].lane);
  }
}

/// The scalar products of the quaternions of eight pairs. With fewer than eight pairs, the last one
/// is repeated.
HWY_INLINE Eight products_of_eight(std::span<const JointPair> pairs, const Quad* rotations) {
  const JointPair* eight = pairs.data();
  JointPair last[8];
  if (pairs.size() < 8) {
    for (std::size_t i = 0; i < 8; ++i) last[i] = pairs[std::min(i, pairs.size() - 1)];
    eight = last;
  }
  const wide::Quaternions a =
      wide::load_quaternions([=](std::size_t i) { return rotations[eight[i].i].lane; });
  const wide::Quaternions b =
      wide::load_quaternions([=](std::size_t i) { return rotations[eight[i].j].lane; });
  return ((a.x * b.x + a.y * b.y) + a.z * b.z) + a.w * b.w;
}

void find_products(std::span<const JointPair> pairs, const Quad* rotations,
                   math::Float8* products) {
  for (std::size_t i = 0; i < pairs.size(); i += 8) {
    wide::store(products_of_eight(pairs.subspan(i), rotations), products[i / 8].lane);
  }
}

/// |a − b|² is 2 − 2⟨a, b⟩. The rounding of the quaternions changes this by at most 2⁻¹⁹.
void find_chords(std::span<const JointPair> pairs, const Quad* rotations,
                 math::Float8* squared_chords, float& lowest_product, float& largest_chord) {
  Eight lowest = wide::all(1);
  Eight largest = wide::all(0);
  for (std::size_t i = 0; i < pairs.size(); i += 8) {
    const Eight product = products_of_eight(pairs.subspan(i), rotations);
    const Eight chord =
        wide::max(wide::all(2) - (product + product), wide::all(0)) + wide::all(0x1p-19F);
    wide::store(chord, squared_chords[i / 8].lane);
    lowest = wide::min(lowest, product);
    largest = wide::max(largest, chord);
  }
  lowest_product = wide::lowest(lowest);
  largest_chord = wide::highest(largest);
}

}  // namespace dermis::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::skinning {

namespace {

/// Tolerance for rigid joints: the root mean square error of a matrix's nine entries against a
/// rotation, and the deviation of a scale from 1.
constexpr float kRigid = 0x1p-13F;

float length(const float (&v)[4]) {
  return std::sqrt((v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]);
}

}  // namespace

bool RigidPose::set_similar(const JointSets& sets, const Pose& pose) {
  const std::size_t padded = (pose.joints.size() + 7) / 8 * 8;
  joints_.resize(padded, to_columns({}));
  rotations_.resize(padded);
  for (const std::uint32_t j : sets.used()) joints_[j] = to_columns(pose.joints[j]);
  scale_ = length(joints_[sets.used().front()].column[0]);
  if (std::abs(scale_ - 1) <= kRigid) scale_ = 1;
  if (!(scale_ > 0) || !std::isfinite(1 / scale_)) return false;
  if (scale_ != 1) {
    const float inverse = 1 / scale_;
    for (const std::uint32_t j : sets.used()) {
      for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) joints_[j].column[c][r] *= inverse;
      }
    }
  }
  stretches_.clear();
  float worst = 0;
  DERMIS_DISPATCH(current_isa(), find_rotations(joints_, rotations_.data(), worst));
  defect_ = 1.001F * std::sqrt(worst) + 0x1p-21F;
  max_stretch_ = scale_;
  stretch_difference_ = 0;
  return worst <= 9 * kRigid * kRigid;
}

Result<void> RigidPose::set_stretched(const SkinData& skin, const Pose& pose) {
  stretches_.assign(joints_.size(), to_columns({}));
  rotations_.assign(joints_.size(), Quad{{0, 0, 0, 1}});
  scale_ = 1;
  const auto size = [](const math::Vec3d& x, const math::Vec3d& y, const math::Vec3d& z) {
    return std::sqrt(dot(x, x) + dot(y, y) + dot(z, z));
  };
  double most = 0;
  std::vector<math::Affined> stretches(pose.joints.size());
  for (const std::uint32_t j : skin.joint_sets().used()) {
    Polar polar;
    if (!decompose_polar(math::to_double(pose.joints[j]), polar)) {
      return Error{skin.joint_label(j) + " has a matrix that mirrors or flattens, which " +
                   std::string(to_string(skin.skinning())) +
                   " skinning cannot blend; linear skinning can"};
    }
    const Quaternion q = math::to_float(polar.rotation);
    rotations_[j] = {{q.x, q.y, q.z, q.w}};
    stretches_[j] = to_columns(math::to_float(polar.stretch));
    joints_[j] = to_columns(math::to_float(
        math::to_affine({math::to_double(pose.joints[j].t), polar.rotation, {1, 1, 1}})));
    const math::Affined& s = stretches[j] = polar.stretch;
    most = std::max(most, size(s.x, s.y, s.z));
  }
  double difference = 0;
  for (const auto& [i, j] : skin.joint_sets().pairs()) {
    const math::Affined& a = stretches[i];
    const math::Affined& b = stretches[j];
    difference = std::max(difference, size(a.x - b.x, a.y - b.y, a.z - b.z));
  }
  defect_ = 0x1p-20F;
  max_stretch_ = math::rounded_up(most * (1 + 0x1p-20));
  stretch_difference_ = math::rounded_up(difference + most * 0x1p-20);
  return {};
}

void RigidPose::find_products(std::span<const JointPair> pairs) {
  products_.resize((pairs.size() + 7) / 8);
  DERMIS_DISPATCH(current_isa(), find_products(pairs, rotations_.data(), products_.data()));
}

void RigidPose::choose_signs(std::span<const JointPair> links) {
  find_products(links);
  // The sign may change between a parent and its child; along the hierarchy these changes add up.
  flips_.assign(joints_.size(), 0);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto [parent, joint] = links[i];
    if (parent == joint) continue;
    flips_[joint] = flips_[parent] ^ (math::at(products_.data(), i) < 0 ? 1 : 0);
  }
  for (std::size_t j = 0; j < flips_.size(); ++j) {
    if (flips_[j] == 0) continue;
    for (float& x : rotations_[j].lane) x = -x;
  }
}

bool RigidPose::agree(std::span<const JointPair> pairs) {
  squared_chords_.resize((pairs.size() + 7) / 8);
  float lowest = 1;
  DERMIS_DISPATCH(current_isa(), find_chords(pairs, rotations_.data(), squared_chords_.data(),
                                             lowest, largest_squared_chord_));
  return lowest >= 0;
}

void RigidPose::find_twisted(std::span<const JointPair> pairs) {
  find_products(pairs);
  const auto product = [&](std::size_t p) { return math::at(products_.data(), p); };
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (!(product(p) < 0)) continue;
    twisted_[pairs[p].i] = 1;
    twisted_[pairs[p].j] = 1;
  }
  // In a set in which signs flip, a product may have the opposite sign.
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    if (twisted_[pairs[p].i] == 0 && twisted_[pairs[p].j] == 0) continue;
    float& chord = squared_chords_[p / 8].lane[p % 8];
    chord = 2 + 2 * std::abs(product(p)) + 0x1p-19F;
    largest_squared_chord_ = std::max(largest_squared_chord_, chord);
  }
}

Result<void> RigidPose::set(const SkinData& skin, const Pose& pose) {
  const JointSets& sets = skin.joint_sets();
  if (!set_similar(sets, pose)) {
    if (auto ok = set_stretched(skin, pose); !ok) return ok;
  }
  twisted_.assign(joints_.size(), 0);
  if (!agree(sets.pairs())) {
    choose_signs(sets.links());
    if (!agree(sets.pairs())) find_twisted(sets.pairs());
  }
  if (skin.skinning() == Skinning::dual_quaternion) {
    duals_.resize(rotations_.size());
    DERMIS_DISPATCH(current_isa(), find_duals(joints_, rotations_.data(), duals_.data()));
  }
  return {};
}

std::size_t RigidPose::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return bytes(joints_) + bytes(rotations_) + bytes(duals_) + bytes(stretches_) +
         bytes(squared_chords_) + bytes(twisted_) + bytes(flips_) + bytes(products_);
}

}  // namespace dermis::skinning
#endif
