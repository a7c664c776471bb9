// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/limbs/capsule.h"
#include "math/box.h"

namespace dermis::limbs {

/// The box around a capsule, up to rounding.
inline math::Box box_around(const Capsule& c) {
  math::Box box = math::Box::empty();
  for (const Vec3& end : {c.a, c.b}) {
    box.include(Vec3{end.x - c.radius, end.y - c.radius, end.z - c.radius});
    box.include(Vec3{end.x + c.radius, end.y + c.radius, end.z + c.radius});
  }
  return box;
}

}  // namespace dermis::limbs
