// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/model.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "dermis/base/nearest_name.h"

namespace dermis {

std::string Part::label() const {
  return node_name + "/" + mesh_name + "/" + std::to_string(primitive);
}

TriangleOrigin locate(const Model& model, std::uint32_t triangle) {
  // The last part that starts at or before the triangle; it is not empty.
  const auto after = std::ranges::upper_bound(model.parts, triangle, {},
                                              [](const Part& p) { return p.first_triangle; });
  const auto part = static_cast<std::uint32_t>(after - model.parts.begin() - 1);
  return {part, triangle - model.parts[part].first_triangle};
}

std::uint32_t leading_joint(const Model& model, std::uint32_t triangle) {
  std::map<std::uint32_t, double> weights;
  for (const std::uint32_t vertex : model.triangles[triangle]) {
    for (const Influence& influence : model.influences.of(vertex)) {
      weights[influence.joint] += influence.weight;
    }
  }
  return std::ranges::max_element(weights, {}, [](const auto& entry) { return entry.second; })
      ->first;
}

Result<std::uint32_t> find_clip(const Model& model, const std::string& name) {
  for (std::uint32_t i = 0; i < model.clips.size(); ++i) {
    if (model.clips[i].name == name) return i;
  }
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  if (error == std::errc{} && end == name.data() + name.size() && index < model.clips.size()) {
    return index;
  }
  if (model.clips.empty()) return Error{"there is no clip '" + name + "': the model has no clips"};
  std::vector<std::string> names;
  for (const Clip& clip : model.clips) names.push_back(clip.name);
  constexpr std::size_t kMostListed = 12;
  std::string known;
  for (std::size_t i = 0; i < std::min(model.clips.size(), kMostListed); ++i) {
    known += (i == 0 ? "" : ", ") + std::to_string(i) + " '" + model.clips[i].name + "'";
  }
  if (model.clips.size() > kMostListed) {
    known += " and " + std::to_string(model.clips.size() - kMostListed) + " more";
  }
  return Error{"there is no clip '" + name + "'" + did_you_mean(name, names) + "; the model has " +
               known};
}

Model keep_parts(const Model& model, const std::function<bool(const Part&)>& keep) {
  Model result;
  result.name = model.name;
  result.skeleton = model.skeleton;
  result.clips = model.clips;

  std::vector<bool> wanted(model.positions.size(), false);
  for (const Part& part : model.parts) {
    if (!keep(part)) continue;
    std::fill_n(wanted.begin() + part.first_vertex, part.vertex_count, true);
  }

  // Removing vertices keeps the order of the others, so a contiguous range stays contiguous.
  // new_index has one entry more than there are vertices, so that it also maps the ends of ranges.
  std::vector<std::uint32_t> new_index(model.positions.size() + 1);
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    new_index[v] = static_cast<std::uint32_t>(result.positions.size());
    if (!wanted[v]) continue;
    result.positions.push_back(model.positions[v]);
    result.influences.add_vertex(model.influences.of(v));
  }
  new_index.back() = static_cast<std::uint32_t>(result.positions.size());

  for (Part part : model.parts) {
    if (!keep(part)) continue;
    const std::uint32_t old_first = part.first_triangle;
    part.first_triangle = static_cast<std::uint32_t>(result.triangles.size());
    for (std::uint32_t i = 0; i < part.triangle_count; ++i) {
      const Triangle& t = model.triangles[old_first + i];
      result.triangles.push_back({new_index[t[0]], new_index[t[1]], new_index[t[2]]});
    }
    part.first_vertex = new_index[part.first_vertex];
    result.parts.push_back(std::move(part));
  }

  // A target without remaining vertices is kept without deltas, because channels refer to targets
  // by index.
  for (const MorphTarget& target : model.morph_targets) {
    MorphTarget kept{
        target.name, target.node, new_index[target.first_vertex], {}, target.stored_weight};
    for (std::size_t i = 0; i < target.deltas.size(); ++i) {
      if (wanted[target.first_vertex + i]) kept.deltas.push_back(target.deltas[i]);
    }
    result.morph_targets.push_back(std::move(kept));
  }
  return result;
}

}  // namespace dermis
