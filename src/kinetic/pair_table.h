// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dermis/base/none.h"
#include "kinetic/kinetic_front.h"
#include "kinetic/kinetic_trees.h"

namespace dermis::kinetic {

using Pair = std::uint32_t;

/// Thrown when a table cannot number another pair. KineticList turns it into an Error.
struct TooManyPairs {};

/// Pairs of boxes that are apart on some side, or overlap. Lists for each side of each box the
/// pairs that are apart there: they are tested again when the side changes.
class PairTable {
 public:
  struct Entry {
    BoxPair boxes;
    Side side;  ///< side of a, opposite to b's; or kOverlap, or kSettled
    std::uint32_t watch;
  };

  void clear(std::uint32_t node_count) {
    entries_.clear();
    links_.clear();
    free_.clear();
    heads_.assign(kLists * node_count, kNone);
  }

  [[nodiscard]] const Entry& operator[](Pair pair) const { return entries_[pair]; }
  /// All pair numbers are below this one.
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(entries_.size()); }
  [[nodiscard]] std::size_t size() const { return entries_.size() - free_.size(); }
  [[nodiscard]] bool is_used(Pair pair) const { return entries_[pair].boxes.a != kNone; }

  Pair add(const Entry& entry) {
    Pair pair = end();
    if (free_.empty()) {
      if (end() >= kNone / 2) throw TooManyPairs{};
      entries_.push_back(entry);
      links_.resize(links_.size() + 2);
    } else {
      pair = free_.back();
      free_.pop_back();
      entries_[pair] = entry;
    }
    link(pair);
    return pair;
  }
  void remove(Pair pair) {
    unlink(pair);
    entries_[pair].boxes.a = kNone;
    free_.push_back(pair);
  }
  void set_side(Pair pair, Side side) {
    if (entries_[pair].side == side) return;
    unlink(pair);
    entries_[pair].side = side;
    link(pair);
  }

  /// Appends the pairs of a box with this side, or with kOverlap, or kSettled.
  void list(BoxId node, Side side, std::vector<Pair>& pairs) const {
    for (End end = heads_[head(node, side)]; end != kNone; end = links_[end].next) {
      pairs.push_back(end / 2);
    }
  }

  [[nodiscard]] std::size_t byte_count() const {
    const auto bytes = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
    return bytes(entries_) + bytes(links_) + bytes(free_) + bytes(heads_);
  }

 private:
  /// One box of a pair: 2 · pair for its box a, 2 · pair + 1 for b.
  using End = std::uint32_t;
  struct Link {
    End before = kNone, next = kNone;
  };

  static constexpr std::size_t kLists = kSides + 2;
  static std::size_t head(BoxId node, Side side) { return kLists * node + side; }
  [[nodiscard]] std::size_t head(End end) const {
    const Entry& entry = entries_[end / 2];
    if (end % 2 == 0) return head(entry.boxes.a, entry.side);
    return head(entry.boxes.b, entry.side >= kSides ? entry.side : opposite(entry.side));
  }
  void link(Pair pair) {
    for (const End end : {2 * pair, 2 * pair + 1}) {
      End& first = heads_[head(end)];
      links_[end] = {kNone, first};
      if (first != kNone) links_[first].before = end;
      first = end;
    }
  }
  void unlink(Pair pair) {
    for (const End end : {2 * pair, 2 * pair + 1}) {
      const auto [before, next] = links_[end];
      (before == kNone ? heads_[head(end)] : links_[before].next) = next;
      if (next != kNone) links_[next].before = before;
    }
  }

  std::vector<Entry> entries_;
  std::vector<Link> links_;  ///< two per pair
  std::vector<Pair> free_;
  std::vector<End> heads_;  ///< kLists per node
};

}  // namespace dermis::kinetic
