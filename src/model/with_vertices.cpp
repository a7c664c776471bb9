// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/with_vertices.h"

#include <utility>

namespace dermis::model {

Model with_vertices(const Model& model, const std::vector<bool>& kept,
                    std::vector<Triangle> triangles, std::vector<Part> parts) {
  Model result;
  result.name = model.name;
  result.skeleton = model.skeleton;
  result.clips = model.clips;
  result.metres_per_unit = model.metres_per_unit;
  // One entry more than there are vertices, for the ends of ranges.
  std::vector<std::uint32_t> new_index;
  new_index.reserve(kept.size() + 1);
  for (std::size_t v = 0; v < kept.size(); ++v) {
    new_index.push_back(static_cast<std::uint32_t>(result.positions.size()));
    if (!kept[v]) continue;
    result.positions.push_back(model.positions[v]);
    result.influences.add_vertex(model.influences.of(v));
  }
  new_index.push_back(static_cast<std::uint32_t>(result.positions.size()));
  for (Triangle& t : triangles) t = {new_index[t[0]], new_index[t[1]], new_index[t[2]]};
  for (Part& part : parts) {
    const std::uint32_t end = new_index[part.first_vertex + part.vertex_count];
    part.first_vertex = new_index[part.first_vertex];
    part.vertex_count = end - part.first_vertex;
  }
  result.triangles = std::move(triangles);
  result.parts = std::move(parts);
  for (const MorphTarget& target : model.morph_targets) {
    MorphTarget some{
        target.name, target.node, new_index[target.first_vertex], {}, target.stored_weight};
    for (std::size_t i = 0; i < target.deltas.size(); ++i) {
      if (kept[target.first_vertex + i]) some.deltas.push_back(target.deltas[i]);
    }
    result.morph_targets.push_back(std::move(some));
  }
  return result;
}

}  // namespace dermis::model
