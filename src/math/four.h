// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

/// Four floats in one register of the baseline instruction set, by a language extension of GCC and
/// Clang. For code that is too small for a choice of instruction set at run time.
namespace dermis::math {

using Four = float __attribute__((vector_size(16)));

inline Four load(const float* from) {
  Four result;
  __builtin_memcpy(&result, from, sizeof(result));
  return result;
}
inline Four all(float x) {
  return Four{x, x, x, x};
}
inline Four min(const Four& a, const Four& b) {
#if defined(__SSE__)
  return _mm_min_ps(a, b);
#else
  return a < b ? a : b;
#endif
}
inline Four max(const Four& a, const Four& b) {
#if defined(__SSE__)
  return _mm_max_ps(a, b);
#else
  return a > b ? a : b;
#endif
}

/// Transposes the 4×4 matrix whose rows are a, b, c, d.
inline void transpose(Four& a, Four& b, Four& c, Four& d) {
  const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Four ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Four cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

inline float lowest(const Four& a) {
  const Four half = min(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
  return min(half, __builtin_shufflevector(half, half, 1, 0, 3, 2))[0];
}
inline float highest(const Four& a) {
  const Four half = max(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
  return max(half, __builtin_shufflevector(half, half, 1, 0, 3, 2))[0];
}

inline Four square_root(const Four& a) {
#if defined(__SSE__)
  return _mm_sqrt_ps(a);
#else
  return Four{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

/// Bit i: a[i] > b[i].
inline unsigned greater(const Four& a, const Four& b) {
#if defined(__SSE__)
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmpgt_ps(a, b)));
#else
  return unsigned(a[0] > b[0]) | unsigned(a[1] > b[1]) << 1U | unsigned(a[2] > b[2]) << 2U |
         unsigned(a[3] > b[3]) << 3U;
#endif
}

}  // namespace dermis::math
