// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dermis/query/pair_cache.h"
#include "scenes/engine.h"
#include "scenes/scene.h"

namespace dermis::app {

/// A participant of a comparison: a method, or a variant of one.
struct Contender {
  enum class Kind {
    query,      ///< the method as it is
    coherent,   ///< with a PairCache from frame to frame
    skin_only,  ///< no query: deforms everything, the minimum cost of every eager method
  };
  std::string name;
  scenes::Engine method = scenes::Engine::meshlets;
  Kind kind = Kind::query;
};

/// Parses the name of a method, or "meshlets-coherent" or "skin-only"; the error lists all names.
Result<Contender> contender_named(const std::string& name);

/// The contenders of a bench without --method, in the order of its rows.
std::vector<Contender> default_contenders();

/// The pairs of every two characters of a scene. Reused from frame to frame, as a caller would
/// reuse its vectors.
struct Answer {
  std::vector<std::vector<TrianglePair>> found;
  std::vector<PairCache> caches;
  QueryStats stats;
  double ms = 0;

  [[nodiscard]] std::size_t contacts() const;
};

using Cast = std::vector<Character>;

/// Makes the characters of a scene; `colliders` are those of its models.
Cast make_cast(const scenes::Scene& scene, const std::vector<Collider>& colliders);

/// Poses the characters and queries every two of them: for all pairs, or for one if `any`.
void ask(Cast& cast, const std::vector<Pose>& poses, const Contender& contender, bool any,
         Answer& answer);

}  // namespace dermis::app
