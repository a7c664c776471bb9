// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/spheres/inspect.h"

#include <span>

#include "base/float_mode.h"
#include "math/enclosing_ball.h"
#include "spheres/sphere_cache.h"

namespace dermis::spheres {

std::vector<InspectedSphere> inspect(const Character& character) {
  const base::DefinedFloatMode mode;
  const SphereCache& cache = cache_of(character);
  const SphereData& spheres = cache.spheres();
  const std::span<const Triangle> triangles = character.collider().triangles();
  QueryStats stats;
  const EagerMesh& mesh = cache.eager(SphereCache::Eager::spheres, stats);

  std::vector<InspectedSphere> result(spheres.tree.nodes.size());
  for (std::uint32_t g = 0; g < spheres.groups.groups.size(); ++g) {
    const auto& [first_node, node_count, first_block] = spheres.groups.groups[g];
    for (std::uint32_t i = 0; i < node_count; ++i) {
      const std::uint32_t block = first_block + i / 4;
      InspectedSphere& sphere = result[first_node + i];
      const auto refit = [&](RefitCenter center) {
        return spheres.refit.refit(block, cache.motion(), center).get(i % 4);
      };
      sphere.on_demand = refit(RefitCenter::mid_range);
      sphere.on_demand_average = refit(RefitCenter::average);
      sphere.bottom_up = mesh.spheres()[block].get(i % 4);
      sphere.refitted = cache.is_refitted(g);
    }
  }
  if (!result.empty()) result[0].level = 1;
  std::vector<Vec3> points;
  for (std::size_t n = 0; n < result.size(); ++n) {
    const SphereTree::Node& node = spheres.tree.nodes[n];
    result[n].reference = node.rest;
    for (std::uint32_t c = 0; c < node.child_count; ++c) {
      result[node.first_child + c].level = result[n].level + 1;
    }
    points.clear();
    for (const std::uint32_t t :
         std::span(spheres.tree.triangles).subspan(node.first_triangle, node.triangle_count)) {
      for (const std::uint32_t v : triangles[t]) points.push_back(mesh.vertices()[v]);
    }
    result[n].best = math::enclosing_ball(points);
  }
  return result;
}

}  // namespace dermis::spheres
