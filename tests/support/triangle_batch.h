// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "support/triangle_pairs.h"
#include "triangle/filter_batch.h"

namespace dermis::test {

/// Pairs in the form of the batch filter.
class Batch {
 public:
  explicit Batch(std::span<const TwoTriangles> pairs) : padded_(2 * pairs.size()) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      padded_[2 * i] = {pairs[i].a, 0};
      padded_[2 * i + 1] = {pairs[i].b, 0};
      pairs_.push_back({padded_[2 * i].queued(), padded_[2 * i + 1].queued()});
    }
  }
  [[nodiscard]] triangle::BatchAnswer answer(Isa isa) const {
    return triangle::filter_batch(pairs_, isa);
  }

 private:
  std::vector<triangle::PaddedTriangle> padded_;
  std::vector<triangle::QueuedPair> pairs_;
};

}  // namespace dermis::test
