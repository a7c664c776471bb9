// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/refit_lane.h"

#include <algorithm>

#include "skinning/joint_sets.h"
#include "spheres/sphere_refit.h"
#include "spheres/weight_polytope.h"

namespace dermis::spheres {

namespace {

/// The vertices of a node's triangles, without duplicates.
Vertices vertices_of(const Model& model, const SphereTree& tree, const SphereTree::Node& node) {
  Vertices vertices;
  vertices.reserve(3 * std::size_t{node.triangle_count});
  for (const std::uint32_t t :
       std::span(tree.triangles).subspan(node.first_triangle, node.triangle_count)) {
    vertices.insert(vertices.end(), model.triangles[t].begin(), model.triangles[t].end());
  }
  std::ranges::sort(vertices);
  const auto rest = std::ranges::unique(vertices);
  vertices.erase(rest.begin(), rest.end());
  return vertices;
}

/// The corners of all weight polytopes of the vertices; empty if there are too many.
std::vector<Corner> polytope_corners(const Influences& influences, const Vertices& vertices) {
  std::vector<Corner> result;
  for (const WeightPolytope& polytope : weight_polytopes(influences, vertices)) {
    const std::size_t joint_count = polytope.joints.size();
    if (joint_count > kMostCornerJoints) return {};
    const std::vector<float> weights = corners(polytope);
    for (std::size_t i = 0; i < weights.size(); i += joint_count) {
      Corner& corner = result.emplace_back();
      for (std::size_t j = 0; j < joint_count; ++j) corner[polytope.joints[j]] = weights[i + j];
    }
    if (result.size() > kMostCorners) return {};
  }
  return result;
}

/// The different weights of the vertices, which can serve as corners, too; empty if there are more
/// than `most`.
std::vector<Corner> vertex_weights(const Influences& influences, const Vertices& vertices,
                                   std::size_t most) {
  std::set<Corner> result;
  for (const std::uint32_t v : vertices) {
    const WeightPolytope one = polytope_of(influences.of(v));
    Corner weights;
    for (std::size_t j = 0; j < one.joints.size(); ++j) {
      weights[one.joints[j]] = static_cast<float>(one.low[j]);
    }
    result.insert(std::move(weights));
    if (result.size() > most) return {};
  }
  return {result.begin(), result.end()};
}

/// One vertex for each different weight; empty if there are too many.
Vertices different_weights(const skinning::SkinData& skin, const Vertices& vertices) {
  Vertices result;
  for (const std::uint32_t v : vertices) {
    const bool is_new = std::ranges::none_of(result, [&](std::uint32_t other) {
      return std::ranges::equal(skin.influences(v), skin.influences(other));
    });
    if (is_new) result.push_back(v);
    if (result.size() > kMostInParts) return {};
  }
  return result;
}

/// A part for each joint set of the vertices; empty if there are too many sets or corners.
std::vector<LanePart> parts_by_sets(const Influences& influences, const skinning::SkinData& skin,
                                    const Vertices& vertices) {
  std::map<std::uint32_t, Vertices> by_set;
  for (const std::uint32_t v : vertices) by_set[skin.joint_sets().of_vertex(v)].push_back(v);
  if (by_set.size() > kMostInParts) return {};
  std::vector<LanePart> result;
  result.reserve(by_set.size());
  for (const auto& [set, own] : by_set) {
    LanePart& part = result.emplace_back(LanePart{set, {}});
    const std::vector<Corner> corners = polytope_corners(influences, own);
    if (corners.empty()) return {};
    for (const Corner& corner : corners) {
      std::vector<float>& weights = part.corners.emplace_back();
      for (const auto& [joint, weight] : corner) weights.push_back(weight);
    }
  }
  return result;
}

}  // namespace

RefitLane refit_lane(const Model& model, const skinning::SkinData& skin, const SphereTree& tree,
                     const SphereTree::Node& node) {
  RefitLane lane{node.rest, vertices_of(model, tree, node), {}, {}, {}};
  if (skin.skinning() != Skinning::linear) {
    lane.with_different_weights = different_weights(skin, lane.vertices);
  }
  if (skin.skinning() == Skinning::spherical) {
    lane.joint_sets = parts_by_sets(model.influences, skin, lane.vertices);
  }
  // For few vertices, the corners are the weights themselves. For many, they are the corners of the
  // polytopes or the weights, whichever are fewer.
  constexpr std::size_t kFew = 4;
  lane.corners = vertex_weights(model.influences, lane.vertices, kFew);
  if (!lane.corners.empty()) return lane;
  lane.corners = polytope_corners(model.influences, lane.vertices);
  const std::size_t most = lane.corners.empty() ? kMostCorners : lane.corners.size();
  auto weights = vertex_weights(model.influences, lane.vertices, most);
  if (!weights.empty()) lane.corners = std::move(weights);
  return lane;
}

std::set<std::uint32_t> joints_of(std::span<const RefitLane> lanes) {
  std::set<std::uint32_t> joints;
  for (const RefitLane& lane : lanes) {
    for (const Corner& corner : lane.corners) {
      for (const auto& [joint, weight] : corner) joints.insert(joint);
    }
  }
  return joints;
}

}  // namespace dermis::spheres
