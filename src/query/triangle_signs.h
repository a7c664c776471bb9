// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/query/triangle.h"
#include "math/orientation.h"

/// Callers hold a DefinedFloatMode: hosts may treat denormal coordinates as zero.
namespace dermis::query {

/// Whether two closed triangles share a point, from the exact signs of orientations alone. All
/// cases are decided here, degenerate ones included; filters only save the way to it.
bool intersect_by_signs(const Corners& p, const Corners& q, math::Orientation& orientation);

}  // namespace dermis::query
