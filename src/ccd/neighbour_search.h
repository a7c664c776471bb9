// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "ccd/workers.h"

namespace dermis::ccd {

/// Pairs of triangles that share a corner, or an edge. Those that have a corner twice are among
/// StaticFront::others.
struct NeighbourPairs {
  std::vector<CandidatePair> at_corners, at_edges;

  /// Those around a vertex; of two with a common edge, around its lower vertex.
  void add_around(const MovingMesh::State& state, std::uint32_t vertex);
};

/// Neighbours that NeighbourPairs does not know, if any count.
inline std::span<const CandidatePair> other_neighbours(const MovingMesh::State& state) {
  if (state.has_radii()) return {};
  return state.front().others;
}

/// Calls test(worker, kind, pairs) for the neighbours around vertices: those that
/// choose(begin, end, chosen) appends, of all vertices [begin, end). None if they do not count.
template <class Choose, class Test>
void test_neighbours(const MovingMesh::State& state, Workers& workers, Choose&& choose,
                     Test&& test) {
  if (state.has_radii()) return;
  workers.each_part(state.plans.size(), [&](Worker& worker, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> chosen;
    choose(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), chosen);
    NeighbourPairs pairs;
    for (const std::uint32_t v : chosen) pairs.add_around(state, v);
    test(worker, Neighbours::corner, std::span<const CandidatePair>(pairs.at_corners));
    test(worker, Neighbours::edge, std::span<const CandidatePair>(pairs.at_edges));
  });
}

/// What is flat of a mesh that moves, and where it is not.
class Flatness {
 public:
  Flatness(const MovingMesh::State& state, const Patches::Motion& motion, Workers& workers)
      : state_(state), motion_(motion), flat_(patches()) {
    if (state.has_radii()) return;
    workers.each_part(patches().coarse_count(), [&](Worker&, std::size_t begin, std::size_t end) {
      patches().find_flat(motion_, begin, end, flat_);
    });
  }

  [[nodiscard]] const Patches::Flat& flat() const { return flat_; }

  /// As test_neighbours(): those that may meet.
  template <class Test>
  void test_folds(Workers& workers, Test&& test) const {
    const VertexUses uses{state_.first_use, state_.uses};
    test_neighbours(
        state_, workers,
        [&](std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& chosen) {
          patches().find_folds(motion_, uses, flat_, begin, end, chosen);
        },
        test);
  }

 private:
  [[nodiscard]] const Patches& patches() const { return state_.front().patches; }

  const MovingMesh::State& state_;
  Patches::Motion motion_;
  Patches::Flat flat_;
};

}  // namespace dermis::ccd
