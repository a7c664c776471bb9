// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "collider/collider_data.h"
#include "dermis/spheres/spheres.h"
#include "spheres/sphere_groups.h"
#include "spheres/sphere_refit.h"
#include "spheres/sphere_tree.h"

namespace dermis::spheres {

/// The baked data of the sphere engine: attached to a Collider.
struct SphereData {
  SphereData(const Collider::Data& data, const SphereOptions& options);

  SphereTree tree;
  SphereGroups groups;
  SphereRefit refit;
  RefitCenter center;

  [[nodiscard]] std::size_t byte_count() const;

 private:
  SphereData(const Model& model, const skinning::SkinData& skin, const SphereOptions& options);
};

/// The sphere data of a collider, baked with default options if there is none. While one thread
/// bakes, others wait.
const SphereData& spheres_of(const Collider& collider);

}  // namespace dermis::spheres
