// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <limits>

namespace dermis::math {

/// The smallest float that is not less than x.
inline float rounded_up(double x) {
  const auto nearest = static_cast<float>(x);
  return nearest < x ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}

}  // namespace dermis::math
