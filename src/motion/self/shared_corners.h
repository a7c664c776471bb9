// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>

#include "dermis/model/model.h"

namespace dermis::motion {

/// Masks of the corners that two triangles of one mesh have in common.
struct SharedCorners {
  unsigned of_a = 0, of_b = 0;

  SharedCorners(const Triangle& a, const Triangle& b) {
    for (unsigned i = 0; i < 3; ++i) {
      for (unsigned j = 0; j < 3; ++j) {
        if (a[i] != b[j]) continue;
        of_a |= 1U << i;
        of_b |= 1U << j;
      }
    }
  }
  [[nodiscard]] int count() const { return std::popcount(of_a); }
};

inline bool has_corner_twice(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

}  // namespace dermis::motion
