// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace dermis::base {

/// While this object exists, its thread computes by IEEE 754: round to nearest, no flush-to-zero,
/// no denormals-are-zero, no traps. Hosts (audio, games, -ffast-math start-up code) often run with
/// other settings. The destructor restores them.
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

/// Whether this thread computes as IEEE 754 says, as it does while a DefinedFloatMode lives.
/// Internal functions whose bits are defined assert it; public functions create the
/// DefinedFloatMode.
inline bool float_mode_is_defined() {
#if defined(__x86_64__)
  constexpr unsigned kStickyFlags = 0x3f;
  constexpr unsigned kDefaultMxcsr = 0x1f80;
  return (_mm_getcsr() & ~kStickyFlags) == kDefaultMxcsr;
#elif defined(__aarch64__)
  std::uint64_t fpcr = 0;
  asm volatile("mrs %0, fpcr" : "=r"(fpcr));
  return fpcr == 0;
#else
  return true;
#endif
}

}  // namespace dermis::base
