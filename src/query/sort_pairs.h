// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/query/contacts.h"

namespace dermis::query {

/// In the order of <. By digits where there are many: comparisons cost more than finding a pair.
void sort_pairs(std::vector<TrianglePair>& pairs);

}  // namespace dermis::query
