// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/subdivide.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <utility>

#include "base/float_mode.h"
#include "dermis/base/none.h"
#include "dermis/model/validate.h"

namespace dermis {

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

Vec3 mean(const Vec3& a, const Vec3& b) {
  return {0.5F * a.x + 0.5F * b.x, 0.5F * a.y + 0.5F * b.y, 0.5F * a.z + 0.5F * b.z};
}

/// The mean of two weight vectors, greatest weight first; ties are ordered by joint.
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

/// The vertices of one range (one or more parts) after one level: the old vertices, then the
/// midpoints of their edges, so that ranges stay contiguous. Parts that share vertices share
/// midpoints.
class Refinement {
 public:
  /// `source` holds the old edge of every new vertex of the whole model; (v, v) for an old vertex.
  explicit Refinement(std::vector<Edge>& source, const Part& range)
      : source_(source), old_first_(range.first_vertex), first_(next()) {
    for (std::uint32_t i = 0; i < range.vertex_count; ++i) {
      source_.emplace_back(old_first_ + i, old_first_ + i);
    }
  }

  [[nodiscard]] std::uint32_t first() const { return first_; }
  [[nodiscard]] std::uint32_t next() const { return static_cast<std::uint32_t>(source_.size()); }

  void split(const Triangle& t, std::vector<Triangle>& out) {
    const Triangle corner{kept(t[0]), kept(t[1]), kept(t[2])};
    const Triangle mid{midpoint(t[0], t[1]), midpoint(t[1], t[2]), midpoint(t[2], t[0])};
    out.push_back({corner[0], mid[0], mid[2]});
    out.push_back({mid[0], corner[1], mid[1]});
    out.push_back({mid[2], mid[1], corner[2]});
    out.push_back({mid[0], mid[1], mid[2]});
  }

 private:
  [[nodiscard]] std::uint32_t kept(std::uint32_t old) const { return first_ + (old - old_first_); }

  std::uint32_t midpoint(std::uint32_t a, std::uint32_t b) {
    const Edge edge = std::minmax(a, b);
    const std::uint64_t key = std::uint64_t{edge.first} << 32 | edge.second;
    const auto [at, added] = midpoints_.try_emplace(key, next());
    if (added) source_.push_back(edge);
    return at->second;
  }

  std::vector<Edge>& source_;
  std::uint32_t old_first_, first_;
  std::unordered_map<std::uint64_t, std::uint32_t> midpoints_;
};

/// The delta of a midpoint is the mean of the deltas at its ends. Vertices outside the target have
/// a delta of zero.
MorphTarget refined(const MorphTarget& target, const std::vector<Edge>& source) {
  const auto delta = [&](std::uint32_t v) {
    const std::size_t at = std::size_t{v} - target.first_vertex;
    return v >= target.first_vertex && at < target.deltas.size() ? target.deltas[at] : Vec3{};
  };
  const auto touched = [&](std::uint32_t v) {
    return v >= target.first_vertex && v - target.first_vertex < target.deltas.size();
  };
  MorphTarget finer{target.name, target.node, 0, {}, target.stored_weight};
  std::size_t last = 0;
  for (std::uint32_t v = 0; v < source.size(); ++v) {
    const auto [a, b] = source[v];
    const bool moves = touched(a) || touched(b);
    if (finer.deltas.empty() && !moves) continue;
    if (finer.deltas.empty()) finer.first_vertex = v;
    finer.deltas.push_back(mean(delta(a), delta(b)));
    if (moves) last = finer.deltas.size();
  }
  finer.deltas.resize(last);
  return finer;
}

Model subdivide_once(const Model& model) {
  Model result;
  result.name = model.name;
  result.skeleton = model.skeleton;
  result.clips = model.clips;
  result.parts = model.parts;
  result.metres_per_unit = model.metres_per_unit;

  std::vector<Edge> source;
  std::vector<std::vector<Triangle>> triangles(model.parts.size());
  std::vector<bool> done(model.parts.size(), false);
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    if (done[p]) continue;
    Refinement range(source, model.parts[p]);
    std::vector<std::size_t> sharing;
    for (std::size_t q = p; q < model.parts.size(); ++q) {
      const Part& part = model.parts[q];
      if (part.first_vertex != model.parts[p].first_vertex ||
          part.vertex_count != model.parts[p].vertex_count) {
        continue;
      }
      done[q] = true;
      sharing.push_back(q);
      for (std::uint32_t i = 0; i < part.triangle_count; ++i) {
        range.split(model.triangles[part.first_triangle + i], triangles[q]);
      }
    }
    for (const std::size_t q : sharing) {
      result.parts[q].first_vertex = range.first();
      result.parts[q].vertex_count = range.next() - range.first();
    }
  }
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    result.parts[p].first_triangle = static_cast<std::uint32_t>(result.triangles.size());
    result.parts[p].triangle_count = static_cast<std::uint32_t>(triangles[p].size());
    result.triangles.insert(result.triangles.end(), triangles[p].begin(), triangles[p].end());
  }

  result.positions.reserve(source.size());
  for (const auto& [a, b] : source) {
    if (a == b) {
      result.positions.push_back(model.positions[a]);
      result.influences.add_vertex(model.influences.of(a));
    } else {
      result.positions.push_back(mean(model.positions[a], model.positions[b]));
      result.influences.add_vertex(mean(model.influences.of(a), model.influences.of(b)));
    }
  }
  for (const MorphTarget& target : model.morph_targets) {
    result.morph_targets.push_back(refined(target, source));
  }
  return result;
}

}  // namespace

Model subdivide(const Model& model, int levels) {
  assert(levels >= 0 && validate(model).empty());
  const base::DefinedFloatMode mode;
  Model result = model;
  for (int level = 0; level < levels; ++level) {
    assert(result.triangles.size() < kNone / 4);
    result = subdivide_once(result);
  }
  return result;
}

}  // namespace dermis
