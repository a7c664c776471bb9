// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dermis::math {

/// Minimises `cost(values)` by a pattern search that starts at `values`. Each round tries ±`step`
/// along every value, then along the same number of random directions. If a round reduces the cost
/// by 1% or less, `step` shrinks to 60%; the search ends when `step` is at most `last_step`. For
/// costs that are not differentiable, such as maximum distances. Deterministic: the same start
/// gives the same result.
template <class Cost>
std::vector<double> pattern_search(std::vector<double> values, double step, double last_step,
                                   const Cost& cost) {
  std::uint64_t random = 1;
  const auto next = [&random] {
    random = random * 6364136223846793005U + 1442695040888963407U;
    return double(random >> 11U) * 0x1p-52 - 1;
  };
  double best = cost(values);
  std::vector<double> direction(values.size());
  std::vector<double> tried(values.size());
  const auto try_along = [&](double size) {
    for (std::size_t i = 0; i < values.size(); ++i) tried[i] = values[i] + size * direction[i];
    const double found = cost(tried);
    if (!(found < best)) return false;
    best = found;
    values.swap(tried);
    return true;
  };
  while (step > last_step) {
    const double before = best;
    for (std::size_t k = 0; k < 2 * values.size(); ++k) {
      if (k < values.size()) {
        direction.assign(values.size(), 0);
        direction[k] = 1;
      } else {
        for (double& d : direction) d = next();
      }
      static_cast<void>(try_along(step) || try_along(-step));
    }
    if (!(best < 0.99 * before)) step *= 0.6;
  }
  return values;
}

}  // namespace dermis::math
