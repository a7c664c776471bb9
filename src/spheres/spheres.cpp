// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/spheres/spheres.h"

#include <memory>
#include <utility>

#include "base/float_mode.h"
#include "base/parallel.h"
#include "spheres/sphere_data.h"

namespace dermis::spheres {

namespace {

/// A model with the parts that spheres need.
Model model_of(const Collider::Data& data) {
  const skinning::SkinData& skin = data.skin;
  Model model;
  model.triangles = data.triangles;
  model.morph_targets = skin.morph_targets();
  model.positions.reserve(skin.vertex_count());
  for (std::size_t v = 0; v < skin.vertex_count(); ++v) {
    model.positions.push_back(skin.position(v));
    model.influences.add_vertex(skin.influences(v));
  }
  return model;
}

}  // namespace

SphereData::SphereData(const Collider::Data& data, const SphereOptions& options)
    : SphereData(model_of(data), data.skin, options) {}

SphereData::SphereData(const Model& model, const skinning::SkinData& skin,
                       const SphereOptions& options)
    : tree(build_sphere_tree(model.positions, model.triangles, options.collapse)),
      groups(tree),
      refit(model, skin, tree, groups, {}),
      center(options.center) {}

std::size_t SphereData::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return bytes(tree.nodes) + bytes(tree.triangles) + bytes(groups.groups) + bytes(groups.links) +
         refit.byte_count();
}

const SphereData& spheres_of(const Collider& collider) {
  return Internals::state(collider).attached.get<SphereData>([&] {
    const base::DefinedFloatMode mode;
    return std::make_shared<SphereData>(data_of(collider), SphereOptions{});
  });
}

Result<Collider> bake(const Collider& collider, const SphereOptions& options) {
  if (!(options.collapse > 0)) return Error{"SphereOptions::collapse must be greater than 0"};
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(options.executor);
  return with_attachment(collider, std::make_shared<SphereData>(data_of(collider), options));
}

std::size_t sphere_count(const Collider& collider) {
  return spheres_of(collider).tree.nodes.size();
}

std::size_t byte_count(const Collider& collider) {
  const auto* const baked = Internals::state(collider).attached.find<SphereData>();
  return baked == nullptr ? 0 : baked->byte_count();
}

}  // namespace dermis::spheres
