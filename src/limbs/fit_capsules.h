// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/limbs/capsule.h"
#include "math/doubles.h"

namespace dermis::limbs {

/// A capsule or ball around all points with approximately the least volume.
Capsule fit_around(std::span<const math::Vec3d> points);

/// At most `most` capsules and balls whose union has its surface near `points`, which are on the
/// surface of an object. Minimises the mean squared distance. Adds a capsule only if that reduces
/// the mean square to less than 70 %.
std::vector<Capsule> fit_to_surface(std::span<const math::Vec3d> points, std::uint32_t most);

/// The distance of a point from the union of capsules; negative inside.
double signed_distance(std::span<const Capsule> capsules, const math::Vec3d& p);

}  // namespace dermis::limbs
