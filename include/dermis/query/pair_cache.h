// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

#include "dermis/base/none.h"

namespace dermis {

/// A hint for find_any_pair(): the place where two characters last touched. It speeds up
/// consecutive frames, and never changes whether a pair is found. Keep one per pair of characters
/// and thread.
class PairCache {
  friend struct Internals;
  [[maybe_unused]] std::array<std::uint32_t, 2> hint_ = {kNone, kNone};
};

}  // namespace dermis
