// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/find_pairs.h"

#include <limits>

#include "base/float_mode.h"
#include "query/character_state.h"
#include "query/pair_search.h"
#include "triangle/pair_queue.h"

namespace dermis {

namespace {

QueryStats find(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                std::size_t most, const PairOptions& options) {
  const base::DefinedFloatMode mode;
  const query::RunningQuestion running_a(a);
  const query::RunningQuestion running_b(b);
  const Character::State& state_a = state_of(a);
  const Character::State& state_b = state_of(b);
  QueryStats stats;
  pairs.clear();
  ++stats.box_tests;
  if (!math::overlap(state_a.root_box, state_b.root_box)) return stats;
  triangle::PairQueue queue(pairs, most);
  query::search_pairs(state_a, state_b, queue, stats, options.cache);
  queue.count_into(stats);
  triangle::sort_pairs(pairs);
  return stats;
}

}  // namespace

QueryStats find_pairs(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                      const PairOptions& options) {
  return find(a, b, pairs, std::numeric_limits<std::size_t>::max(), options);
}

QueryStats find_any_pair(const Character& a, const Character& b, std::vector<TrianglePair>& pairs,
                         const PairOptions& options) {
  return find(a, b, pairs, 1, options);
}

Pairs find_pairs(const Character& a, const Character& b, const PairOptions& options) {
  Pairs result;
  result.stats = find_pairs(a, b, result.pairs, options);
  return result;
}

Pairs find_any_pair(const Character& a, const Character& b, const PairOptions& options) {
  Pairs result;
  result.stats = find_any_pair(a, b, result.pairs, options);
  return result;
}

QueryStats deform_all(const Character& character) {
  const base::DefinedFloatMode mode;
  const query::RunningQuestion running(character);
  QueryStats stats;
  query::deform_all_meshlets(state_of(character), stats);
  return stats;
}

QueryStats refit_all(const Character& character) {
  const base::DefinedFloatMode mode;
  const query::RunningQuestion running(character);
  QueryStats stats;
  query::pose_all_meshlets(state_of(character), stats);
  return stats;
}

}  // namespace dermis
