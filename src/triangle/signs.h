// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/triangle/triangle.h"
#include "math/orientation.h"

namespace dermis::triangle {

/// Whether two closed triangles share a point, from exact signs of orientations alone. Decides all
/// cases, degenerate ones included; the filters only make it faster.
bool intersect_by_signs(const Corners& p, const Corners& q, math::Orientation& orientation);

}  // namespace dermis::triangle
