// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/model/model.h"
#include "model/procedural/figure.h"

namespace dermis::procedural {

struct Surface {
  std::vector<Vec3d> positions;
  std::vector<Triangle> triangles;  ///< counter-clockwise seen from outside
};

/// The skin around the figure's flesh: surface nets (the dual of marching cubes) on a grid of the
/// figure's cell size. Each vertex is then pulled onto the smooth surface. Closed by construction.
Surface make_surface(const Figure& figure);

}  // namespace dermis::procedural
