// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/set_bits.h"
#include "dermis/model/skeleton.h"

namespace dermis::query {

/// A node or a meshlet of a box tree: child `slot` % 8 of node `slot` / 8, which stores its box.
using Slot = std::uint32_t;
inline constexpr Slot kRootSlot = kNone;

struct SlotPair {
  Slot a, b;
};

/// A stack of pairs still to be visited.
class OpenPairs {
 public:
  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The pairs above the first `count`.
  [[nodiscard]] std::span<SlotPair> after(std::size_t count) {
    return std::span(pairs_).subspan(count, count_ - count);
  }

  /// Pushes pair(i) for each set bit i of a byte. Always inlined: the caller is compiled for an
  /// instruction set.
  template <class Pair>
  [[gnu::always_inline]] void push(unsigned bits, Pair pair) {
    if (pairs_.size() < count_ + 8) pairs_.resize(2 * count_ + 64);
    SlotPair* const end = pairs_.data() + count_;
    const std::uint8_t* const positions = base::kSetBits.of(bits);
    for (unsigned i = 0; i < 8; ++i) end[i] = pair(Slot{positions[i]});
    count_ += static_cast<std::size_t>(std::popcount(bits));
  }
  [[nodiscard]] SlotPair pop() { return pairs_[--count_]; }

 private:
  std::vector<SlotPair> pairs_;
  std::size_t count_ = 0;
};

}  // namespace dermis::query
