// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/math/types.h"
#include "dermis/model/model.h"

namespace dermis {

/// Triangles and nothing else: what a simulation writes per frame.
struct Mesh {
  std::vector<Point> positions;
  std::vector<Triangle> triangles;
};

}  // namespace dermis
