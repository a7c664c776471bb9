// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "dermis/model/model.h"

namespace dermis::motion {

/// The ring of vertices around a vertex, in order.
class VertexRing {
 public:
  VertexRing(std::span<const Triangle> triangles, std::span<const std::uint32_t> around,
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
    // Sorts the edges: each begins where the previous one ends, and the last ends at the first.
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

  /// Empty unless there are 3 to 16 edges that form one closed loop.
  [[nodiscard]] std::span<const std::uint32_t> loop() const { return {loop_, size_}; }

 private:
  static constexpr std::size_t kMost = 16;
  std::uint32_t loop_[kMost];
  std::size_t size_ = 0;
};

}  // namespace dermis::motion
