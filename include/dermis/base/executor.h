// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace dermis {

/// Runs the parallel loops of the library. Implement it to use your own threads: see
/// howtos/use_your_own_threads.cpp. Results do not depend on the executor. It must outlive the
/// calls that it is passed to, and the objects (World, Cloth) whose options hold it.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Calls task(i) once for every i in [0, count), on any threads, in any order, and returns after
  /// all calls have returned. The library calls run() from several threads at once, and from within
  /// tasks. Tasks of the library throw nothing but std::bad_alloc.
  ///
  /// While the calling thread waits here, it must not start tasks of any other call of run(): such
  /// a task could need a lock that this thread holds.
  virtual void run(std::size_t count, const std::function<void(std::size_t)>& task) = 0;

  /// The number of tasks that may run at the same time, at least 1.
  [[nodiscard]] virtual std::size_t concurrency() const = 0;
};

/// Runs all tasks on the calling thread.
Executor& serial_executor();

/// The executor that is used if an option `executor` is null. A call from within a sink, filter or
/// task of another call uses that call's executor instead. The default is oneTBB with one thread
/// per core, or serial_executor() in builds without oneTBB, unless set_default_executor() was
/// called.
Executor& default_executor();

/// Replaces default_executor() in the whole process; null restores it. The executor must outlive
/// its use. Call this only while no other call of the library runs.
void set_default_executor(Executor* executor);

}  // namespace dermis
