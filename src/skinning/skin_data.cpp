// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/skin_data.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "base/float_mode.h"
#include "dermis/base/counted.h"
#include "math/doubles.h"
#include "math/four.h"
#include "skinning/posed_skin.h"
#include "skinning/rigid_pose.h"

namespace dermis::skinning {

namespace {

void widen(Vec3& extent, const Vec3& v) {
  extent = {std::max(extent.x, std::abs(v.x)), std::max(extent.y, std::abs(v.y)),
            std::max(extent.z, std::abs(v.z))};
}

/// The largest |x|·px + |y|·py + |z|·pz + |t| over the three rows; NaN if an entry is NaN.
double largest_row(const Affine& a, const double (&p)[3]) {
  const float rows[3][4] = {
      {a.x.x, a.y.x, a.z.x, a.t.x}, {a.x.y, a.y.y, a.z.y, a.t.y}, {a.x.z, a.y.z, a.z.z, a.t.z}};
  double largest = 0;
  for (const auto& row : rows) {
    const double sum = std::abs(double{row[0]}) * p[0] + std::abs(double{row[1]}) * p[1] +
                       std::abs(double{row[2]}) * p[2] + std::abs(double{row[3]});
    if (!(sum <= largest)) largest = sum;
    if (std::isnan(largest)) return largest;
  }
  return largest;
}

/// The same for all joints in float32, four rows at a time, and a little too large. Empty if an
/// entry is not finite or a sum is near overflow; the caller then uses largest_row().
std::optional<double> largest_row_of_all(std::span<const Affine> joints, const double (&p)[3]) {
  using math::Four;
  constexpr float kFarFromOverflow = 0x1p+120F;
  const auto rounded = [](double x) { return math::all(static_cast<float>(x)); };
  const Four px = rounded(p[0]);
  const Four py = rounded(p[1]);
  const Four pz = rounded(p[2]);
  const auto absolute = [](const Four& a) { return math::max(a, -a); };
  const Four limit = math::all(kFarFromOverflow);
  Four largest{};
  unsigned small = 7;  // one bit per row; a comparison with NaN is false
  for (const Affine& a : joints) {
    const auto column = [&](const Vec3& v) { return absolute(Four{v.x, v.y, v.z, 0}); };
    const Four sum = column(a.x) * px + column(a.y) * py + column(a.z) * pz + column(a.t);
    small &= math::greater(limit, sum);
    largest = math::max(largest, sum);
  }
  if (small != 7) return {};
  // The factor covers eight roundings, including that of p.
  return double{math::highest(largest)} * (1 + 0x1p-20);
}

/// Appends the influences of a vertex, merged and sorted as the definition in Skin requires.
void add_in_order(std::span<const Influence> influences, std::vector<Influence>& all) {
  const auto first = static_cast<std::ptrdiff_t>(all.size());
  for (const Influence& influence : influences) {
    if (influence.weight == 0) continue;
    const auto at = std::ranges::lower_bound(all.begin() + first, all.end(), influence.joint, {},
                                             &Influence::joint);
    if (at != all.end() && at->joint == influence.joint) {
      at->weight += influence.weight;
    } else {
      all.insert(at, influence);
    }
  }
}

}  // namespace

SkinData::SkinData(const Model& model, Skinning skinning)
    : SkinData(model, skinning, skinning::joint_rests(model.skeleton)) {}

SkinData::SkinData(const Model& model, Skinning skinning, std::vector<JointRest> joint_rests)
    : skinning_(skinning),
      positions_(model.positions),
      morph_targets_(model.morph_targets),
      joint_rests_(std::move(joint_rests)) {
  first_influence_.reserve(positions_.size() + 1);
  influences_.reserve(model.influences.size());
  first_influence_.push_back(0);
  for (std::size_t v = 0; v < positions_.size(); ++v) {
    add_in_order(model.influences.of(v), influences_);
    first_influence_.push_back(static_cast<std::uint32_t>(influences_.size()));
  }
  for (const Joint& joint : model.skeleton.joints) {
    joint_names_.push_back(model.skeleton.nodes[joint.node].name);
  }
  for (std::size_t v = 0; v < positions_.size(); ++v) {
    widen(extent_, positions_[v]);
    most_influences_ = std::max(most_influences_, model.influences.of(v).size());
  }
  for (const MorphTarget& target : morph_targets_) {
    Vec3 extent;
    for (const Vec3& delta : target.deltas) widen(extent, delta);
    delta_extents_.push_back(extent);
  }
  if (skinning == Skinning::linear) return;
  joint_sets_ = JointSets(first_influence_, influences_, joint_rests_);
  for (std::uint32_t s = 0; s < joint_sets_.size() && skinning == Skinning::spherical; ++s) {
    const JointSets::Set& set = joint_sets_[s];
    // In any pose, the rotation centre is at most this far from the set's centre, plus rounding.
    const float far = 1.001F * set.radius;
    const auto reach = [&](float x) { return 1.001F * (std::abs(x) + far); };
    widen(extent_, {reach(set.center.x), reach(set.center.y), reach(set.center.z)});
  }
}

double SkinData::extent(const Pose& pose) const {
  math::Vec3d sum = math::to_double(extent_);
  for (std::size_t m = 0; m < morph_targets_.size(); ++m) {
    sum = sum + std::abs(double{pose.morph_weights[m]}) * math::to_double(delta_extents_[m]);
  }
  return length(sum);
}

std::size_t SkinData::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  std::size_t total = joint_sets_.byte_count() + bytes(joint_rests_) + bytes(positions_) +
                      bytes(first_influence_) + bytes(influences_) + bytes(morph_targets_) +
                      bytes(joint_names_) + bytes(delta_extents_);
  for (const MorphTarget& target : morph_targets_) total += bytes(target.deltas);
  return total;
}

