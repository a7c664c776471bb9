// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "dermis/math/types.h"
#include "limbs/point_cloud.h"
#include "math/doubles.h"

namespace dermis::limbs {

/// The overlap of the convex hulls of two sets of points.
struct HullOverlap {
  /// Length of the shortest translation of the second set that separates them.
  double depth = 0;
  math::Vec3d normal;      ///< direction of this translation, unit length
  math::Vec3d on_a, on_b;  ///< the points of both that touch last during it
};

/// Returns no value if the hulls have no point in common, if a set is empty, or if all differences
/// are in one plane. `guess` is a direction of unit length that may separate the sets. `supports`
/// counts searches for a farthest point.
std::optional<HullOverlap> hull_overlap(const PointCloud& a, const PointCloud& b,
                                        const math::Vec3d& guess, std::uint64_t& supports);

/// Whether the convex hull of `points` contains p.
bool hull_contains(const PointCloud& points, const Vec3& p);

}  // namespace dermis::limbs
