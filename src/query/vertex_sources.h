// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/character_state.h"

namespace dermis::query {

/// Some vertices of a collider, and the meshlets that hold them.
class VertexSources {
 public:
  /// `vertices` are indices of the collider's vertices, each once.
  VertexSources(const Collider::Data& data, std::span<const std::uint32_t> vertices);

  /// Copies the vertices, if questions have deformed all of these meshlets in this pose. Returns
  /// false otherwise; `out` is then undefined. `out` has one element per vertex.
  [[nodiscard]] bool copy_if_posed(const Character::State& state, std::span<Vec3> out) const;

 private:
  struct Row {
    std::uint32_t row;    ///< in MeshletCache::rows
    std::uint32_t index;  ///< in the list of vertices
  };
  std::vector<std::uint32_t> meshlets_;
  std::vector<Row> rows_;
};

}  // namespace dermis::query
