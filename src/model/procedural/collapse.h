// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "model/procedural/surface.h"

namespace dermis::procedural {

/// The surface with so many triangles, or fewer by one if the count is odd: edges are collapsed one
/// by one, first the one whose collapse changes the shape least. Must be closed and manifold, and
/// stays so. If no edge is left that can go without a fold, more triangles remain.
Surface collapsed(const Surface& surface, std::size_t triangles);

}  // namespace dermis::procedural
