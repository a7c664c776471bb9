// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstddef>

#include "math/float_mode.h"

namespace dermis::ccd {

/// Calls work(begin, end) for parts of [0, count), of about `part` each if there are several.
template <class Work>
void for_parts(std::size_t count, std::size_t part, bool all_cores, Work&& work) {
  if (!all_cores || count <= part) {
    work(std::size_t{0}, count);
    return;
  }
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, part), [&](const auto& range) {
    const math::DefinedFloatMode mode;
    work(range.begin(), range.end());
  });
}

}  // namespace dermis::ccd
