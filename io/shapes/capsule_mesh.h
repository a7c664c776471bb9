// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/limbs/capsule.h"
#include "dermis/model/model.h"
#include "math/doubles.h"

namespace dermis::shapes {

struct CapsuleMesh {
  std::vector<math::Vec3d> positions;
  std::vector<Triangle> triangles;  ///< closed, seen counterclockwise from outside
};

/// Corners on the surface of a capsule: rings of 16 around its axis, 8 of them, or 7 around a ball.
CapsuleMesh capsule_mesh(const Capsule& capsule);

}  // namespace dermis::shapes
