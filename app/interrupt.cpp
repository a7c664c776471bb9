// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/interrupt.h"

#include <atomic>

namespace dermis::app {

namespace {

// Any thread may receive the signal. A signal handler may only write lock-free atomics.
std::atomic<bool> noted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note(int /*signal*/) {
  noted.store(true, std::memory_order_relaxed);
}

}  // namespace

Interrupt::Interrupt() {
  noted = false;
  sigaction(SIGINT, nullptr, &before_);
  if (before_.sa_handler == SIG_IGN) return;  // nohup and shells do that for background jobs
  struct sigaction ours = {};
  ours.sa_handler = note;
  sigemptyset(&ours.sa_mask);
  ours.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
  sigaction(SIGINT, &ours, nullptr);
}

Interrupt::~Interrupt() {
  sigaction(SIGINT, &before_, nullptr);
}

bool Interrupt::requested() {
  return noted.load(std::memory_order_relaxed);
}

}  // namespace dermis::app
