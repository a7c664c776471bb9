// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <atomic>

namespace dermis::app {

namespace {

// Any thread may be the one that gets the signal; a handler may write what is free of locks.
std::atomic<bool> noted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note(int /*signal*/) {
  noted.store(true, std::memory_order_relaxed);
}

}  // namespace

Interrupt::Interrupt() {
  noted = false;
  sigaction(SIGINT, nullptr, &before_);
  if (before_.sa_handler == SIG_IGN) return;  // as nohup and shells ask of background work
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
