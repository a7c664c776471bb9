// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "motion/features/pair_filter.h"
#include "motion/mesh/moving_mesh_state.h"
#include "motion/self/static_front.h"

namespace dermis::motion {

/// Pairs of triangles that share a corner, or an edge. Pairs in which a triangle has a corner twice
/// are in StaticFront::others.
struct NeighborPairs {
  std::vector<CandidatePair> at_corners, at_edges;

  /// Adds the pairs around a vertex. A pair with a common edge is added at the lower vertex of the
  /// edge only.
  void add_around(const MovingMesh::State& state, std::uint32_t vertex);
};

/// The neighbours that NeighborPairs leaves out. Empty with radii: neighbours do not count then.
inline std::span<const CandidatePair> other_neighbors(const MovingMesh::State& state) {
  if (state.has_radii()) return {};
  return front_of(state).others;
}

/// Calls test(worker, kind, pairs) for the neighbours around chosen vertices: choose(begin, end,
/// chosen) appends them, out of [begin, end). Does nothing with radii: neighbours do not count
/// then.
template <class Workers, class Choose, class Test>
void test_neighbors(const MovingMesh::State& state, Workers& workers, Choose&& choose,
                    Test&& test) {
  if (state.has_radii()) return;
  workers.each_part(state.plans.size(), [&](auto& worker, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> chosen;
    choose(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), chosen);
    NeighborPairs pairs;
    for (const std::uint32_t v : chosen) pairs.add_around(state, v);
    test(worker, Neighbors::corner, std::span<const CandidatePair>(pairs.at_corners));
    test(worker, Neighbors::edge, std::span<const CandidatePair>(pairs.at_edges));
  });
}

/// Finds the flat patches of a moving mesh, and the vertices outside of them.
class Flatness {
 public:
  template <class Workers>
  Flatness(const MovingMesh::State& state, const FlatPatches::Motion& motion, Workers& workers)
      : state_(state), motion_(motion), flat_(patches()) {
    if (state.has_radii()) return;
    workers.each_part(patches().coarse_count(), [&](auto&, std::size_t begin, std::size_t end) {
      patches().find_flat(motion_, begin, end, flat_);
    });
  }

  [[nodiscard]] const FlatPatches::Flat& flat() const { return flat_; }

  /// Like test_neighbors(), for the neighbours that may meet.
  template <class Workers, class Test>
  void test_folds(Workers& workers, Test&& test) const {
    const VertexUses uses = state_.vertex_uses();
    test_neighbors(
        state_, workers,
        [&](std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& chosen) {
          patches().find_folds(motion_, uses, flat_, begin, end, chosen);
        },
        test);
  }

 private:
  [[nodiscard]] const FlatPatches& patches() const { return front_of(state_).patches; }

  const MovingMesh::State& state_;
  FlatPatches::Motion motion_;
  FlatPatches::Flat flat_;
};

}  // namespace dermis::motion
