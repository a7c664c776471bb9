// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/query/pair_cache.h"
#include "query/character_state.h"
#include "triangle/pair_queue.h"

namespace dermis::query {

/// Finds the pairs of triangles of two characters whose boxes overlap, by a descent of both box
/// trees, and adds them to the queue. If `cache` is not null and one pair is enough, the meshlets
/// of the last pair are tested first.
void search_pairs(const Character::State& a, const Character::State& b, triangle::PairQueue& queue,
                  QueryStats& stats, PairCache* cache);

/// Deforms all meshlets that are not yet deformed in this pose.
void deform_all_meshlets(const Character::State& state, QueryStats& stats);

/// Also refits all boxes from the leaves up, once per pose.
void pose_all_meshlets(const Character::State& state, QueryStats& stats);

}  // namespace dermis::query
