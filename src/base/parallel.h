// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <vector>

#include "base/float_mode.h"
#include "dermis/base/executor.h"

/// The only door to threads: every parallel loop of the library goes through this header.
namespace dermis::base {

/// While it lives, parallel loops of this thread, and of tasks that they start, use an executor.
/// Public functions that have an option `executor` begin with one of these.
class ExecutorScope {
 public:
  /// Null: keeps the enclosing scope's executor, or else default_executor().
  explicit ExecutorScope(Executor* executor);
  ~ExecutorScope();
  ExecutorScope(const ExecutorScope&) = delete;
  ExecutorScope& operator=(const ExecutorScope&) = delete;

  /// The executor of the calling thread's innermost scope.
  static Executor& current();

 private:
  Executor* outer_;
};

/// Calls work(begin, end) for consecutive parts of [0, count), `grain` elements each. A count up to
/// `grain` runs on the calling thread.
template <class Work>
void parallel_for(std::size_t count, std::size_t grain, Work&& work) {
  Executor& executor = ExecutorScope::current();
  if (count <= grain || executor.concurrency() <= 1) {
    if (count > 0) work(std::size_t{0}, count);
    return;
  }
  executor.run((count + grain - 1) / grain, [&](std::size_t part) {
    const DefinedFloatMode mode;  // each thread has its own
    const ExecutorScope scope(&executor);
    work(part * grain, std::min((part + 1) * grain, count));
  });
}

/// Calls both functions, at the same time if the executor can.
template <class First, class Second>
void parallel_invoke(First&& first, Second&& second) {
  parallel_for(2, 1, [&](std::size_t begin, std::size_t end) {
    if (begin == 0) first();
    if (end == 2) second();
  });
}

/// Sorts by <. Equal elements must be indistinguishable.
template <class T>
void parallel_sort(std::vector<T>& values) {
  constexpr std::size_t kWorthIt = 4096;
  const std::size_t threads = ExecutorScope::current().concurrency();
  if (threads <= 1 || values.size() < kWorthIt) {
    std::sort(values.begin(), values.end());
    return;
  }
  std::size_t grain = (values.size() + threads - 1) / threads;
  const auto at = [&](std::size_t i) {
    return values.begin() + static_cast<std::ptrdiff_t>(std::min(i, values.size()));
  };
  // Parts are counted here, for an executor may change its mind about its number of threads.
  const auto for_parts = [&](std::size_t size, const auto& work) {
    parallel_for((values.size() + size - 1) / size, 1, [&](std::size_t first, std::size_t last) {
      for (std::size_t part = first; part < last; ++part) work(part * size);
    });
  };
  for_parts(grain, [&](std::size_t begin) { std::sort(at(begin), at(begin + grain)); });
  std::vector<T> merged(values.size());
  for (; grain < values.size(); grain *= 2) {
    for_parts(2 * grain, [&](std::size_t begin) {
      std::merge(at(begin), at(begin + grain), at(begin + grain), at(begin + 2 * grain),
                 merged.begin() + static_cast<std::ptrdiff_t>(begin));
    });
    values.swap(merged);
  }
}

}  // namespace dermis::base
