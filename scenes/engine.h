// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "dermis/base/names.h"
#include "dermis/query/find_pairs.h"

namespace dermis::scenes {

/// The engines that the program and the benchmarks compare. All give the same pairs.
enum class Engine {
  meshlets,           ///< dermis::find_pairs()
  eager,              ///< the same after dermis::refit_all()
  on_demand_spheres,  ///< dermis::spheres, Refit::on_demand
  bottom_up_spheres,  ///< dermis::spheres, Refit::bottom_up_spheres
  bottom_up_boxes,    ///< dermis::spheres, Refit::bottom_up_boxes
  brute_force,        ///< dermis::brute_force on all posed vertices
};

/// The pairs of two characters by an engine. Only Engine::meshlets uses the options.
Pairs find_pairs(const Character& a, const Character& b, Engine engine,
                 const PairOptions& options = {});
QueryStats find_pairs(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                      Engine engine, const PairOptions& options = {});
/// One of these pairs, if there is any.
Pairs find_any_pair(const Character& a, const Character& b, Engine engine,
                    const PairOptions& options = {});
QueryStats find_any_pair(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                         Engine engine, const PairOptions& options = {});

}  // namespace dermis::scenes

namespace dermis {

template <>
struct EnumTable<scenes::Engine> {
  static constexpr std::string_view kNoun = "method";
  static constexpr Named<scenes::Engine> kNames[] = {
      {scenes::Engine::meshlets, "meshlets"},
      {scenes::Engine::eager, "eager"},
      {scenes::Engine::on_demand_spheres, "on-demand-spheres"},
      {scenes::Engine::bottom_up_spheres, "bottom-up-spheres"},
      {scenes::Engine::bottom_up_boxes, "bottom-up-boxes"},
      {scenes::Engine::brute_force, "brute-force"}};
};

}  // namespace dermis
