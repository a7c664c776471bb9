// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/model/skeleton.h"

namespace dermis {

/// The place where two characters last touched. The caller holds one per pair of characters and
/// thread, and passes it to every question about them. It makes consecutive frames faster. It never
/// changes whether a pair is found, nor which pairs find_pairs() returns.
struct PairCache {
  /// The meshlet of the first character in the pair that find_any_pair() found last. It is tested
  /// first, against `meshlet_b`.
  std::uint32_t meshlet_a = kNone;
  /// The meshlet of the second character in that pair.
  std::uint32_t meshlet_b = kNone;
};

}  // namespace dermis
