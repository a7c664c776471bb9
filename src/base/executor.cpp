// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/executor.h"

#include <atomic>

#if DERMIS_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace dermis {

namespace {

class SerialExecutor final : public Executor {
 public:
  void run(std::size_t count, const std::function<void(std::size_t)>& task) override {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
  [[nodiscard]] std::size_t concurrency() const override { return 1; }
};

#if DERMIS_TBB
class TbbExecutor final : public Executor {
 public:
  void run(std::size_t count, const std::function<void(std::size_t)>& task) override {
    // Without isolation, a waiting thread would take up tasks of other loops.
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count), [&](const auto& range) {
        for (std::size_t i = range.begin(); i != range.end(); ++i) task(i);
      });
    });
  }
  [[nodiscard]] std::size_t concurrency() const override {
    return static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  }
};
#endif

std::atomic<Executor*>& chosen_executor() {
  static std::atomic<Executor*> chosen = nullptr;
  return chosen;
}

}  // namespace

Executor& serial_executor() {
  static SerialExecutor executor;
  return executor;
}

Executor& default_executor() {
  if (Executor* const chosen = chosen_executor().load(std::memory_order_acquire)) return *chosen;
#if DERMIS_TBB
  static TbbExecutor executor;
  return executor;
#else
  return serial_executor();
#endif
}

void set_default_executor(Executor* executor) {
  chosen_executor().store(executor, std::memory_order_release);
}

}  // namespace dermis
