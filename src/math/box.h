// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "dermis/math/types.h"

namespace dermis::math {

/// An axis-aligned closed box. An empty box has low > high.
struct Box {
  Vec3 low, high;

  static Box empty() {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    return {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  }

  void include(const Vec3& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  void include(const Box& other) {
    low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y),
           std::min(low.z, other.low.z)};
    high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y),
            std::max(high.z, other.high.z)};
  }
};

/// Whether the boxes share a point. Comparisons with NaN are false, so a box of NaNs overlaps every
/// box.
inline bool overlap(const Box& a, const Box& b) {
  return !(a.low.x > b.high.x || b.low.x > a.high.x || a.low.y > b.high.y || b.low.y > a.high.y ||
           a.low.z > b.high.z || b.low.z > a.high.z);
}

inline bool contains(const Box& box, const Vec3& p) {
  return box.low.x <= p.x && p.x <= box.high.x && box.low.y <= p.y && p.y <= box.high.y &&
         box.low.z <= p.z && p.z <= box.high.z;
}

/// The longest side.
inline float size_of(const Box& box) {
  return std::max({box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z});
}

/// Eight boxes, one per lane. A lane with an empty box overlaps no finite box.
struct alignas(32) Boxes8 {
  float low[3][8];
  float high[3][8];

  [[nodiscard]] Box get(std::size_t lane) const {
    return {{low[0][lane], low[1][lane], low[2][lane]},
            {high[0][lane], high[1][lane], high[2][lane]}};
  }
  void set(std::size_t lane, const Box& box) {
    low[0][lane] = box.low.x;
    low[1][lane] = box.low.y;
    low[2][lane] = box.low.z;
    high[0][lane] = box.high.x;
    high[1][lane] = box.high.y;
    high[2][lane] = box.high.z;
  }
};

}  // namespace dermis::math
