// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace dermis {

/// What a query of two characters leaves for the next one of the same two: where they touched. Held
/// by the caller, one per pair of characters and thread. It makes consecutive frames faster and can
/// never change whether there is a contact, nor which ones find_all() returns.
struct PairCache {
  static constexpr std::uint32_t kNowhere = 0xffffffff;
  /// The meshlets of the last pair of triangles found by find_any(), which are tried first.
  std::uint32_t meshlet_a = kNowhere;
  std::uint32_t meshlet_b = kNowhere;
};

}  // namespace dermis
