// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <mutex>

#include "math/float_mode.h"

namespace dermis::bounds {

void parallel_for(std::size_t count, const std::function<void(double)>& progress,
                  const std::function<void(std::size_t)>& work) {
  constexpr std::size_t kGrain = 64;
  std::atomic<std::size_t> done = 0;
  std::mutex telling;
  double told = 0;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, kGrain), [&](const auto& range) {
    {
      const math::DefinedFloatMode mode;  // every thread has its own
      for (std::size_t i = range.begin(); i != range.end(); ++i) work(i);
    }
    done += range.size();
    if (!progress) return;
    const std::lock_guard lock(telling);
    const double share = double(done) / double(count);
    if (share <= told) return;
    told = share;
    progress(share);
  });
}

void parallel_invoke(const std::function<void()>& first, const std::function<void()>& second) {
  const auto guarded = [](const std::function<void()>& work) {
    return [&work] {
      const math::DefinedFloatMode mode;
      work();
    };
  };
  tbb::parallel_invoke(guarded(first), guarded(second));
}

void isolated(const std::function<void()>& work) {
  tbb::this_task_arena::isolate([&] { work(); });
}

}  // namespace dermis::bounds
