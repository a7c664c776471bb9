// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "dermis/model/model.h"

namespace dermis::ccd {

/// The vertices around one, in order.
class WayAround {
 public:
  WayAround(std::span<const Triangle> triangles, std::span<const std::uint32_t> around,
            std::uint32_t vertex) {
    if (around.size() < 3 || around.size() > kMost) return;
    struct Edge {
      std::uint32_t from, to;
    } edges[kMost];
    for (std::size_t i = 0; i < around.size(); ++i) {
      const Triangle& t = triangles[around[i]];
      const std::size_t corner = t[0] == vertex ? 0 : t[1] == vertex ? 1 : 2;
      edges[i] = {t[(corner + 1) % 3], t[(corner + 2) % 3]};
    }
    // From each edge to the one that begins where it ends, and from the last one to the first.
    for (std::size_t i = 0; i < around.size(); ++i) {
      loop_[i] = edges[i].from;
      std::size_t next = i + 1;
      while (next < around.size() && edges[next].from != edges[i].to) ++next;
      if (next < around.size()) {
        std::swap(edges[i + 1], edges[next]);
      } else if (i + 1 < around.size() || edges[i].to != loop_[0]) {
        return;
      }
    }
    size_ = around.size();
  }

  /// None if that is not all of them, once each, or if there are many.
  [[nodiscard]] std::span<const std::uint32_t> loop() const { return {loop_, size_}; }

 private:
  static constexpr std::size_t kMost = 16;
  std::uint32_t loop_[kMost];
  std::size_t size_ = 0;
};

}  // namespace dermis::ccd
