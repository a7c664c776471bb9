// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "ccd/workers.h"

namespace dermis::ccd {

/// The pairs of triangles with one common corner, around a vertex. Triangles that have a corner
/// twice are among StaticFront::others.
void find_corner_pairs(const MovingMesh::State& state, std::uint32_t vertex,
                       std::vector<CandidatePair>& pairs);

/// Neighbours that may meet as these rows move: not those in stars that do not fold. Calls
/// test(worker, kind, pairs) for all others.
template <class Test>
void test_neighbours(const MovingMesh::State& state, const VertexRows& rows, Workers& workers,
                     Test&& test) {
  std::vector<std::uint8_t> folds(state.plans.size());
  workers.each_part(folds.size(), [&](Worker& worker, std::size_t begin, std::size_t end) {
    state.stars.find_folds(rows, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                           folds.data());
    std::vector<CandidatePair> pairs;
    for (std::size_t v = begin; v < end; ++v) {
      if (folds[v] != 0) find_corner_pairs(state, static_cast<std::uint32_t>(v), pairs);
    }
    test(worker, Neighbours::corner, std::span<const CandidatePair>(pairs));
  });
  // Around either end of the edge will do.
  workers.each(std::span<const CandidatePair>(state.front().at_edges),
               [&](Worker& worker, std::span<const CandidatePair> some) {
                 std::vector<CandidatePair> pairs;
                 for (const CandidatePair& pair : some) {
                   const Triangle& t = state.triangles[pair.a()];
                   const std::uint32_t v = t[(pair.corner_a() + 1) % 3];
                   const std::uint32_t w = t[(pair.corner_a() + 2) % 3];
                   if (folds[v] != 0 && folds[w] != 0) pairs.push_back(pair);
                 }
                 test(worker, Neighbours::edge, std::span<const CandidatePair>(pairs));
               });
}

}  // namespace dermis::ccd
