// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "triangle/pair_queue.h"

#include <algorithm>
#include <bit>
#include <span>

namespace dermis::triangle {

namespace {

/// Batch size for queries that need only one pair: they should not test many.
constexpr std::size_t kSmallBatch = 8;

/// A stable pass of a radix sort: sorts by eight bits of a key.
template <class Key>
void pass(const std::vector<TrianglePair>& from, std::vector<TrianglePair>& to, const Key& key) {
  std::uint32_t first[257] = {};
  for (const TrianglePair& pair : from) ++first[key(pair) + 1];
  for (std::size_t i = 1; i < 257; ++i) first[i] += first[i - 1];
  for (const TrianglePair& pair : from) to[first[key(pair)]++] = pair;
}

}  // namespace

PairQueue::PairQueue(std::vector<TrianglePair>& found, std::size_t most)
    : found_(found), most_(most), capacity_(most == 1 ? kSmallBatch : kBatchSize) {}

void PairQueue::flush() {
  const std::span batch(pairs_, count_);
  const BatchAnswer answer = filter_batch(batch, current_isa());
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

void sort_pairs(std::vector<TrianglePair>& pairs) {
  constexpr std::size_t kWorthIt = 64;
  if (pairs.size() < kWorthIt) {
    std::ranges::sort(pairs);
    return;
  }
  static thread_local std::vector<TrianglePair> other;
  other.resize(pairs.size());
  TrianglePair all;  // the union of the bits of all pairs
  for (const TrianglePair& pair : pairs) all = {all.a | pair.a, all.b | pair.b};
  const auto sort_by = [&](std::uint32_t TrianglePair::* side) {
    for (unsigned shift = 0; shift < unsigned(std::bit_width(all.*side)); shift += 8) {
      pass(pairs, other, [=](const TrianglePair& pair) { return pair.*side >> shift & 255U; });
      pairs.swap(other);
    }
  };
  sort_by(&TrianglePair::b);
  sort_by(&TrianglePair::a);
}

}  // namespace dermis::triangle