std::string SkinData::joint_label(std::size_t joint) const {
  return "joint " + std::to_string(joint) + " ('" + joint_names_[joint] + "')";
}

Result<void> SkinData::check(const Pose& pose) const {
  if (auto largest = reach(pose); !largest) return largest.error();
  if (skinning_ == Skinning::linear) return {};
  const base::DefinedFloatMode mode;
  return RigidPose().set(*this, pose);
}

std::size_t SkinData::roundings() const {
  // Two per morph target and two per influence, seven in the product with the position.
  return 2 * morph_targets_.size() + 2 * most_influences_ + 7;
}

Result<double> SkinData::reach(const Pose& pose) const {
  const base::DefinedFloatMode mode;
  if (pose.joints.size() != joint_names_.size()) {
    return Error{"the pose has " + counted(pose.joints.size(), "joint matrix") +
                 ", but the model has " + counted(joint_names_.size(), "joint")};
  }
  if (pose.morph_weights.size() != morph_targets_.size()) {
    return Error{"the pose has " + counted(pose.morph_weights.size(), "morph weight") +
                 ", but the model has " + counted(morph_targets_.size(), "morph target")};
  }

  // Every intermediate result of the kernel is bounded by the same expression with absolute values,
  // times (1 + 2⁻²⁴) per rounding. The weights in it sum to at most 1 + 1e-4 (see validate). Using
  // 2⁻²² per rounding also covers the rounding of this bound itself.
  const double excess = (1 + 2e-4) * (1 + 0x1p-22 * double(roundings() + 1));
  // Intermediate results of rotations are a few times larger than the vectors they rotate, and the
  // search for a rotation centre sums over all pairs of joints in a set.
  const double margin = skinning_ == Skinning::linear ? 1 : 0x1p24;
  const double largest_allowed = double{std::numeric_limits<float>::max()} / excess / margin;

  double p[3] = {extent_.x, extent_.y, extent_.z};
  for (std::size_t m = 0; m < morph_targets_.size(); ++m) {
    const double weight = std::abs(double{pose.morph_weights[m]});
    p[0] += weight * delta_extents_[m].x;
    p[1] += weight * delta_extents_[m].y;
    p[2] += weight * delta_extents_[m].z;
    if (!(weight <= largest_allowed && std::max({p[0], p[1], p[2]}) <= largest_allowed)) {
      return Error{"the weight of morph target " + std::to_string(m) + " ('" +
                   morph_targets_[m].name + "') is " + std::to_string(pose.morph_weights[m]) +
                   ", with which a vertex could overflow"};
    }
  }
  // Even for a rest position near 0, every matrix entry enters the blend, so each coordinate counts
  // as at least 1.
  for (double& x : p) x = std::max(x, 1.0);

  if (const auto largest = largest_row_of_all(pose.joints, p);
      largest && *largest <= largest_allowed) {
    return *largest * excess;
  }
  double farthest = 0;
  for (std::size_t j = 0; j < pose.joints.size(); ++j) {
    const double largest = largest_row(pose.joints[j], p);
    if (std::isnan(largest)) return Error{joint_label(j) + " has a matrix with a NaN in it"};
    if (!(largest <= largest_allowed)) {
      return Error{joint_label(j) + " has a matrix so large that a vertex could overflow"};
    }
    farthest = std::max(farthest, largest);
  }
  return farthest * excess;
}

Result<void> SkinData::deform(const Pose& pose, std::span<Vec3> out, Isa isa) const {
  assert(out.size() == positions_.size());
  const base::DefinedFloatMode mode;
  PosedSkin posed(*this);
  if (auto ok = posed.set_pose(pose); !ok) return ok;
  posed.deform_all(out, isa);
  return {};
}

}  // namespace dermis::skinning
