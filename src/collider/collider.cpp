// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/collider/collider.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/float_mode.h"
#include "base/parallel.h"
#include "collider/collider_data.h"
#include "collider/meshlet_tree.h"
#include "dermis/model/pose.h"
#include "dermis/model/validate.h"
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

/// The vertices in the rest pose, and at two times of the first clip. Vertices that are close
/// together in all of them move together.
std::vector<std::vector<Vec3>> sampled_vertices(const Model& model,
                                                const skinning::SkinData& skin) {
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

Collider::Data::Data(const Model& model, collider::ColliderNames own_names,
                     const BakeOptions& options)
    : names(std::move(own_names)),
      skin(model, options.skinning),
      triangles(model.triangles),
      weight_error(largest_weight_error(model.influences)),
      root_box(skin) {
  // Share of the progress: cutting takes most of the time.
  constexpr double kCutting = 0.8;
  const auto part = [&](double from, double to) -> std::function<void(double)> {
    if (!options.progress) return {};
    return [&options, from, to](double share) { options.progress(from + (to - from) * share); };
  };
  collider::MeshletTree baked = collider::build_meshlet_tree(
      triangles, sampled_vertices(model, skin), options.meshlet_size, part(0, kCutting));
  box_tree = std::move(baked.tree);
  meshlets = collider::make_meshlets(skin, triangles, baked.patches);
  box_refit = collider::BoxRefit(skin, meshlets, box_tree, part(kCutting, 1));
}

Collider::Data::Data(const Model& model, collider::ColliderNames own_names,
                     skinning::SkinData baked_skin, const collider::Patches& patches,
                     collider::BoxTree tree, collider::BoxRefit refit)
    : names(std::move(own_names)),
      skin(std::move(baked_skin)),
      triangles(model.triangles),
      weight_error(largest_weight_error(model.influences)),
      meshlets(collider::make_meshlets(skin, triangles, patches)),
      box_tree(std::move(tree)),
      box_refit(std::move(refit)),
      root_box(skin) {}

Collider::Collider(std::shared_ptr<const Data> data)
    : data_(std::move(data)), attached_(std::make_shared<base::Attachments>()) {}

// With u = 2⁻²⁴ and R, the reach: a coordinate of a posed vertex has an error of u R for each of
// the kernel's roundings, and of e R if the sum of the weights differs from 1 by e. The error of a
// box itself is a number of u R, which is in its record (box_refit.h). A tenth more covers the
// products of these small numbers.
collider::BoxSlack Collider::Data::box_slack(const skinning::PosedSkin& posed, const Pose& pose,
                                             double reach,
                                             std::vector<math::Float8>& squared_images) const {
  constexpr double kUlp = 0x1p-24;
  // If sums could overflow, boxes are infinite; if blending is not linear, also if squares could.
  const double largest_reach = skin.skinning() == Skinning::linear ? 0x1p+120 : 0x1p+50;
  constexpr collider::BoxSlack kUnknown{std::numeric_limits<float>::infinity(), 0, {}};
  if (reach > largest_reach) return kUnknown;
  collider::Deviation deviation = collider::deviation_of(posed, pose, reach);
  if (!(std::max({deviation.error, deviation.shear, deviation.extra}) < 0x1p+50F)) return kUnknown;
  root_box.pairs().find_most(posed, deviation, squared_images);
  // The blended rotation does not depend on the error of the weights, but the linear blend and the
  // blend of the rotation centre do. So the error counts several times.
  const double misses = skin.skinning() == Skinning::linear ? 1 : 4;
  const double base = 1.1 * reach * (kUlp * double(skin.roundings()) + misses * weight_error);
  return {static_cast<float>(base + deviation.error + 0x1p-100),
          static_cast<float>(1.1 * reach * kUlp), deviation};
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

std::span<const Triangle> Collider::triangles() const {
  return data_->triangles;
}

const std::string& Collider::name() const {
  return data_->names.model;
}

std::span<const Collider::PartRange> Collider::parts() const {
  return data_->names.parts;
}

std::uint32_t Collider::part_of(std::uint32_t triangle) const {
  const auto& parts = data_->names.parts;
  const auto next = std::ranges::upper_bound(parts, triangle, {}, &PartRange::first_triangle);
  return static_cast<std::uint32_t>(next - parts.begin()) - 1;
}

const std::string& Collider::joint_name(std::uint32_t joint) const {
  return data_->skin.joint_name(joint);
}

std::uint32_t Collider::joint_parent(std::uint32_t joint) const {
  return data_->skin.joint_rests()[joint].parent;
}

Result<std::uint32_t> Collider::find_joint(std::string_view name) const {
  std::vector<std::string> names;
  for (std::uint32_t j = 0; j < joint_count(); ++j) {
    if (joint_name(j) == name) return j;
    names.push_back(joint_name(j));
  }
  return unknown_name("joint", name, names);
}

std::vector<std::uint32_t> Collider::joints_of(std::uint32_t triangle) const {
  std::vector<std::uint32_t> joints;
  for (const std::uint32_t v : data_->triangles[triangle]) {
    for (const Influence& i : data_->skin.influences(v)) joints.push_back(i.joint);
  }
  std::ranges::sort(joints);
  const auto rest = std::ranges::unique(joints);
  joints.erase(rest.begin(), rest.end());
  return joints;
}

const LimbTable& Collider::limbs() const {
  return data_->names.limbs;
}

Bounds Collider::rest_bounds() const {
  math::Box box = math::Box::empty();
  for (std::size_t v = 0; v < vertex_count(); ++v) box.include(data_->skin.position(v));
  return {box.low, box.high};
}

Collider::Bytes Collider::bytes() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return {.skin = data_->skin.byte_count(),
          .triangles = bytes(data_->triangles),
          .meshlets = data_->meshlets.byte_count(),
          .boxes = bytes(data_->box_tree.nodes) + data_->box_refit.byte_count() +
                   data_->root_box.byte_count()};
}

std::size_t Collider::byte_count() const {
  const Bytes all = bytes();
  return sizeof(Data) + all.skin + all.triangles + all.meshlets + all.boxes;
}

std::string collider::why_not(const Model& model, Skinning skinning) {
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
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(options.executor);
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  if (model.triangles.size() >= 1U << 31U) return Error{"the model has 2^31 triangles or more"};
  if (const std::string reason = collider::why_not(model, options.skinning); !reason.empty()) {
    return Error{reason};
  }
  if (options.meshlet_size < 8 || options.meshlet_size > collider::kMostInMeshlet) {
    return Error{"BakeOptions::meshlet_size must be 8 to " +
                 std::to_string(collider::kMostInMeshlet)};
  }
  auto names = collider::names_of(model, options.limbs);
  if (!names) return names.error();
  return Internals::make<Collider>(
      std::make_shared<const Collider::Data>(weld(model), std::move(*names), options));
}

}  // namespace dermis
