// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/spheres.h"

#include "bounds/parallel.h"
#include "math/float_mode.h"

namespace dermis::bounds {

namespace {

/// As much of a model as spheres need.
Model model_of(const Skin& skin, std::span<const Triangle> triangles) {
  Model model;
  model.triangles.assign(triangles.begin(), triangles.end());
  model.morph_targets = skin.morph_targets();
  model.positions.reserve(skin.vertex_count());
  for (std::size_t v = 0; v < skin.vertex_count(); ++v) {
    model.positions.push_back(skin.position(v));
    model.influences.add_vertex(skin.influences(v));
  }
  return model;
}

}  // namespace

Spheres::Spheres(const Model& model, const Skin& skin, const SphereOptions& options)
    : tree(build_sphere_tree(model.positions, model.triangles, options.collapse)),
      groups(tree),
      refit(model, skin, tree, groups, {}),
      centre(options.centre) {}

std::size_t Spheres::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return bytes(tree.nodes) + bytes(tree.triangles) + bytes(groups.groups) + bytes(groups.links) +
         refit.byte_count();
}

const Spheres& LazySpheres::of(const Skin& skin, std::span<const Triangle> triangles) const {
  if (const Spheres* const ready = baked()) return *ready;
  const std::lock_guard lock(baking_);
  if (owned_ == nullptr) {
    const math::DefinedFloatMode mode;
    isolated([&] {
      owned_ = std::make_unique<const Spheres>(model_of(skin, triangles), skin, options_);
    });
    spheres_.store(owned_.get(), std::memory_order_release);
  }
  return *owned_;
}

void LazySpheres::set(const Spheres& spheres) {
  owned_ = std::make_unique<const Spheres>(spheres);
  spheres_.store(owned_.get(), std::memory_order_release);
}

}  // namespace dermis::bounds
