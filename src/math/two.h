// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

/// Two doubles in one register, by a language extension of GCC and Clang. Used where signs are
/// practically random: minima and selections replace branches that would be mispredicted.
namespace dermis::math {

using Two = double __attribute__((vector_size(16)));

inline Two both(double x) {
  return Two{x, x};
}
/// Both return b in a lane where a or b is NaN.
inline Two min(Two a, Two b) {
  return a < b ? a : b;
}
inline Two max(Two a, Two b) {
  return a > b ? a : b;
}

}  // namespace dermis::math
