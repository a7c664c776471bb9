// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/math/types.h"
#include "math/doubles.h"

namespace dermis::math {

inline Vec3d to_vector(const Point& p) {
  return {p[0], p[1], p[2]};
}
inline Point to_point(const Vec3d& v) {
  return {v.x, v.y, v.z};
}

}  // namespace dermis::math
