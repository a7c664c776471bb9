// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "kinetic/kinetic_front.h"
#include "kinetic/separation_list.h"
#include "motion/search/touch_test.h"

namespace dermis::kinetic {

/// Two bodies that are watched, or one body against itself. Puts their boxes into the separation
/// list, and tests the triangles that the list finds, and neighbours, for impacts.
class Watch {
 public:
  struct Body {
    const MovingMesh::State* state;
    std::uint32_t number;
  };
  Watch(const KineticTrees& trees, const Body& a, const Body& b, double tolerance);

  /// Call after all plans have changed. Fills the list, as its watch `number`, and tests
  /// neighbours.
  void begin(SeparationList& list, std::uint32_t number);
  /// Call after a vertex of some body got another plan. Adds the boxes that are no longer known to
  /// be flat to the list, and tests the neighbours at the vertex.
  void replan(SeparationList& list, std::uint32_t number, const MovingMesh::State& body,
              std::uint32_t vertex);

  /// Two triangles whose boxes overlap.
  void add(std::uint32_t a, std::uint32_t b) { test_.add(a, b); }
  /// Calls take(impact) for all impacts that were found since the last call.
  template <class Take>
  void take_impacts(Take&& take) {
    test_.flush();
    for (const Impact& impact : test_.result.impacts) take(impact);
    test_.result.impacts.clear();
  }

  /// How often the plans of both triangles have changed.
  [[nodiscard]] std::uint64_t version(const Impact& impact) const {
    return changes_of(changes_a_, *a_.state, impact.a) +
           changes_of(is_self() ? changes_a_ : changes_b_, *b_.state, impact.b);
  }
  [[nodiscard]] const QueryStats& stats() const { return test_.result.stats; }
  [[nodiscard]] std::size_t byte_count() const;

 private:
  /// How often the plan of each vertex has changed; empty if no plan has.
  using Changes = std::vector<std::uint32_t>;
  static std::uint64_t changes_of(const Changes& changes, const MovingMesh::State& state,
                                  std::uint32_t triangle) {
    std::uint64_t sum = 0;
    if (changes.empty()) return sum;
    for (const std::uint32_t v : state.triangles[triangle]) sum += changes[v];
    return sum;
  }
  [[nodiscard]] bool is_self() const { return a_.state == b_.state; }
  void open(SeparationList& list, std::uint32_t number, std::size_t run);
  void open_patches_at(SeparationList& list, std::uint32_t number, std::uint32_t vertex);
  void test_neighbors_of(std::uint32_t vertex);
  void find_patches_at_vertices();

  Body a_, b_;
  double tolerance_;
  KineticFront front_;
  std::vector<std::uint8_t> is_open_;  ///< for each run of the front: whether it is in the list
  motion::TouchTest test_;
  Changes changes_a_, changes_b_;
  /// Built when a plan first changes: the coarse patches at each vertex, and the runs of each
  /// patch.
  std::vector<std::vector<std::uint32_t>> patches_at_, runs_of_;
};

}  // namespace dermis::kinetic
