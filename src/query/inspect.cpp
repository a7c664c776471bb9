// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/inspect.h"

#include <span>

#include "bounds/enclosing_ball.h"
#include "math/float_mode.h"
#include "query/character_state.h"

namespace dermis {

std::vector<InspectedSphere> inspect_spheres(const Character& character) {
  const math::DefinedFloatMode mode;
  const Character::State& state = character.state();
  if (state.epoch == 0) return {};  // too large for any pose
  const query::SphereCache& cache = state.spheres();
  const bounds::Spheres& spheres = cache.spheres();
  QueryStats stats;
  const query::EagerMesh& mesh = cache.eager(query::SphereCache::Eager::spheres, stats);

  std::vector<InspectedSphere> result(spheres.tree.nodes.size());
  for (std::uint32_t g = 0; g < spheres.groups.groups.size(); ++g) {
    const auto& [first_node, node_count, first_block] = spheres.groups.groups[g];
    for (std::uint32_t i = 0; i < node_count; ++i) {
      const std::uint32_t block = first_block + i / 4;
      InspectedSphere& sphere = result[first_node + i];
      const auto refit = [&](RefitCentre centre) {
        return spheres.refit.refit(block, cache.motion(), centre).get(i % 4);
      };
      sphere.on_demand = refit(RefitCentre::mid_range);
      sphere.on_demand_average = refit(RefitCentre::average);
      sphere.bottom_up = mesh.spheres()[block].get(i % 4);
      sphere.looked_at = cache.looked_at(g);
    }
  }
  if (!result.empty()) result[0].level = 1;
  std::vector<Vec3> points;
  for (std::size_t n = 0; n < result.size(); ++n) {
    const bounds::SphereTree::Node& node = spheres.tree.nodes[n];
    result[n].reference = node.rest;
    for (std::uint32_t c = 0; c < node.child_count; ++c) {
      result[node.first_child + c].level = result[n].level + 1;
    }
    points.clear();
    for (const std::uint32_t t :
         std::span(spheres.tree.triangles).subspan(node.first_triangle, node.triangle_count)) {
      for (const std::uint32_t v : state.data->triangles[t]) points.push_back(mesh.vertices()[v]);
    }
    result[n].best = bounds::enclosing_ball(points);
  }
  return result;
}

}  // namespace dermis
