// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/two.h"

namespace dermis::motion {

/// Exceeds the error of a share of a window, and of a time in it: about ten roundings of numbers up
/// to 1.
inline constexpr double kTimeError = 0x1p-49;

inline constexpr double kLargest = std::numeric_limits<double>::max();

/// The remaining part of a window, in shares of its width.
struct Slice {
  double low = 0, high = 1;

  [[nodiscard]] bool is_empty() const { return !(low <= high); }

  /// Cuts off the part in which a linear function is positive. `at_low` and `at_high` are its
  /// values at the ends of the window. Each has a relative error of at most one ulp, or is a lower
  /// bound.
  void keep_negative(double at_low, double at_high) {
    if (at_low > 0 && at_high > 0) {
      low = 2;
    } else if (!std::isfinite(at_low - at_high)) {
      return;  // an overflow gives no bound
    } else if (at_low > 0) {
      low = std::max(low, at_low / (at_low - at_high) - kTimeError);
    } else if (at_high > 0) {
      high = std::min(high, at_low / (at_low - at_high) + kTimeError);
    }
  }

  /// Same for two functions, side by side.
  void keep_negative(math::Two at_low, math::Two at_high) {
    using math::both;
    const math::Two way = at_low - at_high;
    const math::Two share = at_low / way;
    // An overflow gives no bound.
    const auto is_known = (way <= both(kLargest)) & (way >= both(-kLargest));
    const math::Two after = at_high > 0 ? both(2) : (is_known ? share - kTimeError : both(0));
    const math::Two lows = at_low > 0 ? after : both(0);
    const math::Two until = is_known ? share + kTimeError : both(1);
    const math::Two highs = at_low > 0 ? both(1) : (at_high > 0 ? until : both(1));
    low = std::max({low, lows[0], lows[1]});
    high = std::min({high, highs[0], highs[1]});
  }

  void cut(const Slice& other) {
    low = std::max(low, other.low);
    high = std::min(high, other.high);
  }
};

/// A closed interval of time.
struct Window {
  double from = 0, to = 1;

  [[nodiscard]] double width() const { return to - from; }
  [[nodiscard]] double middle() const { return 0.5 * (from + to); }

  /// Rounds outwards.
  [[nodiscard]] Window cut(const Slice& slice) const {
    return {std::max(from, from + slice.low * width() - kTimeError),
            std::min(to, from + slice.high * width() + kTimeError)};
  }
};

}  // namespace dermis::motion
