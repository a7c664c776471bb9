// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace dermis::test {

/// Aborts, so that the fuzzer keeps the input.
[[noreturn]] inline void fail(const char* promise, const std::string& details = {}) {
  std::fprintf(stderr, "broken promise: %s%s\n", promise, details.c_str());
  std::abort();
}

inline void require(bool ok, const char* promise) {
  if (!ok) fail(promise);
}

}  // namespace dermis::test
