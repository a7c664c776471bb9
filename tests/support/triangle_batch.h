// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "query/triangle_batch.h"
#include "support/triangle_pairs.h"

namespace dermis::test {

/// Pairs in the form of the batch filter.
class Batch {
 public:
  explicit Batch(std::span<const TwoTriangles> pairs) : padded_(2 * pairs.size()) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      padded_[2 * i] = query::padded(pairs[i].a);
      padded_[2 * i + 1] = query::padded(pairs[i].b);
      pairs_.push_back({&padded_[2 * i], &padded_[2 * i + 1]});
    }
  }
  [[nodiscard]] query::BatchAnswer answer(Isa isa) const {
    return query::filter_batch(pairs_, isa);
  }

 private:
  std::vector<query::PaddedCorners> padded_;
  std::vector<query::PaddedPair> pairs_;
};

}  // namespace dermis::test
