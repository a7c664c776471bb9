// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "dermis/math/types.h"

/// @defgroup triangle triangle
/// Do two triangles meet, exactly?
///
/// The test is exact for all finite float32 coordinates and has no tolerance. The host's rounding
/// and flush-to-zero modes do not matter. A triangle with a coordinate that is not finite meets
/// nothing, not even its duplicate.
namespace dermis {

/// The corners of a triangle in world space.
using Corners = std::array<Vec3, 3>;

/// Whether two closed triangles share a point. It is enough that they touch in a point or along an
/// edge, or overlap in a plane. A triangle may be degenerate: a segment or a point.
bool intersect(const Corners& a, const Corners& b);

/// How two triangles of one mesh meet.
enum class PairKind {
  none,       ///< apart, or they share no more than the convex hull of their common corners
  crossing,   ///< they share more than that
  duplicate,  ///< they have the same corners
};

/// How two triangles of one mesh meet. They may be neighbors. Corners are common if their
/// coordinates are equal (−0 = +0), so triangles are neighbors across a seam of split vertices.
PairKind pair_in_mesh(const Corners& a, const Corners& b);

}  // namespace dermis
