// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace dermis::motion {

/// A set of pairs of triangles: a hash table with open addressing.
class TestedPairs {
 public:
  TestedPairs() : keys_(1024, kFree) {}

  /// Returns whether the pair is new.
  bool add(std::uint32_t a, std::uint32_t b) {
    if (2 * ++count_ > keys_.size()) grow();
    if (insert(std::uint64_t{a} << 32U | b)) return true;
    --count_;
    return false;
  }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};  // never a pair of triangles

  bool insert(std::uint64_t key) {
    const std::size_t mask = keys_.size() - 1;
    std::size_t place = (key * 0x9e3779b97f4a7c15U) >> 32U & mask;
    while (keys_[place] != kFree) {
      if (keys_[place] == key) return false;
      place = (place + 1) & mask;
    }
    keys_[place] = key;
    return true;
  }
  void grow() {
    std::vector<std::uint64_t> old(2 * keys_.size(), kFree);
    old.swap(keys_);
    for (const std::uint64_t key : old) {
      if (key != kFree) insert(key);
    }
  }

  std::vector<std::uint64_t> keys_;
  std::size_t count_ = 0;
};

}  // namespace dermis::motion
