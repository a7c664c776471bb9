// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/base/none.h"

namespace dermis {

/// The place where two characters last touched. The caller holds one per pair of characters and
/// thread, and passes it to find_any_pair(), which it makes faster in consecutive frames. It never
/// changes whether a pair is found.
struct PairCache {
  /// The meshlet of the first character in the pair that find_any_pair() found last. It is tested
  /// first, against `meshlet_b`.
  std::uint32_t meshlet_a = kNone;
  /// The meshlet of the second character in that pair.
  std::uint32_t meshlet_b = kNone;
};

}  // namespace dermis
