// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dermis/base/none.h"
#include "dermis/kinetic/kinetic_list.h"
#include "kinetic/certificate_queue.h"
#include "kinetic/kinetic_front.h"
#include "kinetic/kinetic_trees.h"
#include "kinetic/pair_table.h"

namespace dermis::kinetic {

/// Pairs of boxes such that every two triangles are in exactly one of them. Each pair has a
/// certificate: a side on which both boxes are apart, until a time. If it fails and the boxes are
/// not apart on another side, the children of the larger box take its place. If both boxes are
/// triangles, the triangles are found.
///
/// In literal mode, as in the paper, boxes that overlapped are watched, and replace the pairs below
/// them when they part. In relaxed mode, pairs are never joined again, and boxes that will overlap
/// before time ends count as overlapping immediately. So a pair in the list costs nothing until its
/// boxes change. Most pairs are settled: whichever vertices come to make their boxes, they stay
/// apart until plans change.
///
/// After a pair was certified, or its boxes have changed, it is apart on each side during one
/// interval of time. So there are at most six events of it, and one with which it ends, until its
/// boxes change again. Boxes change a limited number of times: event_limit().
class SeparationList {
 public:
  explicit SeparationList(KineticMode mode) : mode_(mode) {}

  KineticTrees trees;

  /// Computes all boxes, and empties the list.
  void begin(double now);
  /// Puts two boxes into the list, as a part of the watch with this number.
  void open(const BoxPair& boxes, std::uint32_t watch);
  /// The time of the next event; kNever if there is none.
  [[nodiscard]] double next_time() const {
    return queue_.is_empty() ? CertificateQueue::kNever : queue_.first().time;
  }
  [[nodiscard]] double now() const { return now_; }
  void step();
  /// Goes on to a time up to which there are no events.
  void wait(double time) { now_ = time; }
  /// Call when a vertex of a body got another plan now.
  void replan(std::uint32_t body, std::uint32_t vertex);

  /// Two triangles whose boxes overlap.
  struct Found {
    std::uint32_t watch, a, b;
  };
  /// open(), step() and replan() append to it.
  std::vector<Found> found;
  /// Appends all pairs that were found with a triangle, given by its box, and have not parted.
  void list_found(BoxId leaf, std::vector<Found>& pairs) const;

  [[nodiscard]] const KineticEvents& events() const { return events_; }
  [[nodiscard]] std::uint64_t event_limit() const {
    return trees.event_limit() + (kSides + 1) * certified_;
  }
  [[nodiscard]] std::size_t size() const { return pairs_.size(); }
  /// The number of pairs of boxes that were tested.
  [[nodiscard]] std::uint64_t box_tests() const { return box_tests_; }
  /// Tests whether all pairs that should be apart are apart, and whether every two triangles are in
  /// exactly one pair. Returns the problem, or an empty string.
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

  KineticMode mode_;
  double now_ = 0;
  CertificateQueue queue_;
  PairTable pairs_;
  /// In literal mode: the pairs that came from each pair.
  struct Family {
    Pair first_child = kNone, sibling = kNone;
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
  std::uint64_t triangle_pairs_ = 0;  ///< in all boxes that were opened
};

}  // namespace dermis::kinetic
