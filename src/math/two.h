// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

/// Two doubles in one register; a language extension of GCC and Clang. Where signs are as good as
/// random, minima and choices instead of branches.
namespace dermis::math {

using Two = double __attribute__((vector_size(16)));

inline Two both(double x) {
  return Two{x, x};
}
/// b where one of them is no number.
inline Two min(Two a, Two b) {
  return a < b ? a : b;
}
inline Two max(Two a, Two b) {
  return a > b ? a : b;
}

}  // namespace dermis::math
