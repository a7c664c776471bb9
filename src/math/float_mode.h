// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace dermis::math {

/// While it lives, this thread computes as IEEE 754 says: round to nearest, no flush-to-zero, no
/// denormals-are-zero, no traps. Hosts (audio, games, -ffast-math start-up code) often run with
/// other settings; the old ones come back at the end.
///
/// Compilers do not know that arithmetic depends on the mode and may move it across the change. The
/// barriers keep loads after the first and stores before the second change, so arithmetic whose
/// operands come from memory and whose results go there stays between.
class DefinedFloatMode {
 public:
#if defined(__x86_64__)
  DefinedFloatMode() : saved_(_mm_getcsr()) {
    _mm_setcsr(kDefaultMxcsr);
    asm volatile("" : : : "memory");
  }
  ~DefinedFloatMode() {
    asm volatile("" : : : "memory");
    _mm_setcsr(saved_);
  }
#elif defined(__aarch64__)
  DefinedFloatMode() {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    asm volatile("msr fpcr, %0" : : "r"(std::uint64_t{0}) : "memory");
  }
  ~DefinedFloatMode() { asm volatile("msr fpcr, %0" : : "r"(saved_) : "memory"); }
#else
  DefinedFloatMode() = default;
  ~DefinedFloatMode() = default;
#endif
  DefinedFloatMode(const DefinedFloatMode&) = delete;
  DefinedFloatMode& operator=(const DefinedFloatMode&) = delete;

 private:
#if defined(__x86_64__)
  static constexpr unsigned kDefaultMxcsr = 0x1f80;  // all exceptions masked, nothing else set
  unsigned saved_;
#elif defined(__aarch64__)
  std::uint64_t saved_ = 0;
#endif
};

}  // namespace dermis::math
