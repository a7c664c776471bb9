// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

#include "base/parallel.h"

namespace dermis::base {

/// Reports the progress that several threads make together.
class SharedProgress {
 public:
  /// `tell` receives the progress from 0 to 1, from one thread at a time; it may be empty.
  SharedProgress(const std::function<void(double)>& tell, std::size_t total)
      : tell_(tell), total_(total) {}
  void add(std::size_t done);

 private:
  const std::function<void(double)>& tell_;
  std::size_t total_;
  std::atomic<std::size_t> done_ = 0;
  std::mutex telling_;
  double told_ = 0;
};

/// Calls work(0) … work(count − 1) as parallel_for() with this grain, and reports progress.
template <class Work>
void parallel_for_each(std::size_t count, std::size_t grain,
                       const std::function<void(double)>& progress, Work&& work) {
  SharedProgress shared(progress, count);
  parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(i);
    shared.add(end - begin);
  });
}

}  // namespace dermis::base
