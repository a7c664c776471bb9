// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/bounds/collider.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/collider_data.h"
#include "bounds/meshlet_tree.h"
#include "dermis/model/pose.h"
#include "dermis/model/validate.h"
#include "math/float_mode.h"
#include "math/rounded_up.h"
#include "math/stretch.h"
#include "model/weld.h"

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

/// The vertices at rest, and in two moments of the first clip: what is together in all of them
/// moves together.
std::vector<std::vector<Vec3>> sampled_vertices(const Model& model, const Skin& skin) {
  std::vector<std::vector<Vec3>> result{model.positions};
  if (model.clips.empty()) return result;
  const Clip& clip = model.clips.front();
  for (const double share : {0.25, 0.75}) {
    std::vector<Vec3> vertices(skin.vertex_count());
    const Pose pose = sample(model, clip, clip.start() + share * (clip.end() - clip.start()));
    if (skin.deform(pose, vertices)) result.push_back(std::move(vertices));
  }
  return result;
}

}  // namespace

Collider::Data::Data(const Model& model, const BakeOptions& options)
    : skin(model, options.skinning),
      triangles(model.triangles),
      weight_error(largest_weight_error(model.influences)),
      root_box(skin),
      lazy_spheres({options.collapse, options.centre}) {
  // Cutting takes most of the time.
  constexpr double kCutting = 0.8;
  const auto part = [&](double from, double to) -> std::function<void(double)> {
    if (!options.progress) return {};
    return [&options, from, to](double share) { options.progress(from + (to - from) * share); };
  };
  bounds::MeshletTree baked = bounds::build_meshlet_tree(triangles, sampled_vertices(model, skin),
                                                         options.meshlet_size, part(0, kCutting));
  box_tree = std::move(baked.tree);
  meshlets = bounds::make_meshlets(skin, triangles, baked.patches);
  box_refit = bounds::BoxRefit(skin, meshlets, box_tree, part(kCutting, 1));
}

Collider::Data::Data(const Model& model, Skin baked_skin, const bounds::Patches& patches,
                     bounds::BoxTree tree, bounds::BoxRefit refit,
                     const bounds::SphereOptions& sphere_options)
    : skin(std::move(baked_skin)),
      triangles(model.triangles),
      weight_error(largest_weight_error(model.influences)),
      meshlets(bounds::make_meshlets(skin, triangles, patches)),
      box_tree(std::move(tree)),
      box_refit(std::move(refit)),
      root_box(skin),
      lazy_spheres(sphere_options) {}

// With u = 2⁻²⁴ and R, the reach: a coordinate of a posed vertex is off by u R for each of the
// kernel's roundings, and by e R where the weights miss 1 by e. What a box itself is off by is a
// number of u R that its record knows (box_refit.h). A tenth more makes up for the products of
// these small numbers.
bounds::BoxSlack Collider::Data::box_slack(const skinning::PosedSkin& posed, const Pose& pose,
                                           double reach,
                                           std::vector<math::Float8>& squared_images) const {
  constexpr double kUlp = 0x1p-24;
  // Where sums could overflow, boxes are infinite; squares, where blending is not linear.
  const double largest_reach = skin.skinning() == Skinning::linear ? 0x1p+120 : 0x1p+50;
  constexpr bounds::BoxSlack kUnknown{std::numeric_limits<float>::infinity(), 0, {}};
  if (reach > largest_reach) return kUnknown;
  bounds::Deviation deviation = bounds::deviation_of(posed, pose, reach);
  if (!(std::max({deviation.error, deviation.shear, deviation.extra}) < 0x1p+50F)) return kUnknown;
  root_box.pairs().find_most(posed, deviation, squared_images);
  // Where the blended rotation does not care what weights miss 1 by, but the linear blend does, and
  // that of the rotation centre, it counts several times.
  const double misses = skin.skinning() == Skinning::linear ? 1 : 4;
  const double base = 1.1 * reach * (kUlp * double(skin.roundings()) + misses * weight_error);
  return {static_cast<float>(base + deviation.error + 0x1p-100),
          static_cast<float>(1.1 * reach * kUlp), deviation};
}

