// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dermis/kinetic/kinetic_list.h"
#include "kinetic/event_queue.h"
#include "kinetic/kinetic_front.h"
#include "kinetic/kinetic_trees.h"
#include "kinetic/pair_table.h"

namespace dermis::kinetic {

/// Pairs of boxes such that every two triangles are in just one of them, each with a certificate: a
/// side on which both are apart, until a time. When that fails and there is no other side, the
/// larger of both boxes makes way for those below it; two triangles are found.
///
/// Literal, as in the paper, boxes that overlapped are watched, and replace what is below them when
/// they part. Relaxed, pairs are never joined again; and what will overlap before time ends is
/// taken for overlapping at once, so that a pair that is left costs nothing until its boxes change.
/// Most are settled whatever vertices come to make their boxes, until plans change.
///
/// A pair that was certified, or whose boxes have changed, is apart on a side from one time to
/// another, for each side: so there are at most six events of it, and one with which it ends, until
/// boxes change again, which they do a limited number of times: event_limit().
class SeparationList {
 public:
  explicit SeparationList(ListMode mode) : mode_(mode) {}

  KineticTrees trees;

  /// Makes all boxes; nothing is in the list.
  void begin(double now);
  /// Puts two boxes into the list, as a part of what `watch` names.
  void open(const BoxPair& boxes, std::uint32_t watch);
  /// When the next event is.
  [[nodiscard]] double next_time() const {
    return queue_.is_empty() ? EventQueue::kNever : queue_.first().time;
  }
  [[nodiscard]] double now() const { return now_; }
  /// Handles the next event.
  void step();
  /// There are no events up to this time.
  void wait(double time) { now_ = time; }
  /// A vertex of a body got another plan now.
  void replan(std::uint32_t body, std::uint32_t vertex);

  /// Two triangles whose boxes overlap.
  struct Found {
    std::uint32_t watch, a, b;
  };
  /// Filled by all of the above.
  std::vector<Found> found;
  /// Appends all that were found with a triangle, by its box, and have not parted.
  void list_found(BoxId leaf, std::vector<Found>& pairs) const;

  [[nodiscard]] const KineticEvents& events() const { return events_; }
  [[nodiscard]] std::uint64_t event_limit() const {
    return trees.event_limit() + (kSides + 1) * certified_;
  }
  [[nodiscard]] std::size_t size() const { return pairs_.size(); }
  /// Pairs of boxes that were looked at.
  [[nodiscard]] std::uint64_t box_tests() const { return box_tests_; }
  /// Whether all pairs are apart that are said to be, and all others were found; empty, or what is
  /// wrong.
  [[nodiscard]] std::string problem() const;
  [[nodiscard]] std::size_t byte_count() const;

 private:
  struct Certificate {
    Side side = kOverlap;
    double fails = 0;
  };
  [[nodiscard]] double margin(const BoxPair& boxes) const;
  [[nodiscard]] Line gap(const BoxPair& boxes, Side side) const;
  [[nodiscard]] Certificate certify(const BoxPair& boxes);
  [[nodiscard]] bool is_settled(const BoxPair& boxes) const;
  [[nodiscard]] double parts(const BoxPair& boxes) const;
  [[nodiscard]] bool is_kept(const BoxPair& boxes, const Certificate& apart) const;
  [[nodiscard]] std::uint32_t certificate(Pair pair) const {
    return trees.certificate_count() + pair;
  }
  [[nodiscard]] bool are_triangles(const BoxPair& boxes) const {
    return trees.box(boxes.a).is_triangle() && trees.box(boxes.b).is_triangle();
  }
  [[nodiscard]] std::uint64_t triangle_pairs(const BoxPair& boxes) const {
    return std::uint64_t{trees.triangle_count(boxes.a)} * trees.triangle_count(boxes.b);
  }
  void open_all(std::uint32_t watch);
  void open_below(const BoxPair& boxes, std::uint32_t watch, Pair father);
  Pair add(const BoxPair& boxes, std::uint32_t watch, const Certificate& certificate, Pair father);
  void remove_below(Pair pair);
  void refresh(Pair pair);
  void fail(Pair pair);
  void part(Pair pair);
  void refresh_changed();

  ListMode mode_;
  double now_ = 0;
  EventQueue queue_;
  PairTable pairs_;
  /// In literal mode, which pairs came from which.
  struct Family {
    Pair first_child = kNoPair, sibling = kNoPair;
  };
  std::vector<Family> families_;
  KineticEvents events_;
  std::uint64_t certified_ = 0;
  std::uint64_t box_tests_ = 0;
  std::vector<KineticTrees::Change> changes_;
  std::vector<Pair> concerned_;
  struct Open {
    BoxPair boxes;
    Pair father;
  };
  std::vector<Open> open_;
  std::uint64_t triangle_pairs_ = 0;  ///< in all that was opened
};

}  // namespace dermis::kinetic
