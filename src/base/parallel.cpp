// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "base/parallel.h"

namespace dermis::base {

namespace {

thread_local Executor* innermost = nullptr;

}  // namespace

ExecutorScope::ExecutorScope(Executor* executor) : outer_(innermost) {
  if (executor != nullptr) innermost = executor;
}

ExecutorScope::~ExecutorScope() {
  innermost = outer_;
}

Executor& ExecutorScope::current() {
  return innermost != nullptr ? *innermost : default_executor();
}

}  // namespace dermis::base
