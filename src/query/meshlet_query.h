// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/query/pair_cache.h"
#include "query/character_state.h"
#include "query/triangle_queue.h"

namespace dermis::query {

/// Finds the pairs of triangles of two characters whose boxes overlap, by their trees of boxes, and
/// hands them to the queue. With a cache, where the last pair was found is tried first. Callers
/// hold a DefinedFloatMode.
void find_by_meshlets(const Character::State& a, const Character::State& b, TriangleQueue& queue,
                      QueryStats& stats, PairCache* cache);

/// Deforms all meshlets that the pose has not seen yet.
void deform_all_meshlets(const Character::State& state, QueryStats& stats);

/// Also refits all boxes from the bottom up, once per pose: the eager method's first step.
void pose_all_meshlets(const Character::State& state, QueryStats& stats);

}  // namespace dermis::query
