// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/query/character.h"
#include "dermis/query/contacts.h"
#include "dermis/query/method.h"
#include "dermis/query/pair_cache.h"

namespace dermis {

struct QueryOptions {
  Method method = Method::meshlets;
  PairCache* cache = nullptr;  ///< for Method::meshlets, if the same two are asked again and again
};

/// All pairs of triangles of two characters that share a point, exactly: what brute force finds on
/// their posed vertices. Rigid things and scenery are characters with one joint.
Contacts find_all(const Character& a, const Character& b, const QueryOptions& options = {});
/// The same into the caller's vector, sorted: asked again and again, the default method allocates
/// nothing.
QueryStats find_all(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                    const QueryOptions& options = {});

/// One of those pairs, if there is one: any of them.
Contacts find_any(const Character& a, const Character& b, const QueryOptions& options = {});
QueryStats find_any(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                    const QueryOptions& options = {});

/// Deforms all meshlets of a character and computes all boxes of triangles now: what the eager
/// method begins with. Queries do it piece by piece, where they look.
QueryStats deform_all(const Character& character);

}  // namespace dermis
