// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/query/character.h"
#include "dermis/query/pair_cache.h"
#include "dermis/triangle/pairs.h"

namespace dermis {

/// Options of find_pairs() and find_any_pair().
struct PairOptions {
  /// Speeds up repeated calls of find_any_pair() on the same two characters; find_pairs() ignores
  /// it. One per pair of characters and thread; may be null.
  PairCache* cache = nullptr;
};

/// All pairs of triangles of two characters that share a point, exactly: the pairs that
/// brute_force::find_pairs() finds on their posed vertices. Rigid objects and scenery are
/// characters with one joint. If `a` and `b` are the same object, the result has every triangle
/// with itself and with its neighbors; for self-collision, use brute_force::find_self_pairs().
Pairs find_pairs(const Character& a, const Character& b, const PairOptions& options = {});
/// The same with your own vector, to query every frame without allocating. It is cleared first; the
/// pairs are sorted.
QueryStats find_pairs(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                      const PairOptions& options = {});

/// Some pair, if there is one; which one is unspecified.
Pairs find_any_pair(const Character& a, const Character& b, const PairOptions& options = {});
/// The same with your own vector. It is cleared first; then it has one element or none.
QueryStats find_any_pair(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                         const PairOptions& options = {});

/// Deforms all meshlets of a character now. Without this call, each question deforms the meshlets
/// that it needs.
QueryStats deform_all(const Character& character);
/// Deforms all meshlets and refits all boxes, from the leaves up.
QueryStats refit_all(const Character& character);

}  // namespace dermis
