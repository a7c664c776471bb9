// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "dermis/model/model.h"
#include "skinning/skin_data.h"
#include "spheres/sphere_tree.h"

namespace dermis::spheres {

using Corner = std::map<std::uint32_t, float>;  ///< a weight per joint
using Vertices = std::vector<std::uint32_t>;

/// The vertices of one joint set, given by corners around their weights.
struct LanePart {
  std::uint32_t joint_set = 0;
  std::vector<std::vector<float>> corners;  ///< weights of the set's joints, in their order
};

/// The input for baking the refit of one node; see SphereRefit.
struct RefitLane {
  Ball rest;
  Vertices vertices;
  std::vector<Corner> corners;  ///< empty: too many
  /// For blends that are not linear. Empty: too many.
  Vertices with_different_weights;   ///< one vertex for each different weight
  std::vector<LanePart> joint_sets;  ///< for spherical skins only
};

RefitLane refit_lane(const Model& model, const skinning::SkinData& skin, const SphereTree& tree,
                     const SphereTree::Node& node);

/// The joints that have a weight in one of the corners.
std::set<std::uint32_t> joints_of(std::span<const RefitLane> lanes);

}  // namespace dermis::spheres
