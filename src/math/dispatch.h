// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/math/isa.h"

/// Calls a function of the current namespace that is compiled for every instruction set: the one
/// for `isa`.
#if DERMIS_SIMD
#define DERMIS_DISPATCH(isa, call) \
  do {                             \
    switch (isa) {                 \
      case ::dermis::Isa::sse4:    \
        N_SSE4::call;              \
        break;                     \
      case ::dermis::Isa::avx2:    \
        N_AVX2::call;              \
        break;                     \
      case ::dermis::Isa::avx512:  \
        N_AVX3::call;              \
        break;                     \
      case ::dermis::Isa::scalar:  \
        N_SCALAR::call;            \
        break;                     \
    }                              \
  } while (false)
#else
#define DERMIS_DISPATCH(isa, call) N_SCALAR::call
#endif
