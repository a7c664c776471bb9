// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "dermis/math/types.h"

/// Do two triangles meet? Exact for all finite float32 coordinates, whatever the host's rounding
/// and flush-to-zero modes; no tolerance anywhere. A triangle with a coordinate that is not finite
/// meets nothing, not even its duplicate.
namespace dermis {

using Corners = std::array<Vec3, 3>;

/// Whether two closed triangles share a point. Touching in a point, along an edge and overlapping
/// in a plane count; a triangle may be degenerate, a segment or a point.
bool intersect(const Corners& a, const Corners& b);

enum class Contact {
  none,       ///< apart, or they share nothing but the hull of the corners they have in common
  crossing,   ///< they share more than that
  duplicate,  ///< they have the same corners
};

/// The same question for two triangles of one mesh, which may be neighbours. Corners are common
/// when their coordinates are equal (−0 = +0), so seams of split vertices count as connected.
Contact contact_in_mesh(const Corners& a, const Corners& b);

}  // namespace dermis
