// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// How do I run Dermis on my engine's threads?
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "dermis/dermis.h"

namespace {

/// A pool of threads that serves several loops at once. Idle threads help the oldest loop; a thread
/// that waits for its own loop works on that loop only.
class ThreadPool final : public dermis::Executor {
 public:
  explicit ThreadPool(std::size_t threads) {
    for (std::size_t i = 0; i + 1 < threads; ++i) threads_.emplace_back([this] { serve(); });
  }
  ~ThreadPool() override {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void run(std::size_t count, const std::function<void(std::size_t)>& task) override {
    Loop loop{count, task};
    {
      const std::lock_guard lock(mutex_);
      loops_.push_back(&loop);
    }
    changed_.notify_all();
    work_on(loop);
    std::unique_lock lock(mutex_);
    std::erase(loops_, &loop);
    changed_.wait(lock, [&] { return loop.helpers == 0; });
  }
  [[nodiscard]] std::size_t concurrency() const override { return threads_.size() + 1; }

  /// The number of tasks that were run.
  [[nodiscard]] std::size_t tasks() const { return tasks_; }

 private:
  struct Loop {
    std::size_t count;
    const std::function<void(std::size_t)>& task;
    std::atomic<std::size_t> next = 0;
    int helpers = 0;  ///< other threads at work on it
  };

  void work_on(Loop& loop) {
    for (std::size_t i = loop.next++; i < loop.count; i = loop.next++) {
      loop.task(i);
      ++tasks_;
    }
  }
  void serve() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return stopped_ || !loops_.empty(); });
      if (stopped_) return;
      Loop& loop = *loops_.front();
      ++loop.helpers;
      lock.unlock();
      work_on(loop);
      lock.lock();
      --loop.helpers;
      std::erase(loops_, &loop);  // nothing is left to start
      changed_.notify_all();
    }
  }

  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Loop*> loops_;
  bool stopped_ = false;
  std::atomic<std::size_t> tasks_ = 0;
};

/// The impacts of a ball with itself while it turns inside out.
dermis::Impacts impacts(dermis::Executor* executor) {
  const dermis::Model ball = dermis::make_ball(1, 48);
  std::vector<dermis::Point> from;
  std::vector<dermis::Point> to;
  for (const auto& [x, y, z] : ball.positions) {
    from.push_back({x, y, z});
    to.push_back({x, -y, z});
  }
  auto mesh = dermis::MovingMesh::make({from, ball.triangles});
  if (!mesh || !mesh->fly_to(to)) return {};
  return find_self_impacts(*mesh, {.executor = executor});
}

}  // namespace

int main() {
  ThreadPool pool(3);
  const dermis::Model creature = dermis::make_creature();

  // For one call, pass the executor in the options …
  const dermis::Impacts by_pool = impacts(&pool);
  const dermis::Impacts by_one_thread = impacts(&dermis::serial_executor());
  if (by_pool.impacts != by_one_thread.impacts) return std::puts("the results differ"), 1;

  // … or make it the default of the whole process.
  dermis::set_default_executor(&pool);
  const auto baked = dermis::bake(creature);
  dermis::set_default_executor(nullptr);
  if (!baked || to_bytes(*baked) != to_bytes(*dermis::bake(creature))) {
    return std::puts("the results differ"), 1;
  }
  std::printf("%zu impacts; %s by the pool; the same bits with every executor\n",
              by_pool.impacts.size(), pool.tasks() > 0 ? "tasks were run" : "nothing was run");
}
