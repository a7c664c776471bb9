// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/vertex_sources.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace dermis::query {

VertexRows::VertexRows(const Collider::Data& data) : first_(data.skin.vertex_count() + 1, 0) {
  const std::vector<std::uint32_t>& vertices = data.meshlets.vertices.vertices;
  const auto for_rows = [&](const auto& call) {
    for (std::uint32_t m = 0; m < data.meshlets.meshlets.size(); ++m) {
      const collider::Meshlet& meshlet = data.meshlets.meshlets[m];
      const std::uint32_t first = 8 * meshlet.first_block;
      for (std::uint32_t row = first; row < first + meshlet.vertex_count; ++row) {
        call(vertices[row], Row{m, row});
      }
    }
  };
  for_rows([&](std::uint32_t vertex, Row) { ++first_[vertex + 1]; });
  for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
  rows_.resize(first_.back());
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for_rows([&](std::uint32_t vertex, Row row) { rows_[next[vertex]++] = row; });
}

VertexSources::VertexSources(const VertexRows& all, std::span<const std::uint32_t> vertices) {
  // A vertex on a seam is taken from the meshlet that holds most of the vertices, so that few
  // meshlets are needed.
  std::map<std::uint32_t, std::uint32_t> held;
  for (const std::uint32_t v : vertices) {
    for (const VertexRows::Row& row : all.of(v)) ++held[row.meshlet];
  }
  rows_.reserve(vertices.size());
  for (const std::uint32_t v : vertices) {
    assert(!all.of(v).empty());
    const VertexRows::Row& row = *std::ranges::max_element(
        all.of(v), {}, [&](const VertexRows::Row& r) { return held.at(r.meshlet); });
    rows_.push_back(row.row);
    meshlets_.push_back(row.meshlet);
  }
  std::ranges::sort(meshlets_);
  meshlets_.erase(std::ranges::unique(meshlets_).begin(), meshlets_.end());
}

bool VertexSources::copy_if_posed(const Character::State& state, std::span<Vec3> out) const {
  assert(out.size() == rows_.size());
  const MeshletCache* const cache = state.meshlets_if_made.load(std::memory_order_acquire);
  if (cache == nullptr) return false;
  const auto is_posed = [&](std::uint32_t m) {
    return cache->meshlet_stamps.is_ready(m, state.epoch);
  };
  if (!std::ranges::all_of(meshlets_, is_posed)) return false;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const float* const v = cache->rows.data() + std::size_t{4} * rows_[i];
    out[i] = {v[0], v[1], v[2]};
  }
  return true;
}

}  // namespace dermis::query
