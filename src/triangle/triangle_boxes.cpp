// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "triangle/triangle_boxes.h"

#include <algorithm>

namespace dermis::triangle {

Box box_of(const Corners& p) {
  return {{std::min({p[0].x, p[1].x, p[2].x}), std::min({p[0].y, p[1].y, p[2].y}),
           std::min({p[0].z, p[1].z, p[2].z})},
          {std::max({p[0].x, p[1].x, p[2].x}), std::max({p[0].y, p[1].y, p[2].y}),
           std::max({p[0].z, p[1].z, p[2].z})}};
}

Boxes::Boxes(std::span<const Corners> triangles) {
  for (auto* const coordinates : {&low_x_, &low_y_, &low_z_, &high_x_, &high_y_, &high_z_}) {
    coordinates->reserve(triangles.size());
  }
  for (const Corners& corners : triangles) {
    const Box box = box_of(corners);
    low_x_.push_back(box.low.x);
    low_y_.push_back(box.low.y);
    low_z_.push_back(box.low.z);
    high_x_.push_back(box.high.x);
    high_y_.push_back(box.high.y);
    high_z_.push_back(box.high.z);
  }
}

bool Boxes::test(const Box& box, std::size_t begin, std::size_t end,
                 std::uint32_t* overlaps) const {
  std::uint32_t any = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const auto overlap = std::uint32_t{low_x_[i] <= box.high.x} & (box.low.x <= high_x_[i]) &
                         (low_y_[i] <= box.high.y) & (box.low.y <= high_y_[i]) &
                         (low_z_[i] <= box.high.z) & (box.low.z <= high_z_[i]);
    overlaps[i - begin] = overlap;
    any |= overlap;
  }
  return any != 0;
}

}  // namespace dermis::triangle
