// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dermis/limbs/capsule.h"
#include "math/doubles.h"

namespace dermis::world {

/// A ball that goes straight from one place to another while time goes from 0 to 1. It holds all
/// that goes straight from a capsule around one place to one around the other: a distance from its
/// centre is a convex function of time, and so at most as large as at the ends.
struct SweptBall {
  math::Vec3d from, to;
  double radius = 0;

  SweptBall(const Capsule& before, const Capsule& after);
};

std::vector<SweptBall> swept_balls(std::span<const Capsule> before, std::span<const Capsule> after);

struct TimeWindow {
  double from = 0, to = 1;
};
/// While two balls overlap, if they do.
std::optional<TimeWindow> overlap_window(const SweptBall& a, const SweptBall& b);

}  // namespace dermis::world
