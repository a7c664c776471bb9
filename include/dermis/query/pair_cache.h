// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/base/none.h"

namespace dermis {

/// A hint for find_any_pair(): the meshlets in which two characters last touched. It speeds up
/// consecutive frames, and never changes whether a pair is found. Keep one per pair of characters
/// and thread. Its values are internal: do not change them.
struct PairCache {
  /// The meshlet of the first character in the pair that find_any_pair() found last. It is tested
  /// first, against `meshlet_b`.
  std::uint32_t meshlet_a = kNone;
  /// The meshlet of the second character in that pair.
  std::uint32_t meshlet_b = kNone;
};

}  // namespace dermis
