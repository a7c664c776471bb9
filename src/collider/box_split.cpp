// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/box_split.h"

#include <algorithm>

namespace dermis::collider {

namespace {

using math::Box;

double surface(const Box& box) {
  const double x = double{box.high.x} - box.low.x;
  const double y = double{box.high.y} - box.low.y;
  const double z = double{box.high.z} - box.low.z;
  return x * y + y * z + z * x;
}

/// Twice the centre along an axis.
float key(const Box& box, int axis) {
  switch (axis) {
    case 0:
      return box.low.x + box.high.x;
    case 1:
      return box.low.y + box.high.y;
    default:
      return box.low.z + box.high.z;
  }
}

}  // namespace

Box BoxSplit::around(std::span<const std::uint32_t> items, std::size_t pose) const {
  Box box = Box::empty();
  for (const std::uint32_t item : items) box.include(boxes_[pose][item]);
  return box;
}

void BoxSplit::split(std::span<std::uint32_t> items, std::size_t left) const {
  const auto order_by = [&](std::span<std::uint32_t> some, std::size_t pose, int axis) {
    const std::vector<Box>& boxes = boxes_[pose];
    std::nth_element(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(left), some.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       const float x = key(boxes[a], axis);
                       const float y = key(boxes[b], axis);
                       return x != y ? x < y : a < b;
                     });
  };
  std::vector<std::uint32_t> tried(items.begin(), items.end());
  std::vector<std::uint32_t> best;
  double least = 0;
  for (std::size_t pose = 0; pose < pose_count(); ++pose) {
    for (int axis = 0; axis < 3; ++axis) {
      order_by(tried, pose, axis);
      const std::span<const std::uint32_t> all(tried);
      double cost = 0;
      for (std::size_t p = 0; p < pose_count(); ++p) {
        cost += double(left) * surface(around(all.first(left), p)) +
                double(all.size() - left) * surface(around(all.subspan(left), p));
      }
      if (best.empty() || cost < least) {
        least = cost;
        best = tried;
      }
    }
  }
  std::ranges::copy(best, items.begin());
}

}  // namespace dermis::collider
