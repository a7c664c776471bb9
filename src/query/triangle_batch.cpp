// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/triangle_batch.h"

#include "query/triangle_filter.h"

namespace dermis::query {

BatchAnswer filter_batch_scalar(std::span<const QueuedPair> pairs) {
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

}  // namespace dermis::query
