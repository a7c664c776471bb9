// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/vertex_sources.h"

#include <algorithm>
#include <cassert>

#include "dermis/base/none.h"

namespace dermis::query {

VertexSources::VertexSources(const Collider::Data& data, std::span<const std::uint32_t> vertices) {
  const std::vector<collider::Meshlet>& meshlets = data.meshlets.meshlets;
  std::vector<std::uint32_t> index(data.skin.vertex_count(), kNone);
  for (std::uint32_t i = 0; i < vertices.size(); ++i) index[vertices[i]] = i;
  const auto for_rows = [&](std::uint32_t m, const auto& call) {
    const std::uint32_t first = 8 * meshlets[m].first_block;
    for (std::uint32_t row = first; row < first + meshlets[m].vertex_count; ++row) {
      std::uint32_t& wanted = index[data.meshlets.vertices.vertices[row]];
      if (wanted != kNone) call(row, wanted);
    }
  };
  // A vertex on a seam is in several meshlets. It is taken from the one that holds most of the
  // vertices, so that few meshlets are needed.
  std::vector<std::uint32_t> held(meshlets.size(), 0);
  std::vector<std::uint32_t> order;
  for (std::uint32_t m = 0; m < meshlets.size(); ++m) {
    for_rows(m, [&](std::uint32_t, std::uint32_t) { ++held[m]; });
    if (held[m] > 0) order.push_back(m);
  }
  std::ranges::sort(order, [&](std::uint32_t m, std::uint32_t n) {
    return held[m] != held[n] ? held[m] > held[n] : m < n;
  });
  rows_.reserve(vertices.size());
  for (const std::uint32_t m : order) {
    const std::size_t before = rows_.size();
    for_rows(m, [&](std::uint32_t row, std::uint32_t& wanted) {
      rows_.push_back({row, wanted});
      wanted = kNone;
    });
    if (rows_.size() > before) meshlets_.push_back(m);
  }
  assert(rows_.size() == vertices.size());
}

bool VertexSources::copy_if_posed(const Character::State& state, std::span<Vec3> out) const {
  assert(out.size() == rows_.size());
  const MeshletCache& cache = state.meshlets();
  const auto is_posed = [&](std::uint32_t m) {
    return cache.meshlet_stamps.is_ready(m, state.epoch);
  };
  if (!std::ranges::all_of(meshlets_, is_posed)) return false;
  for (const Row& from : rows_) {
    const float* const v = cache.rows.data() + std::size_t{4} * from.row;
    out[from.index] = {v[0], v[1], v[2]};
  }
  return true;
}

}  // namespace dermis::query
