// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/model.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "model/with_vertices.h"

namespace dermis {

std::string Part::label() const {
  return node_name + "/" + mesh_name + "/" + std::to_string(primitive);
}

TriangleOrigin locate(const Model& model, std::uint32_t triangle) {
  assert(triangle < model.triangles.size());
  // The last part that starts at or before the triangle; it is not empty.
  const auto after = std::ranges::upper_bound(model.parts, triangle, {},
                                              [](const Part& p) { return p.first_triangle; });
  const auto part = static_cast<std::uint32_t>(after - model.parts.begin() - 1);
  return {part, triangle - model.parts[part].first_triangle};
}

std::uint32_t leading_joint(const Model& model, std::uint32_t triangle) {
  assert(triangle < model.triangles.size());
  std::map<std::uint32_t, double> weights;
  for (const std::uint32_t vertex : model.triangles[triangle]) {
    for (const Influence& influence : model.influences.of(vertex)) {
      weights[influence.joint] += influence.weight;
    }
  }
  return std::ranges::max_element(weights, {}, [](const auto& entry) { return entry.second; })
      ->first;
}

Model keep_parts(const Model& model, const std::function<bool(const Part&)>& keep) {
  assert(keep);
  std::vector<bool> kept(model.positions.size(), false);
  std::vector<Triangle> triangles;
  std::vector<Part> parts;
  for (Part part : model.parts) {
    if (!keep(part)) continue;
    std::fill_n(kept.begin() + part.first_vertex, part.vertex_count, true);
    const auto first = model.triangles.begin() + part.first_triangle;
    part.first_triangle = static_cast<std::uint32_t>(triangles.size());
    triangles.insert(triangles.end(), first, first + part.triangle_count);
    parts.push_back(std::move(part));
  }
  return model::with_vertices(model, kept, std::move(triangles), std::move(parts));
}

}  // namespace dermis
