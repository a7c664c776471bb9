// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/triangle_batch.h"

#include <algorithm>

#include "query/triangle_filter.h"

namespace dermis::query {

PaddedCorners padded(const Corners& p) {
  const auto extent = [](float a, float b, float c) {
    return std::max(std::max({a, b, c}) - std::min({a, b, c}), 0x1p-31F);
  };
  return {{{p[0].x, p[0].y, p[0].z, extent(p[0].x, p[1].x, p[2].x)},
           {p[1].x, p[1].y, p[1].z, extent(p[0].y, p[1].y, p[2].y)},
           {p[2].x, p[2].y, p[2].z, extent(p[0].z, p[1].z, p[2].z)}}};
}

BatchAnswer filter_batch_scalar(std::span<const PaddedPair> pairs) {
  BatchAnswer answer;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Answer one = filter_triangles(unpadded(*pairs[i].p), unpadded(*pairs[i].q));
    answer.yes |= std::uint64_t{one == Answer::yes} << i;
    answer.unsure |= std::uint64_t{one == Answer::unsure} << i;
  }
  return answer;
}

#if !DERMIS_SIMD
BatchAnswer filter_batch(std::span<const PaddedPair> pairs, Isa) {
  return filter_batch_scalar(pairs);
}
#endif

}  // namespace dermis::query
