// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "model/procedural/surface.h"

namespace dermis::procedural {

/// Simplifies `surface` to `triangles` triangles (one fewer if the number is odd) by collapsing
/// edges. The edge whose collapse changes the shape least goes first. The surface must be closed
/// and manifold, and stays so. More triangles remain if no edge can collapse without a fold.
Surface collapsed(const Surface& surface, std::size_t triangles);

}  // namespace dermis::procedural
