// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/character_state.h"

namespace dermis::query {

/// The rows of each vertex of a collider in its meshlets: several for a vertex on a seam of them.
class VertexRows {
 public:
  explicit VertexRows(const Collider::Data& data);

  struct Row {
    std::uint32_t meshlet;
    std::uint32_t row;  ///< in MeshletCache::rows
  };
  [[nodiscard]] std::span<const Row> of(std::uint32_t vertex) const {
    return std::span(rows_).subspan(first_[vertex], first_[vertex + 1] - first_[vertex]);
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<Row> rows_;
};

/// Some vertices of a collider, and the meshlets that hold them.
class VertexSources {
 public:
  /// `vertices` are indices of the collider's vertices, each once.
  VertexSources(const VertexRows& all, std::span<const std::uint32_t> vertices);

  /// Copies the vertices, if questions have deformed all of these meshlets in this pose. Returns
  /// false otherwise; `out` is then undefined. `out` has one element per vertex.
  [[nodiscard]] bool copy_if_posed(const Character::State& state, std::span<Vec3> out) const;

 private:
  std::vector<std::uint32_t> meshlets_;
  std::vector<std::uint32_t> rows_;  ///< one per vertex, in MeshletCache::rows
};

}  // namespace dermis::query
