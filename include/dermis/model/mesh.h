// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/math/types.h"
#include "dermis/model/model.h"

namespace dermis {

/// A triangle mesh without skin and parts, such as one frame of a simulation.
struct Mesh {
  std::vector<Point> positions;     ///< positions of the vertices, in metres
  std::vector<Triangle> triangles;  ///< indices into `positions`
};

}  // namespace dermis
