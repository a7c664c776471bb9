// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "triangle/pair_queue.h"

#include <bit>
#include <span>

namespace dermis::triangle {

namespace {

/// Batch size for queries that need only one pair: they should not test many.
constexpr std::size_t kSmallBatch = 8;

}  // namespace

PairQueue::PairQueue(std::vector<TrianglePair>& found, std::size_t most)
    : found_(found), most_(most), capacity_(most == 1 ? kSmallBatch : kBatchSize) {}

void PairQueue::flush() {
  const std::span batch(pairs_, count_);
  const BatchAnswer answer = filter_batch(batch, best_isa());
  for (std::uint64_t rest = answer.yes | answer.unsure; rest != 0 && found_.size() < most_;
       rest &= rest - 1) {
    const int i = std::countr_zero(rest);
    const bool meet = (answer.yes >> unsigned(i) & 1U) != 0 ||
                      test_.intersect(unpadded(batch[i].p), unpadded(batch[i].q));
    if (meet) {
      found_.push_back({batch[i].p.triangle->triangle, batch[i].q.triangle->triangle});
    }
  }
  full_ = found_.size() >= most_;
  tests_ += count_;
  count_ = 0;
}

void PairQueue::count_into(QueryStats& stats) const {
  stats.triangle_tests += tests_;
  stats.exact_tests += test_.exact_pairs();
}

}  // namespace dermis::triangle
