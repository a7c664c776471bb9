// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/executor.h"
#include "dermis/base/names.h"
#include "dermis/base/result.h"
#include "dermis/collider/collider.h"
#include "dermis/query/character.h"
#include "dermis/triangle/pairs.h"

/// @defgroup spheres spheres
/// The papers' engine, complete and apart: the reference for papers 1 and 2.
/// docs/papers.md has their tables.

/// A tree of spheres with one triangle per leaf, refitted from joint matrices on demand (Kavan and
/// Žára 2005). dermis::find_pairs() gives the same answers faster.
namespace dermis::spheres {

/// The choice of the center of a refitted sphere.
enum class RefitCenter : std::uint32_t {
  mid_range,  ///< the middle of the box around the enclosed centers
  average,    ///< their average, as in the papers; gives larger spheres
};

/// Options of spheres::bake().
struct SphereOptions {
  /// An inner node whose radius exceeds this share of its parent's radius is removed, and its
  /// children move up to the parent. Above 0. With values of 1 and more, no node is removed, and
  /// the tree stays binary. The papers use 0.6.
  float collapse = 0.6F;
  RefitCenter center = RefitCenter::mid_range;  ///< the center of refitted spheres
  Executor* executor = nullptr;                 ///< null: default_executor()
};

/// Returns a collider with the same data and a sphere tree. Refuses options out of range. A
/// collider without spheres::bake() gets a tree with default options when a function of this header
/// first needs it, on the default executor.
Result<Collider> bake(const Collider& collider, const SphereOptions& options = {});

/// The number of spheres of the collider's tree. Bakes the tree if there is none.
std::size_t sphere_count(const Collider& collider);
/// Memory of the collider's tree in bytes; 0 if there is none.
std::size_t byte_count(const Collider& collider);

/// The first problem of the collider's sphere tree, as one sentence. Empty: no problem.
std::vector<std::string> validate(const Collider& collider);

/// The way to refit the bounds of the tree. All give the same answers.
enum class Refit {
  on_demand,          ///< spheres, from joint matrices, when the traversal reaches them
  bottom_up_spheres,  ///< all vertices are deformed, then all spheres refitted from the leaves up
  bottom_up_boxes,    ///< the same with axis-aligned boxes
};

/// Options of spheres::find_pairs() and spheres::find_any_pair().
struct PairOptions {
  Refit refit = Refit::on_demand;  ///< affects the time it takes, not the result
};

/// The pairs of dermis::find_pairs(), by this engine.
Pairs find_pairs(const Character& a, const Character& b, const PairOptions& options = {});
/// The same with your own vector. It is cleared first; the pairs are sorted.
QueryStats find_pairs(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                      const PairOptions& options = {});

/// Finds some pair, like dermis::find_any_pair(), but not necessarily the same one.
Pairs find_any_pair(const Character& a, const Character& b, const PairOptions& options = {});
/// The same with your own vector. It is cleared first; then it has one element or none.
QueryStats find_any_pair(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                         const PairOptions& options = {});

}  // namespace dermis::spheres

template <>
struct dermis::EnumTable<dermis::spheres::RefitCenter> {
  static constexpr std::string_view kNoun = "center";
  static constexpr Named<spheres::RefitCenter> kNames[] = {
      {spheres::RefitCenter::mid_range, "mid-range"}, {spheres::RefitCenter::average, "average"}};
};
