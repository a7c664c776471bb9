// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dermis/triangle/pairs.h"
#include "triangle/exact_test.h"
#include "triangle/filter_batch.h"

namespace dermis::triangle {

/// Collects pairs of triangles of two meshes and passes them through the batched filter to the
/// exact test. Within one mesh, neighbours always touch: they need TriangleTest::pair_in_mesh().
class PairQueue {
 public:
  /// Appends pairs that intersect to `found`, until it has `most` entries.
  PairQueue(std::vector<TrianglePair>& found, std::size_t most);

  /// Adds a pair to test. Refers to its rows until flush(), which add() itself may call.
  void add(const QueuedTriangle& p, const QueuedTriangle& q) {
    pairs_[count_] = {p, q};
    if (++count_ == capacity_) flush();
  }

  [[nodiscard]] bool wants_one() const { return most_ == 1; }

  /// Whether `most` pairs are found.
  [[nodiscard]] bool is_full() const { return full_; }

  void flush();

  void count_into(QueryStats& stats) const;

 private:
  std::vector<TrianglePair>& found_;
  std::size_t most_;
  std::size_t capacity_;
  std::size_t count_ = 0;
  bool full_ = false;
  QueuedPair pairs_[kBatchSize];
  std::uint64_t tests_ = 0;
  TriangleTest test_{Arithmetic::filtered};
};

/// Sorts pairs by a, then b.
void sort_pairs(std::vector<TrianglePair>& pairs);

}  // namespace dermis::triangle
