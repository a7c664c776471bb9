// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/math/isa.h"

#if DERMIS_SIMD
#include <hwy/targets.h>
#endif

namespace dermis {

std::string_view to_string(Isa isa) {
  switch (isa) {
    case Isa::sse4:
      return "sse4";
    case Isa::avx2:
      return "avx2";
    case Isa::avx512:
      return "avx512";
    case Isa::scalar:
      break;
  }
  return "scalar";
}

std::vector<Isa> available_isas() {
  std::vector<Isa> result{Isa::scalar};
#if DERMIS_SIMD && defined(__x86_64__)
  const auto targets = hwy::SupportedTargets() & HWY_TARGETS;
  if (targets & HWY_SSE4) result.push_back(Isa::sse4);
  if (targets & HWY_AVX2) result.push_back(Isa::avx2);
  if (targets & HWY_AVX3) result.push_back(Isa::avx512);
#endif
  return result;
}

Isa best_isa() {
  static const Isa kBest = available_isas().back();
  return kBest;
}

}  // namespace dermis
