// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "dermis/math/types.h"
#include "dermis/triangle/pairs.h"

namespace dermis::scenes {

/// The number of points inside a closed posed mesh, from the crossings of a ray from each point.
std::size_t count_inside(const PosedMesh& mesh, std::span<const Point> points);

}  // namespace dermis::scenes
