// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/query/triangle.h"
#include "math/box.h"

/// Callers hold a DefinedFloatMode: hosts may treat denormal coordinates as zero.
namespace dermis::query {

using math::Box;
Box box_of(const Corners& p);

/// Boxes of many triangles, a coordinate to an array, so that compilers test several at once.
class Boxes {
 public:
  explicit Boxes(std::span<const Corners> triangles);

  [[nodiscard]] std::size_t size() const { return low_x_.size(); }

  /// Calls found(i) for every box i in [first, size()) that overlaps `box`, in order, as long as it
  /// returns true. Touching boxes overlap.
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
  /// Whether any box in [begin, end) overlaps; which ones, in `overlaps`.
  bool test(const Box& box, std::size_t begin, std::size_t end, std::uint32_t* overlaps) const;

  std::vector<float> low_x_, low_y_, low_z_, high_x_, high_y_, high_z_;
};

}  // namespace dermis::query
