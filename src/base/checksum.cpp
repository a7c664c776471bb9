// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "base/checksum.h"

#include <algorithm>
#include <cstring>

namespace dermis::base {

namespace {

constexpr std::size_t kLanes = 4;  // independent, so that multiplications overlap

/// A bijection of `word` if `state` is fixed, and of `state` if `word` is fixed.
std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * 0x9e3779b97f4a7c15U;
  return state ^ state >> 32U;
}

std::uint64_t word_at(std::span<const std::byte> bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), std::min<std::size_t>(bytes.size(), sizeof(word)));
  return word;
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t lanes[kLanes] = {1, 2, 3, 4};
  const std::uint64_t size = bytes.size();
  for (; bytes.size() >= 8 * kLanes; bytes = bytes.subspan(8 * kLanes)) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      lanes[i] = mixed(lanes[i], word_at(bytes.subspan(8 * i)));
    }
  }
  std::uint64_t state = size;
  for (const std::uint64_t lane : lanes) state = mixed(state, lane);
  while (!bytes.empty()) {
    state = mixed(state, word_at(bytes));
    bytes = bytes.subspan(std::min<std::size_t>(bytes.size(), 8));
  }
  return state;
}

}  // namespace dermis::base
