// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/triangle/triangle.h"
#include "math/box.h"

namespace dermis::triangle {

using math::Box;
Box box_of(const Corners& p);

/// Boxes of many triangles, with one array per coordinate, so that compilers can vectorise the
/// test.
class Boxes {
 public:
  explicit Boxes(std::span<const Corners> triangles);

  [[nodiscard]] std::size_t size() const { return low_x_.size(); }

  /// Calls found(i) for every box i in [first, size()) that overlaps `box`, in ascending order.
  /// Stops if `found` returns false. Touching boxes overlap.
  template <class Found>
  void for_each_overlap(const Box& box, std::size_t first, Found&& found) const {
    static constexpr std::size_t kBlock = 64;
    for (std::size_t begin = first; begin < size(); begin += kBlock) {
      const std::size_t end = std::min(begin + kBlock, size());
      std::uint32_t overlaps[kBlock];
      if (!test(box, begin, end, overlaps)) continue;
      for (std::size_t i = begin; i < end; ++i) {
        if (overlaps[i - begin] != 0 && !found(static_cast<std::uint32_t>(i))) return;
      }
    }
  }

 private:
  /// Whether any box in [begin, end) overlaps. overlaps[i − begin] is 1 if box i does, else 0.
  bool test(const Box& box, std::size_t begin, std::size_t end, std::uint32_t* overlaps) const;

  std::vector<float> low_x_, low_y_, low_z_, high_x_, high_y_, high_z_;
};

}  // namespace dermis::triangle
