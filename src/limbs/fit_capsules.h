// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/limbs/capsule.h"
#include "math/doubles.h"

namespace dermis::limbs {

/// A capsule or ball around all points with about the least volume.
Capsule fit_around(std::span<const math::Vec3d> points);

/// Capsules and balls, at most so many, whose union has its surface near the points, which are on
/// the surface of something: the mean square of the distances is small. More of them only where
/// that makes a difference.
std::vector<Capsule> fit_to_surface(std::span<const math::Vec3d> points, std::uint32_t most);

/// How far a point is outside of the union of capsules; inside, less than 0.
double signed_distance(std::span<const Capsule> capsules, const math::Vec3d& p);

}  // namespace dermis::limbs
