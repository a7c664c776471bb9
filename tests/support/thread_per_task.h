// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "dermis/base/executor.h"

namespace dermis::test {

/// A new thread for every task: as unlike oneTBB as can be.
class ThreadPerTask final : public Executor {
 public:
  void run(std::size_t count, const std::function<void(std::size_t)>& task) override {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) {
      threads.emplace_back([&, i] { task(i); });
      if (threads.size() == kAtOnce) join(threads);
    }
    join(threads);
    ++loops;
  }
  [[nodiscard]] std::size_t concurrency() const override { return kAtOnce; }

  std::atomic<int> loops = 0;

 private:
  static constexpr std::size_t kAtOnce = 3;
  static void join(std::vector<std::thread>& threads) {
    for (std::thread& thread : threads) thread.join();
    threads.clear();
  }
};

}  // namespace dermis::test
