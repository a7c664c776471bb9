// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/collider/collider.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/float_mode.h"
#include "base/parallel.h"
#include "collider/collider_data.h"
#include "collider/meshlet_tree.h"
#include "dermis/base/counted.h"
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
      bind(dermis::bind_pose(model)),
      skin(model, options.skinning),
      triangles(model.triangles),
      weight_error(largest_weight_error(model.influences)),
      root_box(skin) {
  bind.morph_weights.assign(bind.morph_weights.size(), 0);
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

Collider::Data::Data(const Model& model, collider::ColliderNames own_names, Pose bind_pose,
                     skinning::SkinData baked_skin, const collider::Patches& patches,
                     collider::BoxTree tree, collider::BoxRefit refit)
    : names(std::move(own_names)),
      bind(std::move(bind_pose)),
      skin(std::move(baked_skin)),
      triangles(model.triangles),
      weight_error(largest_weight_error(model.influences)),
      meshlets(collider::make_meshlets(skin, triangles, patches)),
      box_tree(std::move(tree)),
      box_refit(std::move(refit)),
      root_box(skin) {}

Collider::Collider(std::shared_ptr<State> state) : state_(std::move(state)) {}

Skinning Collider::skinning() const {
  return state_->data->skin.skinning();
}

std::size_t Collider::triangle_count() const {
  return state_->data->triangles.size();
}

std::size_t Collider::vertex_count() const {
  return state_->data->skin.vertex_count();
}

std::size_t Collider::joint_count() const {
  return state_->data->skin.joint_count();
}

std::size_t Collider::morph_target_count() const {
  return state_->data->skin.morph_target_count();
}

std::size_t Collider::meshlet_count() const {
  return state_->data->meshlets.meshlets.size();
}

std::span<const Triangle> Collider::triangles() const {
  return state_->data->triangles;
}

const std::string& Collider::name() const {
  return state_->data->names.model;
}

float Collider::metres_per_unit() const {
  return state_->data->names.metres_per_unit;
}

std::span<const Collider::PartRange> Collider::parts() const {
  return state_->data->names.parts;
}

std::uint32_t Collider::part_of(std::uint32_t triangle) const {
  assert(triangle < triangle_count());
  const auto& parts = state_->data->names.parts;
  const auto next = std::ranges::upper_bound(parts, triangle, {}, &PartRange::first_triangle);
  return static_cast<std::uint32_t>(next - parts.begin()) - 1;
}

const std::string& Collider::joint_name(std::uint32_t joint) const {
  assert(joint < joint_count());
  return state_->data->skin.joint_name(joint);
}

const std::string& Collider::morph_target_name(std::uint32_t target) const {
  assert(target < morph_target_count());
  return state_->data->skin.morph_targets()[target].name;
}

std::uint32_t Collider::joint_parent(std::uint32_t joint) const {
  assert(joint < joint_count());
  return state_->data->skin.joint_rests()[joint].parent;
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
  assert(triangle < triangle_count());
  std::vector<std::uint32_t> joints;
  for (const std::uint32_t v : state_->data->triangles[triangle]) {
    for (const Influence& i : state_->data->skin.influences(v)) joints.push_back(i.joint);
  }
  std::ranges::sort(joints);
  const auto rest = std::ranges::unique(joints);
  joints.erase(rest.begin(), rest.end());
  return joints;
}

const LimbTable& Collider::limbs() const {
  return *state_->limbs;
}

const Pose& Collider::bind_pose() const {
  return state_->data->bind;
}

Bounds Collider::rest_bounds() const {
  std::vector<Vec3> vertices = state_->data->skin.positions();
  // Refused only if a vertex could overflow; Character::make() reports that.
  static_cast<void>(state_->data->skin.deform(state_->data->bind, vertices));
  math::Box box = math::Box::empty();
  for (const Vec3& v : vertices) box.include(v);
  return {box.low, box.high};
}

Collider::Bytes Collider::bytes() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return {.skin = state_->data->skin.byte_count(),
          .triangles = bytes(state_->data->triangles),
          .meshlets = state_->data->meshlets.byte_count(),
          .boxes = bytes(state_->data->box_tree.nodes) + state_->data->box_refit.byte_count() +
                   state_->data->root_box.byte_count(),
          .names = bytes(state_->data->names.parts) + bytes(state_->limbs->limbs) +
                   bytes(state_->limbs->joint_limbs) + bytes(state_->limbs->triangle_limbs) +
                   bytes(state_->data->bind.joints)};
}

std::size_t Collider::byte_count() const {
  const Bytes all = bytes();
  return sizeof(Data) + all.skin + all.triangles + all.meshlets + all.boxes + all.names;
}

std::string collider::why_not(const Model& model, Skinning skinning) {
  if (skinning == Skinning::linear) return "";
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    const std::size_t count = model.influences.of(v).size();
    if (count <= skinning::kMostJointsInSet) continue;
    return "vertex " + std::to_string(v) + " has " + counted(count, "influence") + ", and " +
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
  if (options.meshlet_size < collider::kLeastMeshletSize ||
      options.meshlet_size > collider::kMostInMeshlet) {
    return Error{"BakeOptions::meshlet_size must be " +
                 std::to_string(collider::kLeastMeshletSize) + " to " +
                 std::to_string(collider::kMostInMeshlet) + ", not " +
                 std::to_string(options.meshlet_size)};
  }
  auto names = collider::names_of(model, options.limbs);
  if (!names) return names.error();
  return collider_of(
      std::make_shared<const Collider::Data>(weld(model), std::move(*names), options));
}

}  // namespace dermis
