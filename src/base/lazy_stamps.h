// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace dermis::base {

/// The epochs in which the entries of a character's caches were computed. Threads share it without
/// locks. The first thread that needs an entry in an epoch computes it in place. A thread that
/// needs it in the meantime computes its own copy instead of waiting.
class LazyStamps {
 public:
  /// Epochs are 1 … kLastEpoch. After the last one, call clear().
  static constexpr std::uint32_t kLastEpoch = (1U << 31U) - 1;

  explicit LazyStamps(std::size_t size)
      : size_(size), stamps_(std::make_unique<std::atomic<std::uint32_t>[]>(size)) {}

  [[nodiscard]] std::size_t byte_count() const { return size_ * sizeof(stamps_[0]); }

  void clear() {
    for (std::size_t i = 0; i < size_; ++i) stamps_[i].store(0, std::memory_order_relaxed);
  }

  enum class State {
    ready,  ///< the entry may be read
    ours,   ///< the caller computes it and calls finish()
    busy,   ///< another thread is computing it
  };
  State begin(std::size_t i, std::uint32_t epoch) const {
    const std::uint32_t ready = 2 * epoch;
    std::uint32_t seen = stamps_[i].load(std::memory_order_acquire);
    if (seen == ready) return State::ready;
    if (seen != ready + 1 &&
        stamps_[i].compare_exchange_strong(seen, ready + 1, std::memory_order_acquire)) {
      return State::ours;
    }
    return seen == ready ? State::ready : State::busy;
  }
  [[nodiscard]] bool is_ready(std::size_t i, std::uint32_t epoch) const {
    return stamps_[i].load(std::memory_order_acquire) == 2 * epoch;
  }
  void finish(std::size_t i, std::uint32_t epoch) const {
    stamps_[i].store(2 * epoch, std::memory_order_release);
  }

 private:
  std::size_t size_;
  std::unique_ptr<std::atomic<std::uint32_t>[]> stamps_;  ///< 2·epoch: ready; 2·epoch + 1: busy
};

}  // namespace dermis::base
