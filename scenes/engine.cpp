// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/engine.h"

#include <utility>

#include "dermis/query/brute_force.h"
#include "dermis/spheres/spheres.h"

namespace dermis::scenes {

namespace {

enum class Wanted { all, any };

QueryStats by_spheres(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                      Wanted wanted, spheres::Refit refit) {
  return wanted == Wanted::any ? spheres::find_any_pair(a, b, pairs, {.refit = refit})
                               : spheres::find_pairs(a, b, pairs, {.refit = refit});
}

QueryStats by_brute_force(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                          Wanted wanted) {
  const std::vector<Vec3> vertices_a = posed_vertices(a);
  const std::vector<Vec3> vertices_b = posed_vertices(b);
  const PosedMesh mesh_a{vertices_a, a.collider().triangles()};
  const PosedMesh mesh_b{vertices_b, b.collider().triangles()};
  Pairs found = wanted == Wanted::any ? brute_force::find_any_pair(mesh_a, mesh_b)
                                      : brute_force::find_pairs(mesh_a, mesh_b);
  pairs = std::move(found.pairs);
  found.stats.vertices_deformed = vertices_a.size() + vertices_b.size();
  return found.stats;
}

QueryStats find(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                Wanted wanted, Engine engine, const PairOptions& options) {
  const auto by_meshlets = [&](const PairOptions& chosen) {
    return wanted == Wanted::any ? dermis::find_any_pair(a, b, pairs, chosen)
                                 : dermis::find_pairs(a, b, pairs, chosen);
  };
  switch (engine) {
    case Engine::meshlets:
      break;
    case Engine::eager: {
      QueryStats stats = refit_all(a);
      stats += refit_all(b);
      return stats += by_meshlets({});
    }
    case Engine::on_demand_spheres:
      return by_spheres(a, b, pairs, wanted, spheres::Refit::on_demand);
    case Engine::bottom_up_spheres:
      return by_spheres(a, b, pairs, wanted, spheres::Refit::bottom_up_spheres);
    case Engine::bottom_up_boxes:
      return by_spheres(a, b, pairs, wanted, spheres::Refit::bottom_up_boxes);
    case Engine::brute_force:
      return by_brute_force(a, b, pairs, wanted);
  }
  return by_meshlets(options);
}

}  // namespace

QueryStats find_pairs(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                      Engine engine, const PairOptions& options) {
  return find(a, b, pairs, Wanted::all, engine, options);
}

QueryStats find_any_pair(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                         Engine engine, const PairOptions& options) {
  return find(a, b, pairs, Wanted::any, engine, options);
}

Pairs find_pairs(const Character& a, const Character& b, Engine engine,
                 const PairOptions& options) {
  Pairs result;
  result.stats = find_pairs(a, b, result.pairs, engine, options);
  return result;
}

Pairs find_any_pair(const Character& a, const Character& b, Engine engine,
                    const PairOptions& options) {
  Pairs result;
  result.stats = find_any_pair(a, b, result.pairs, engine, options);
  return result;
}

}  // namespace dermis::scenes
