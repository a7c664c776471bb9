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
  std::vector<Triangle> triangles;  ///< closed; counterclockwise seen from outside
};

/// A mesh with its corners on the surface of a capsule: 8 rings of 16 corners around its axis (7
/// rings for a ball), and two poles.
CapsuleMesh capsule_mesh(const Capsule& capsule);

}  // namespace dermis::shapes
