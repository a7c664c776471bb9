// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "dermis/math/types.h"
#include "limbs/point_cloud.h"
#include "math/doubles.h"

namespace dermis::limbs {

/// How far the convex hulls of two sets of points overlap.
struct HullOverlap {
  double depth = 0;        ///< the shortest way for the second to get free
  math::Vec3d normal;      ///< its direction, of unit length
  math::Vec3d on_a, on_b;  ///< the places of both that are then the last to touch
};

/// Nothing if the hulls have no point in common, if there are no points, or if all are in one
/// plane. `guess` is a direction, of unit length, that may separate them. `supports` counts
/// searches for a farthest point.
std::optional<HullOverlap> hull_overlap(const PointCloud& a, const PointCloud& b,
                                        const math::Vec3d& guess, std::uint64_t& supports);

/// Whether the hull of some points holds p.
bool hull_contains(const PointCloud& points, const Vec3& p);

}  // namespace dermis::limbs
