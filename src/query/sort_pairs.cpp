// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/sort_pairs.h"

#include <algorithm>
#include <bit>

namespace dermis::query {

namespace {

/// A stable pass of a radix sort: sorts by eight bits of a key.
template <class Key>
void pass(const std::vector<TrianglePair>& from, std::vector<TrianglePair>& to, const Key& key) {
  std::uint32_t first[257] = {};
  for (const TrianglePair& pair : from) ++first[key(pair) + 1];
  for (std::size_t i = 1; i < 257; ++i) first[i] += first[i - 1];
  for (const TrianglePair& pair : from) to[first[key(pair)]++] = pair;
}

}  // namespace

void sort_pairs(std::vector<TrianglePair>& pairs) {
  constexpr std::size_t kWorthIt = 64;
  if (pairs.size() < kWorthIt) {
    std::ranges::sort(pairs);
    return;
  }
  static thread_local std::vector<TrianglePair> other;
  other.resize(pairs.size());
  TrianglePair all;  // the union of the bits of all pairs
  for (const TrianglePair& pair : pairs) all = {all.a | pair.a, all.b | pair.b};
  const auto sort_by = [&](std::uint32_t TrianglePair::* side) {
    for (unsigned shift = 0; shift < unsigned(std::bit_width(all.*side)); shift += 8) {
      pass(pairs, other, [=](const TrianglePair& pair) { return pair.*side >> shift & 255U; });
      pairs.swap(other);
    }
  };
  sort_by(&TrianglePair::b);
  sort_by(&TrianglePair::a);
}

}  // namespace dermis::query
