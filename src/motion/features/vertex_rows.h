// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "dermis/model/model.h"
#include "dermis/motion/impact_time.h"

namespace dermis::motion {

/// Plans in single precision, for filters and boxes: four floats for each end, the last one zero.
/// Rounded to nearest.
class VertexRows {
 public:
  struct alignas(16) Row {
    float x = 0, y = 0, z = 0, zero = 0;
  };

  void set(std::span<const MovingPoint> plans) {
    from_.resize(plans.size());
    to_.resize(plans.size());
    constexpr std::size_t kPart = 1024;
    base::parallel_for(plans.size(), kPart, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) set(static_cast<std::uint32_t>(v), plans[v]);
    });
  }
  /// For a walk through consecutive parts of the time: sets the positions at time 0. Call go_on()
  /// before reading from().
  void begin(std::span<const MovingPoint> plans) {
    to_.resize(plans.size());
    for (std::size_t v = 0; v < plans.size(); ++v) to_[v] = row(plans[v].from);
  }
  /// The next part: from the end of the previous part to `time`.
  void go_on(std::span<const MovingPoint> plans, double time) {
    std::swap(from_, to_);
    to_.resize(plans.size());
    for (std::size_t v = 0; v < plans.size(); ++v) {
      Point p;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        p[axis] = (1 - time) * plans[v].from[axis] + time * plans[v].to[axis];
      }
      to_[v] = row(p);
    }
  }
  void set(std::uint32_t vertex, const MovingPoint& plan) {
    from_[vertex] = row(plan.from);
    to_[vertex] = row(plan.to);
  }

  [[nodiscard]] const float* from(std::uint32_t vertex) const { return &from_[vertex].x; }
  [[nodiscard]] const float* to(std::uint32_t vertex) const { return &to_[vertex].x; }
  [[nodiscard]] std::size_t byte_count() const { return 2 * sizeof(Row) * from_.size(); }

 private:
  static Row row(const Point& p) {
    return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2]), 0};
  }

  std::vector<Row> from_, to_;
};

/// The largest radius of the triangle's corners; 0 if `radii` is empty.
inline float radius_of(const Triangle& t, std::span<const float> radii) {
  return radii.empty() ? 0 : std::max({radii[t[0]], radii[t[1]], radii[t[2]]});
}

}  // namespace dermis::motion
