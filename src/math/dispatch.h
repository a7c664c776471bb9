// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/math/isa.h"

/// Calls a function of the current namespace that is compiled for every instruction set: the one
/// for `isa`, or, where there is none, the one for the instruction set that all CPUs have. To be
/// used after the last pass of foreach_target.h.
#if DERMIS_SIMD
#include <hwy/detect_targets.h>
#if HWY_TARGETS & HWY_SSE4
#define DERMIS_CASE_SSE4(call) \
  case ::dermis::Isa::sse4:    \
    N_SSE4::call;              \
    break;
#else
#define DERMIS_CASE_SSE4(call)
#endif
#if HWY_TARGETS & HWY_AVX2
#define DERMIS_CASE_AVX2(call) \
  case ::dermis::Isa::avx2:    \
    N_AVX2::call;              \
    break;
#else
#define DERMIS_CASE_AVX2(call)
#endif
#if HWY_TARGETS & HWY_AVX3
#define DERMIS_CASE_AVX512(call) \
  case ::dermis::Isa::avx512:    \
    N_AVX3::call;                \
    break;
#else
#define DERMIS_CASE_AVX512(call)
#endif
#define DERMIS_DISPATCH(isa, call) \
  switch (isa) {                   \
    DERMIS_CASE_SSE4(call)         \
    DERMIS_CASE_AVX2(call)         \
    DERMIS_CASE_AVX512(call)       \
    default:                       \
      HWY_NAMESPACE::call;         \
  }                                \
  static_assert(true)
#else
#define DERMIS_DISPATCH(isa, call) HWY_NAMESPACE::call
#endif
