// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace dermis::query {

/// N floats per entry, computed the first time an epoch asks for them, by whichever thread asks
/// first. Threads that ask at the same time compute the same bits and may all write them: the
/// values are atomic, and whoever sees the epoch (acquire) sees values that were complete before it
/// (release).
template <std::size_t N>
class LazyArray {
 public:
  using Value = std::array<float, N>;

  explicit LazyArray(std::size_t size) : entries_(std::make_unique<Entry[]>(size)) {}

  /// The value of entry i, from compute() unless this epoch has it; epochs start at 1. Counts what
  /// this call computed.
  template <class Compute>
  Value get(std::size_t i, std::uint32_t epoch, std::uint64_t& computed, Compute&& compute) const {
    Entry& entry = entries_[i];
    Value value;
    if (entry.epoch.load(std::memory_order_acquire) == epoch) {
      for (std::size_t k = 0; k < N; ++k) {
        value[k] = entry.value[k].load(std::memory_order_relaxed);
      }
      return value;
    }
    value = compute();
    ++computed;
    for (std::size_t k = 0; k < N; ++k) {
      entry.value[k].store(value[k], std::memory_order_relaxed);
    }
    entry.epoch.store(epoch, std::memory_order_release);
    return value;
  }

 private:
  struct Entry {
    std::atomic<std::uint32_t> epoch{0};
    std::array<std::atomic<float>, N> value;
  };
  std::unique_ptr<Entry[]> entries_;
};

}  // namespace dermis::query
