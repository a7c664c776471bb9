// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "dermis/query/contacts.h"
#include "query/triangle_batch.h"
#include "query/triangle_test.h"

namespace dermis::query {

/// Pairs of triangles on their way through the batched filter to the exact test. Callers hold a
/// DefinedFloatMode.
class TriangleQueue {
 public:
  /// Pairs that meet go to `found`, until there are `most`.
  TriangleQueue(std::vector<TrianglePair>& found, std::size_t most);

  /// Refers to the rows until flush().
  void add(const QueuedTriangle& p, const QueuedTriangle& q) {
    pairs_[count_] = {p, q};
    if (++count_ == capacity_) flush();
  }

  [[nodiscard]] bool wants_one() const { return most_ == 1; }

  /// Enough are found.
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

}  // namespace dermis::query
