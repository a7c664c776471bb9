// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/triangle/pairs.h"

namespace dermis::query {

/// Sorts by `<`. Uses a radix sort for long lists: comparisons cost more than finding the pairs.
void sort_pairs(std::vector<TrianglePair>& pairs);

}  // namespace dermis::query
