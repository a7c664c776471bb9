// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/bounds/collider.h"
#include "dermis/math/types.h"
#include "math/four.h"

namespace dermis::bounds {

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

/// A ball around all balls of at least one block, but for rounding.
Ball enclose(std::span<const BallBlock> blocks, RefitCentre centre);

/// In each lane a ball around all balls of that lane, but for rounding.
BallBlock enclose_lanes(std::span<const BallBlock> blocks, RefitCentre centre);

}  // namespace dermis::bounds
