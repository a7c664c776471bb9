// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "dermis/model/model.h"

namespace dermis::test {

/// Edges that do not have exactly one triangle on each side, in opposite directions.
inline std::size_t open_or_shared_edges(const std::vector<Triangle>& triangles) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> directed;
  for (const Triangle& t : triangles) {
    for (int i = 0; i < 3; ++i) ++directed[{t[i], t[(i + 1) % 3]}];
  }
  std::size_t bad = 0;
  for (const auto& [edge, count] : directed) {
    const auto back = directed.find({edge.second, edge.first});
    if (count != 1 || back == directed.end()) ++bad;
  }
  return bad;
}

/// Vertices whose triangles do not form a single closed fan, or that have no triangles.
inline std::size_t pinched_vertices(const std::vector<Triangle>& triangles, std::size_t vertices) {
  std::vector<std::map<std::uint32_t, std::uint32_t>> next(vertices);
  for (const Triangle& t : triangles) {
    for (int i = 0; i < 3; ++i) next[t[i]][t[(i + 1) % 3]] = t[(i + 2) % 3];
  }
  std::size_t bad = 0;
  for (const auto& ring : next) {
    std::size_t steps = 0;
    if (!ring.empty()) {
      const std::uint32_t start = ring.begin()->first;
      std::uint32_t at = start;
      do {
        const auto found = ring.find(at);
        if (found == ring.end()) break;
        at = found->second;
        ++steps;
      } while (at != start && steps <= ring.size());
    }
    if (ring.empty() || steps != ring.size()) ++bad;
  }
  return bad;
}

/// V − E + F of a closed mesh: 2 for a sphere.
inline long euler_characteristic(const std::vector<Triangle>& triangles) {
  std::set<std::uint32_t> vertices;
  for (const Triangle& t : triangles) vertices.insert(t.begin(), t.end());
  const auto faces = static_cast<long>(triangles.size());
  return static_cast<long>(vertices.size()) - 3 * faces / 2 + faces;
}

}  // namespace dermis::test
