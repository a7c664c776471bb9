// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/subdivide.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace dermis {

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

Vec3 mean(const Vec3& a, const Vec3& b) {
  return {0.5F * a.x + 0.5F * b.x, 0.5F * a.y + 0.5F * b.y, 0.5F * a.z + 0.5F * b.z};
}

/// The mean of two weight vectors, greatest weight first (ties by joint).
std::vector<Influence> mean(std::span<const Influence> a, std::span<const Influence> b) {
  std::vector<Influence> result;
  for (const auto& side : {a, b}) {
    for (const Influence& i : side) {
      const auto same = std::ranges::find(result, i.joint, &Influence::joint);
      if (same != result.end()) {
        same->weight += 0.5F * i.weight;
      } else {
        result.push_back({i.joint, 0.5F * i.weight});
      }
    }
  }
  std::ranges::sort(result, [](const Influence& x, const Influence& y) {
    return x.weight != y.weight ? x.weight > y.weight : x.joint < y.joint;
  });
  return result;
}

/// Numbers the midpoints of edges behind the old vertices of their part, so that parts and morph
/// targets keep contiguous runs. Parts that share vertices share midpoints.
Model subdivide_once(const Model& model) {
  Model result;
  result.name = model.name;
  result.skeleton = model.skeleton;
  result.clips = model.clips;
  result.parts = model.parts;
  result.triangles.reserve(4 * model.triangles.size());

  std::vector<std::uint32_t> new_index(model.positions.size(), kNone);
  // The old edge behind every new vertex; (v, v) for an old vertex.
  std::vector<Edge> source;

  for (std::size_t first = 0; first < model.parts.size();) {
    // A run of parts over one range of vertices.
    std::size_t last = first + 1;
    const Part& head = model.parts[first];
    while (last < model.parts.size() && model.parts[last].first_vertex == head.first_vertex &&
           model.parts[last].vertex_count == head.vertex_count) {
      ++last;
    }
    const auto begin = static_cast<std::uint32_t>(source.size());
    for (std::uint32_t v = head.first_vertex; v < head.first_vertex + head.vertex_count; ++v) {
      new_index[v] = static_cast<std::uint32_t>(source.size());
      source.emplace_back(v, v);
    }
    std::unordered_map<std::uint64_t, std::uint32_t> midpoints;
    const auto midpoint = [&](std::uint32_t a, std::uint32_t b) {
      const Edge edge = std::minmax(a, b);
      const std::uint64_t key = std::uint64_t{edge.first} << 32 | edge.second;
      const auto [at, added] =
          midpoints.try_emplace(key, static_cast<std::uint32_t>(source.size()));
      if (added) source.push_back(edge);
      return at->second;
    };
    for (std::size_t p = first; p < last; ++p) {
      Part& part = result.parts[p];
      const std::uint32_t old_first = part.first_triangle;
      part.first_triangle = static_cast<std::uint32_t>(result.triangles.size());
      for (std::uint32_t i = 0; i < part.triangle_count; ++i) {
        const Triangle& t = model.triangles[old_first + i];
        const Triangle corner{new_index[t[0]], new_index[t[1]], new_index[t[2]]};
        const Triangle mid{midpoint(t[0], t[1]), midpoint(t[1], t[2]), midpoint(t[2], t[0])};
        result.triangles.push_back({corner[0], mid[0], mid[2]});
        result.triangles.push_back({mid[0], corner[1], mid[1]});
        result.triangles.push_back({mid[2], mid[1], corner[2]});
        result.triangles.push_back({mid[0], mid[1], mid[2]});
      }
      part.triangle_count *= 4;
    }
    for (std::size_t p = first; p < last; ++p) {
      result.parts[p].first_vertex = begin;
      result.parts[p].vertex_count = static_cast<std::uint32_t>(source.size()) - begin;
    }
    first = last;
  }

  result.positions.reserve(source.size());
  for (const auto& [a, b] : source) {
    result.positions.push_back(a == b ? model.positions[a]
                                      : mean(model.positions[a], model.positions[b]));
    if (a == b) {
      result.influences.add_vertex(model.influences.of(a));
    } else {
      result.influences.add_vertex(mean(model.influences.of(a), model.influences.of(b)));
    }
  }

  for (const MorphTarget& target : model.morph_targets) {
    MorphTarget finer{target.name, target.node, 0, {}, target.rest_weight};
    const std::size_t end = target.first_vertex + target.deltas.size();
    for (std::uint32_t v = 0; v < source.size(); ++v) {
      const auto [a, b] = source[v];
      if (a < target.first_vertex || b >= end) continue;
      if (finer.deltas.empty()) finer.first_vertex = v;
      finer.deltas.push_back(
          mean(target.deltas[a - target.first_vertex], target.deltas[b - target.first_vertex]));
    }
    result.morph_targets.push_back(std::move(finer));
  }
  return result;
}

}  // namespace

Model subdivide(const Model& model, int levels) {
  Model result = model;
  for (int level = 0; level < levels; ++level) result = subdivide_once(result);
  return result;
}

}  // namespace dermis
