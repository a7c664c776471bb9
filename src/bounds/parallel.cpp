// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include "math/float_mode.h"

namespace dermis::bounds {

void SharedProgress::add(std::size_t done) {
  done_ += done;
  if (!tell_) return;
  const std::lock_guard lock(telling_);
  const std::size_t all = done_;
  const double share = double(all) / double(total_);
  constexpr double kWorthTelling = 0.005;
  if (share <= told_ || (share < told_ + kWorthTelling && all < total_)) return;
  told_ = share;
  tell_(share);
}

void parallel_for(std::size_t count, const std::function<void(double)>& progress,
                  const std::function<void(std::size_t)>& work, std::size_t in_a_row) {
  SharedProgress shared(progress, count);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, in_a_row), [&](const auto& range) {
    {
      const math::DefinedFloatMode mode;  // every thread has its own
      for (std::size_t i = range.begin(); i != range.end(); ++i) work(i);
    }
    shared.add(range.size());
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
