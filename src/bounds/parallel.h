// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>

namespace dermis::bounds {

/// Says how far many threads are together, 0…1, now and then, by one of them at a time.
class SharedProgress {
 public:
  /// `tell` may be empty.
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

/// Calls work(0) … work(count − 1) on all cores, in any order, each core at least so many in a row.
/// From time to time one thread says how far it is, 0…1.
void parallel_for(std::size_t count, const std::function<void(double)>& progress,
                  const std::function<void(std::size_t)>& work, std::size_t in_a_row = 64);

/// Calls both, at the same time if there are cores for it.
void parallel_invoke(const std::function<void()>& first, const std::function<void()>& second);

/// Calls it; while this thread waits for others in it, it takes up no work from outside, which
/// might wait for a lock that this thread holds.
void isolated(const std::function<void()>& work);

}  // namespace dermis::bounds
