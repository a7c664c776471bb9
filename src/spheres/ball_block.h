// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/collider/collider.h"
#include "dermis/math/types.h"
#include "dermis/spheres/spheres.h"
#include "math/four.h"

namespace dermis::spheres {

/// Four balls side by side.
struct alignas(64) BallBlock {
  using Bound = Ball;
  math::Four x, y, z, radius;

  [[nodiscard]] Ball get(std::size_t lane) const {
    return {{x[lane], y[lane], z[lane]}, radius[lane]};
  }
  void set(std::size_t lane, const Ball& ball) {
    x[lane] = ball.center.x;
    y[lane] = ball.center.y;
    z[lane] = ball.center.z;
    radius[lane] = ball.radius;
  }
};

/// A ball around all balls of the blocks, up to rounding. There must be at least one block.
Ball enclose(std::span<const BallBlock> blocks, RefitCenter choice);

/// A ball in each lane around all balls of that lane, up to rounding.
BallBlock enclose_lanes(std::span<const BallBlock> blocks, RefitCenter choice);

}  // namespace dermis::spheres