// With u = 2⁻²⁴, and R, the reach, which bounds all coordinates and the terms of the sums they come
// from:
//  - A coordinate of a posed vertex is off by u R for each of the kernel's roundings, and by e R
//    where the weights miss 1 by e.
//  - A coordinate of a corner's centre, Σ w_j C_j c, has 6 u R from each C_j c, which the blending
//    averages; u R from the products with the weights, which sum to 1, and as much from the
//    rounding of these weights; and u R from each of the sums over the joints.
//  - What is not blended linearly has its own error, and, at most, once more that of the map or the
//    rotations which stand for its weights.
// Along the three axes together that is √3 times as much: the slack. Where the centre of the ball
// goes does not matter, as the radius is measured from there:
//  - Its distance from a corner's centre has a relative error of 4 u (differences, squares and sums
//    count half under the root), the corner's radius one of u for each joint and morph target, and
//    of 7 u besides (stretch, inflation, weights, sums): the growth.
// Both get a tenth more for the products of all these small numbers. Squares of lengths under 2⁻⁶³
// may underflow; where lengths could overflow, bounds are infinite.
void Collider::Data::set_motion(bounds::PoseMotion& motion, const skinning::PosedSkin& pose,
                                const bounds::BoxSlack& slack, double reach) const {
  motion.skin = &pose;
  motion.deviation = slack.deviation;
  if (skin.skinning() != Skinning::linear && motion.maps.size() == 0) {
    motion.maps = math::LazyArray<skinning::JointColumns>(skin.vertex_count());
  }
  if (motion.epoch == math::LazyStamps::kLastEpoch) {
    motion.maps.clear();
    motion.epoch = 0;
  }
  ++motion.epoch;
  motion.joints.clear();
  motion.joints.reserve(skin.joint_count());
  // Similar joints stretch alike.
  const bool similar = skin.skinning() != Skinning::linear && !pose.rigid().stretches();
  const float scale =
      similar ? math::rounded_up(double{pose.rigid().scale()} * (1.0 + pose.rigid().defect())) : 0;
  for (std::uint32_t j = 0; j < skin.joint_count(); ++j) {
    const Affine a = skinning::to_affine(pose.joint(j));
    motion.joints.emplace_back(a, similar ? scale : math::largest_stretch(a));
  }
  motion.morph_weights.clear();
  for (std::uint32_t m = 0; m < skin.morph_target_count(); ++m) {
    motion.morph_weights.push_back(pose.morph_weight(m));
  }

  constexpr double kUlp = 0x1p-24;
  constexpr double kRootOf3 = 1.7320508076;
  constexpr auto kJoints = static_cast<double>(bounds::kMostJoints);
  const double per_axis =
      reach * (kUlp * (double(skin.roundings()) + 6 + 2 + kJoints) + 4 * weight_error) +
      2 * slack.deviation.error;
  const double relative = kUlp * (4 + kJoints + double(skin.morph_target_count()) + 7 + 5);
  motion.growth = math::rounded_up(1 + 1.1 * relative);
  motion.slack =
      std::isinf(slack.base) ? slack.base : math::rounded_up(1.1 * kRootOf3 * per_axis + 0x1p-60);
}

Skinning Collider::skinning() const {
  return data_->skin.skinning();
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

std::size_t Collider::meshlet_count() const {
  return data_->meshlets.meshlets.size();
}

std::size_t Collider::sphere_count() const {
  return data_->spheres().tree.nodes.size();
}

Collider::Bytes Collider::bytes() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  const bounds::Spheres* const spheres = data_->lazy_spheres.baked();
  return {.skin = data_->skin.byte_count(),
          .triangles = bytes(data_->triangles),
          .meshlets = data_->meshlets.byte_count(),
          .boxes = bytes(data_->box_tree.nodes) + data_->box_refit.byte_count() +
                   data_->root_box.byte_count(),
          .spheres = spheres == nullptr ? 0 : spheres->byte_count()};
}

std::size_t Collider::byte_count() const {
  const Bytes all = bytes();
  return sizeof(Data) + all.skin + all.triangles + all.meshlets + all.boxes;
}

std::string bounds::why_not(const Model& model, Skinning skinning) {
  if (skinning == Skinning::linear) return "";
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    const std::size_t count = model.influences.of(v).size();
    if (count <= skinning::kMostJointsInSet) continue;
    return "vertex " + std::to_string(v) + " has " + std::to_string(count) + " influences, and " +
           std::string(to_string(skinning)) + " skinning takes " +
           std::to_string(skinning::kMostJointsInSet) + " at most";
  }
  return "";
}

Result<Collider> bake(const Model& model, const BakeOptions& options) {
  const math::DefinedFloatMode mode;
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  if (model.triangles.size() >= 1U << 31U) return Error{"the model has 2^31 triangles or more"};
  if (const std::string reason = bounds::why_not(model, options.skinning); !reason.empty()) {
    return Error{reason};
  }
  if (!(options.collapse > 0)) return Error{"BakeOptions::collapse must be greater than 0"};
  if (options.meshlet_size < 8 || options.meshlet_size > bounds::kMostInMeshlet) {
    return Error{"BakeOptions::meshlet_size must be 8 to " +
                 std::to_string(bounds::kMostInMeshlet)};
  }
  return Collider(std::make_shared<const Collider::Data>(weld(model), options));
}

}  // namespace dermis
