// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "kinetic/watch.h"

#include <algorithm>

#include "motion/search/workers.h"
#include "motion/self/neighbor_search.h"

namespace dermis::kinetic {

using motion::CandidatePair;
using motion::FlatPatches;
using motion::Neighbors;

namespace {

KineticFront front_of(const KineticTrees& trees, const Watch::Body& a, const Watch::Body& b) {
  if (a.state->triangles.empty() || b.state->triangles.empty()) return {};
  if (a.state == b.state) return {trees, a.number, *a.state};
  return {trees.root(a.number), trees.root(b.number)};
}

void append_unique(std::vector<std::uint32_t>& list, std::uint32_t value) {
  if (list.empty() || list.back() != value) list.push_back(value);
}

}  // namespace

Watch::Watch(const KineticTrees& trees, const Body& a, const Body& b, double tolerance)
    : a_(a),
      b_(b),
      tolerance_(tolerance),
      front_(front_of(trees, a, b)),
      test_(*a.state, *b.state, tolerance) {}

void Watch::open(SeparationList& list, std::uint32_t number, std::size_t run) {
  if (is_open_[run] != 0) return;
  is_open_[run] = 1;
  for (std::size_t i = run == 0 ? 0 : front_.runs[run - 1].end; i < front_.runs[run].end; ++i) {
    list.open(front_.pairs[i], number);
  }
}

void Watch::begin(SeparationList& list, std::uint32_t number) {
  changes_a_.clear();
  changes_b_.clear();
  test_.result.stats = {};
  is_open_.assign(front_.runs.size(), 0);
  if (!is_self()) {
    for (std::size_t run = 0; run < front_.runs.size(); ++run) open(list, number, run);
    return;
  }
  const MovingMesh::State& state = *a_.state;
  motion::Workers workers(state, state, {.tolerance = tolerance_});
  const motion::Flatness flatness(state, {state.rows, state.triangles, tolerance_}, workers);
  flatness.test_folds(workers,
                      [&](motion::Worker&, Neighbors kind, auto some) { test_.add(kind, some); });
  test_.add_others(motion::other_neighbors(state));
  for (std::size_t run = 0; run < front_.runs.size(); ++run) {
    if (!front_.runs[run].is_flat(flatness.flat())) open(list, number, run);
  }
}

void Watch::replan(SeparationList& list, std::uint32_t number, const MovingMesh::State& body,
                   std::uint32_t vertex) {
  if (&body != a_.state && &body != b_.state) return;
  Changes& changes = &body == a_.state ? changes_a_ : changes_b_;
  changes.resize(body.plans.size());
  ++changes[vertex];
  if (!is_self()) return;
  open_patches_at(list, number, vertex);
  test_neighbors_of(vertex);
}

void Watch::open_patches_at(SeparationList& list, std::uint32_t number, std::uint32_t vertex) {
  if (patches_at_.empty()) find_patches_at_vertices();
  for (const std::uint32_t patch : patches_at_[vertex]) {
    for (const std::uint32_t run : runs_of_[patch]) open(list, number, run);
  }
}

void Watch::find_patches_at_vertices() {
  const FlatPatches& patches = motion::front_of(*a_.state).patches;
  patches_at_.resize(a_.state->plans.size());
  runs_of_.resize(patches.coarse_count());
  std::vector<std::uint32_t> coarse_of(patches.fine_count());
  for (std::uint32_t c = 0; c < patches.coarse_count(); ++c) {
    std::fill(coarse_of.begin() + static_cast<std::ptrdiff_t>(patches.first_fine(c)),
              coarse_of.begin() + static_cast<std::ptrdiff_t>(patches.first_fine(c + 1)), c);
    for (const std::uint32_t t : patches.triangles(c)) {
      for (const std::uint32_t v : a_.state->triangles[t]) append_unique(patches_at_[v], c);
    }
  }
  for (std::uint32_t run = 0; run < front_.runs.size(); ++run) {
    const auto& [coarse, fine] = front_.runs[run].patches;
    if (coarse != kNone) append_unique(runs_of_[coarse], run);
    if (fine != kNone) append_unique(runs_of_[coarse_of[fine]], run);
  }
}

void Watch::test_neighbors_of(std::uint32_t vertex) {
  const MovingMesh::State& state = *a_.state;
  if (state.has_radii()) return;
  std::vector<std::uint32_t> around{vertex};
  for (const std::uint32_t t : state.triangles_at(vertex)) {
    around.insert(around.end(), state.triangles[t].begin(), state.triangles[t].end());
  }
  std::ranges::sort(around);
  around.erase(std::unique(around.begin(), around.end()), around.end());
  motion::NeighborPairs pairs;
  for (const std::uint32_t v : around) pairs.add_around(state, v);
  const auto has_it = [&](std::uint32_t t) {
    return std::ranges::find(state.triangles[t], vertex) != state.triangles[t].end();
  };
  const auto with_it = [&](const std::vector<CandidatePair>& all) {
    std::vector<CandidatePair> some;
    std::ranges::copy_if(all, std::back_inserter(some), [&](const CandidatePair& pair) {
      return has_it(pair.a()) || has_it(pair.b());
    });
    return some;
  };
  test_.add(Neighbors::corner, with_it(pairs.at_corners));
  test_.add(Neighbors::edge, with_it(pairs.at_edges));
  test_.add_others(with_it(motion::front_of(state).others));
}

std::size_t Watch::byte_count() const {
  const auto bytes = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
  std::size_t result = front_.byte_count() + bytes(is_open_) + bytes(changes_a_) +
                       bytes(changes_b_) + bytes(patches_at_) + bytes(runs_of_);
  for (const auto& list : patches_at_) result += bytes(list);
  for (const auto& list : runs_of_) result += bytes(list);
  return result;
}

}  // namespace dermis::kinetic
