// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/isa.h"

#include <algorithm>
#include <atomic>
#include <string>

#if DERMIS_SIMD
#include <hwy/targets.h>
#endif

namespace dermis {

namespace {

std::atomic<Isa>& chosen_isa() {
  static std::atomic<Isa> chosen = available_isas().back();
  return chosen;
}

}  // namespace

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

Isa current_isa() {
  return chosen_isa().load(std::memory_order_relaxed);
}

Result<void> use_isa(Isa isa) {
  if (const auto isas = available_isas(); std::ranges::find(isas, isa) == isas.end()) {
    return Error{"this build or this CPU does not have " + std::string(to_string(isa))};
  }
  chosen_isa().store(isa, std::memory_order_relaxed);
  return {};
}

}  // namespace dermis
