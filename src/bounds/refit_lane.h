// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "bounds/sphere_tree.h"
#include "dermis/model/model.h"
#include "dermis/skinning/skin.h"

namespace dermis::bounds {

using Corner = std::map<std::uint32_t, float>;  ///< a weight per joint
using Vertices = std::vector<std::uint32_t>;

/// Vertices of one joint set, by corners around their weights.
struct LanePart {
  std::uint32_t joint_set = 0;
  std::vector<std::vector<float>> corners;  ///< weights of the set's joints, in their order
};

/// What the refit of one node is baked from; see SphereRefit.
struct RefitLane {
  Ball rest;
  Vertices vertices;
  std::vector<Corner> corners;  ///< none: too many
  /// Where joints are not blended linearly. None: too many.
  Vertices with_different_weights;   ///< one vertex for each
  std::vector<LanePart> joint_sets;  ///< of spherical skins only
};

RefitLane refit_lane(const Model& model, const Skin& skin, const SphereTree& tree,
                     const SphereTree::Node& node);

/// That have a weight in one of the corners.
std::set<std::uint32_t> joints_of(std::span<const RefitLane> lanes);

}  // namespace dermis::bounds
