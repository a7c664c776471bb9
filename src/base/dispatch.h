// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>

#include "base/float_mode.h"
#include "dermis/base/isa.h"

/// The one place that knows which functions belong to which instruction set. Use it after the last
/// pass of foreach_target.h. (skinning/linear_simd.cpp and triangle/filter_batch_simd.cpp say which
/// sets have a kernel of their own; src/CMakeLists.txt says which are compiled.)
///
/// DERMIS_DISPATCH(isa, call) calls a function of the current namespace that is compiled for every
/// instruction set: the one for `isa`, or the one for the instruction set that all CPUs have.
/// DERMIS_DISPATCH_OR(isa, call, otherwise) runs `otherwise` instead of the latter. Both assert
/// that the float mode is defined, because all kernels have defined bits.
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
#define DERMIS_DISPATCH_OR(isa, call, otherwise)   \
  assert(::dermis::base::float_mode_is_defined()); \
  switch (isa) {                                   \
    DERMIS_CASE_SSE4(call)                         \
    DERMIS_CASE_AVX2(call)                         \
    DERMIS_CASE_AVX512(call)                       \
    default:                                       \
      otherwise;                                   \
  }                                                \
  static_assert(true)
#define DERMIS_DISPATCH(isa, call) DERMIS_DISPATCH_OR(isa, call, HWY_NAMESPACE::call)
#else
#define DERMIS_DISPATCH(isa, call)                 \
  assert(::dermis::base::float_mode_is_defined()); \
  HWY_NAMESPACE::call
#endif
