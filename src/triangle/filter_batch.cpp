// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "triangle/filter_batch.h"

#include <cassert>

#include "base/float_mode.h"
#include "triangle/exact_test.h"

namespace dermis::triangle {

BatchAnswer filter_batch_scalar(std::span<const QueuedPair> pairs) {
  assert(base::float_mode_is_defined());
  BatchAnswer answer;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Answer one = filter_triangles(unpadded(pairs[i].p), unpadded(pairs[i].q));
    answer.yes |= std::uint64_t{one == Answer::yes} << i;
    answer.unsure |= std::uint64_t{one == Answer::unsure} << i;
  }
  return answer;
}

#if !DERMIS_SIMD
BatchAnswer filter_batch(std::span<const QueuedPair> pairs, Isa) {
  return filter_batch_scalar(pairs);
}
#endif

}  // namespace dermis::triangle
