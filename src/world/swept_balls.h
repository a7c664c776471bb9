// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dermis/limbs/capsule.h"
#include "math/doubles.h"

namespace dermis::world {

/// A ball that moves in a straight line while time goes from 0 to 1. It encloses all points that
/// move in straight lines from a capsule around its start to a capsule around its end: the distance
/// of such a point from the centre is a convex function of time, so it is largest at an end.
struct SweptBall {
  math::Vec3d from, to;
  double radius = 0;

  SweptBall(const Capsule& before, const Capsule& after);
};

std::vector<SweptBall> swept_balls(std::span<const Capsule> before, std::span<const Capsule> after);

struct TimeWindow {
  double from = 0, to = 1;
};
/// The time in which two balls overlap, if they do.
std::optional<TimeWindow> overlap_window(const SweptBall& a, const SweptBall& b);

}  // namespace dermis::world
