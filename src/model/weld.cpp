// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/weld.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

namespace dermis {

namespace {

/// Visits the bits of all data that determine where a vertex is in a pose.
class VertexBits {
 public:
  explicit VertexBits(const Model& model) : model_(model) {}

  template <class Use>
  void for_each(std::uint32_t vertex, Use&& use) const {
    const auto add = [&](const Vec3& v) {
      for (const float x : {v.x, v.y, v.z}) use(std::bit_cast<std::uint32_t>(x));
    };
    add(model_.positions[vertex]);
    use(static_cast<std::uint32_t>(model_.influences.of(vertex).size()));
    for (const Influence& influence : model_.influences.of(vertex)) {
      use(influence.joint);
      use(std::bit_cast<std::uint32_t>(influence.weight));
    }
    for (std::uint32_t m = 0; m < model_.morph_targets.size(); ++m) {
      const MorphTarget& target = model_.morph_targets[m];
      const std::size_t i = std::size_t{vertex} - target.first_vertex;
      if (i >= target.deltas.size()) continue;
      use(m);
      add(target.deltas[i]);
    }
  }

  [[nodiscard]] std::uint64_t hash(std::uint32_t vertex) const {
    std::uint64_t hash = 0;
    for_each(vertex, [&](std::uint32_t bits) {
      hash = (hash ^ bits) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 29U;
    });
    return hash;
  }

  [[nodiscard]] bool same(std::uint32_t a, std::uint32_t b) const {
    const auto all = [&](std::uint32_t vertex) {
      std::vector<std::uint32_t> result;
      for_each(vertex, [&](std::uint32_t bits) { result.push_back(bits); });
      return result;
    };
    return all(a) == all(b);
  }

 private:
  const Model& model_;
};

/// For each vertex, the first vertex with the same bits.
std::vector<std::uint32_t> first_of_the_same(const Model& model) {
  const VertexBits bits(model);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_hash;
  by_hash.reserve(model.positions.size());
  for (std::uint32_t v = 0; v < model.positions.size(); ++v) by_hash.emplace_back(bits.hash(v), v);
  std::ranges::sort(by_hash);
  std::vector<std::uint32_t> first(model.positions.size());
  std::vector<std::uint32_t> different;  // with the current hash; nearly always one
  for (std::size_t i = 0; i < by_hash.size(); ++i) {
    const auto [hash, vertex] = by_hash[i];
    if (i == 0 || by_hash[i - 1].first != hash) different.clear();
    const auto same = std::ranges::find_if(
        different, [&, v = vertex](std::uint32_t other) { return bits.same(other, v); });
    first[vertex] = same == different.end() ? vertex : *same;
    if (same == different.end()) different.push_back(vertex);
  }
  return first;
}

}  // namespace

Model weld(const Model& model) {
  const std::vector<std::uint32_t> first = first_of_the_same(model);
  std::vector<std::uint32_t> renamed(first.size());
  Model welded;
  welded.name = model.name;
  welded.skeleton = model.skeleton;
  welded.clips = model.clips;
  for (std::uint32_t v = 0; v < first.size(); ++v) {
    if (first[v] != v) {
      renamed[v] = renamed[first[v]];
      continue;
    }
    renamed[v] = static_cast<std::uint32_t>(welded.positions.size());
    welded.positions.push_back(model.positions[v]);
    welded.influences.add_vertex(model.influences.of(v));
  }
  welded.triangles.reserve(model.triangles.size());
  for (const Triangle& t : model.triangles) {
    welded.triangles.push_back({renamed[t[0]], renamed[t[1]], renamed[t[2]]});
  }
  // The remaining vertices of a target are still contiguous: the order is kept, and a vertex with
  // the same bits as one of the target's vertices belongs to the target too.
  for (const MorphTarget& target : model.morph_targets) {
    MorphTarget& kept = welded.morph_targets.emplace_back();
    kept.name = target.name;
    kept.stored_weight = target.stored_weight;
    for (std::uint32_t i = 0; i < target.deltas.size(); ++i) {
      const std::uint32_t v = target.first_vertex + i;
      if (first[v] != v) continue;
      if (kept.deltas.empty()) kept.first_vertex = renamed[v];
      kept.deltas.push_back(target.deltas[i]);
    }
  }
  return welded;
}

}  // namespace dermis
