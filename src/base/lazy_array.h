// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/lazy_stamps.h"

namespace dermis::base {

/// Values that are computed on first use in an epoch; see LazyStamps.
template <class Value>
class LazyArray {
 public:
  explicit LazyArray(std::size_t size)
      : size_(size), stamps_(size), values_(std::make_unique<Value[]>(size)) {}

  /// The value of entry i. Calls compute() unless this epoch already has the value. The result is
  /// in place or, if another thread is computing it at the moment, in the object that spare()
  /// returns.
  template <class Compute, class Spare>
  const Value& get(std::size_t i, std::uint32_t epoch, Compute&& compute, Spare&& spare) const {
    if (stamps_.is_ready(i, epoch)) return values_[i];
    return computed(i, epoch, compute, spare);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t byte_count() const {
    return stamps_.byte_count() + size_ * sizeof(Value);
  }

  void clear() { stamps_.clear(); }

 private:
  template <class Compute, class Spare>
  const Value& computed(std::size_t i, std::uint32_t epoch, Compute&& compute,
                        Spare&& spare) const {
    switch (stamps_.begin(i, epoch)) {
      case LazyStamps::State::ready:
        return values_[i];
      case LazyStamps::State::ours:
        values_[i] = compute();
        stamps_.finish(i, epoch);
        return values_[i];
      case LazyStamps::State::busy:
        break;
    }
    return spare() = compute();
  }

  std::size_t size_;
  LazyStamps stamps_;
  std::unique_ptr<Value[]> values_;
};

}  // namespace dermis::base
