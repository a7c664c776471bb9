// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

namespace dermis {

/// Runs the parallel loops of the library. Implement it to use your own threads: see
/// howtos/use_your_own_threads.cpp. Results do not depend on the executor. It must outlive the
/// calls that it is passed to, and the objects (World, Cloth) whose options hold it. KineticList
/// always runs on the calling thread.
class Executor {
 public:
  virtual ~Executor() = default;

  /// Calls task(i) once for every i in [0, count), on any threads, in any order, and returns after
  /// all calls have returned. The library calls run() from several threads at once, and from within
  /// tasks.
  ///
  /// A task may throw std::bad_alloc and nothing else. run() must rethrow it on the calling thread
  /// after all started tasks have ended, or end the process.
  ///
  /// A thread that waits in run() may execute tasks of this call. It must not execute tasks of
  /// another call: such a task could need a lock that the waiting thread holds.
  virtual void run(std::size_t count, const std::function<void(std::size_t)>& task) = 0;

  /// The number of tasks that may run at the same time, at least 1.
  [[nodiscard]] virtual std::size_t concurrency() const = 0;
};

/// Runs all tasks on the calling thread.
Executor& serial_executor();

/// The executor of functions whose option `executor` is null, and of functions without that option.
/// One exception: if your sink, filter or task calls the library, that inner call uses the executor
/// of the outer call. The default executor is the one of set_default_executor(). If there is none,
/// it is oneTBB with one thread per core, or serial_executor() in builds without oneTBB.
Executor& default_executor();

/// Replaces default_executor() in the whole process; null restores the built-in one. The executor
/// must live until another call replaces it. It must also outlive all objects whose options hold
/// it. Call this only while no other call of the library runs.
void set_default_executor(Executor* executor);

}  // namespace dermis
