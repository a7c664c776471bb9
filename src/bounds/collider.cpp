// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/bounds/collider.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/collider_data.h"
#include "dermis/model/validate.h"
#include "math/float_mode.h"
#include "math/stretch.h"

namespace dermis {

namespace {

double largest_weight_error(const Influences& influences) {
  double largest = 0;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    double sum = 0;
    for (const Influence& influence : influences.of(v)) sum += influence.weight;
    largest = std::max(largest, std::abs(sum - 1));
  }
  return largest;
}

}  // namespace

Collider::Data::Data(const Model& model, bounds::SphereTree tree_of, bounds::SphereGroups groups_of,
                     bounds::SphereRefit refit_of, RefitCentre centres)
    : skin(model),
      triangles(model.triangles),
      tree(std::move(tree_of)),
      groups(std::move(groups_of)),
      refit(std::move(refit_of)),
      centre(centres),
      weight_error(largest_weight_error(model.influences)) {}

// With u = 2⁻²⁴, and R, the reach, which bounds all coordinates and the terms of the sums they come
// from:
//  - A coordinate of a posed vertex is off by u R for each of the kernel's roundings, and by e R
//    where the weights miss 1 by e.
//  - A coordinate of a corner's centre, Σ w_j C_j c, has 6 u R from each C_j c, which the blending
//    averages; u R from the products with the weights, which sum to 1, and as much from the
//    rounding of these weights; and u R from each of the sums over the joints.
// Along the three axes together that is √3 times as much: the slack. Where the centre of the ball
// goes does not matter, as the radius is measured from there:
//  - Its distance from a corner's centre has a relative error of 4 u (differences, squares and sums
//    count half under the root), the corner's radius one of u for each joint and morph target, and
//    of 7 u besides (stretch, inflation, weights, sums): the growth.
// Both get a tenth more for the products of all these small numbers. Squares of lengths under 2⁻⁶³
// may underflow; where lengths could overflow, bounds are infinite.
void Collider::Data::set_motion(bounds::PoseMotion& motion, const Pose& pose, double reach) const {
  motion.joints.clear();
  for (const Affine& a : pose.joints) motion.joints.emplace_back(a, math::largest_stretch(a));
  motion.morph_weights = pose.morph_weights;

  constexpr double kUlp = 0x1p-24;
  constexpr double kRootOf3 = 1.7320508076;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kLargestReach = 0x1p+120;
  constexpr auto kJoints = static_cast<double>(bounds::kMostJoints);
  const double per_axis =
      reach * (kUlp * (double(skin.roundings()) + 6 + 2 + kJoints) + weight_error);
  const double relative = kUlp * (4 + kJoints + double(skin.morph_target_count()) + 7 + 5);
  const auto rounded_up = [](double x) {
    return std::nextafter(static_cast<float>(x), std::numeric_limits<float>::infinity());
  };
  motion.growth = rounded_up(1 + 1.1 * relative);
  motion.slack =
      rounded_up(reach > kLargestReach ? kInfinity : 1.1 * kRootOf3 * per_axis + 0x1p-60);
}

std::size_t Collider::triangle_count() const {
  return data_->triangles.size();
}

std::size_t Collider::vertex_count() const {
  return data_->skin.vertex_count();
}

std::size_t Collider::joint_count() const {
  return data_->skin.joint_count();
}

std::size_t Collider::morph_target_count() const {
  return data_->skin.morph_target_count();
}

std::size_t Collider::sphere_count() const {
  return data_->tree.nodes.size();
}

std::size_t Collider::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return sizeof(Data) + data_->skin.byte_count() + bytes(data_->triangles) +
         bytes(data_->tree.nodes) + bytes(data_->tree.triangles) + bytes(data_->groups.groups) +
         bytes(data_->groups.links) + data_->refit.byte_count();
}

Result<Collider> bake(const Model& model, const BakeOptions& options) {
  const math::DefinedFloatMode mode;
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  if (model.triangles.size() >= 1U << 31U) return Error{"the model has 2^31 triangles or more"};
  if (!(options.collapse > 0)) return Error{"BakeOptions::collapse must be greater than 0"};
  bounds::SphereTree tree =
      bounds::build_sphere_tree(model.positions, model.triangles, options.collapse);
  bounds::SphereGroups groups(tree);
  bounds::SphereRefit refit(model, tree, groups, options.progress);
  return Collider(std::make_shared<const Collider::Data>(model, std::move(tree), std::move(groups),
                                                         std::move(refit), options.centre));
}

}  // namespace dermis
