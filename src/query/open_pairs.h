// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/skeleton.h"
#include "query/set_bits.h"

namespace dermis::query {

/// A node or a meshlet of a box tree: the child `slot` % 8 of node `slot` / 8, where its box is.
using Slot = std::uint32_t;
inline constexpr Slot kRootSlot = kNone;

struct SlotPair {
  Slot a, b;
};

/// Those yet to be looked at, the last one first.
class OpenPairs {
 public:
  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// From the one pushed after `count` others on.
  [[nodiscard]] std::span<SlotPair> after(std::size_t count) {
    return std::span(pairs_).subspan(count, count_ - count);
  }

  /// pair(i) for each bit i of a byte. Part of its caller, which is compiled for an instruction
  /// set.
  template <class Pair>
  [[gnu::always_inline]] void push(unsigned bits, Pair pair) {
    if (pairs_.size() < count_ + 8) pairs_.resize(2 * count_ + 64);
    SlotPair* const end = pairs_.data() + count_;
    const std::uint8_t* const positions = kSetBits.of(bits);
    for (unsigned i = 0; i < 8; ++i) end[i] = pair(Slot{positions[i]});
    count_ += static_cast<std::size_t>(std::popcount(bits));
  }
  [[nodiscard]] SlotPair pop() { return pairs_[--count_]; }

 private:
  std::vector<SlotPair> pairs_;
  std::size_t count_ = 0;
};

}  // namespace dermis::query
