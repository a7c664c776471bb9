// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace dermis::motion {

/// The triangles at each vertex.
struct VertexUses {
  std::span<const std::uint32_t> first, triangles;

  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t vertex) const {
    return triangles.subspan(first[vertex], first[vertex + 1] - first[vertex]);
  }
};

}  // namespace dermis::motion
