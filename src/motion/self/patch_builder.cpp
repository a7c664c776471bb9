// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "motion/self/flat_patches.h"

namespace dermis::motion {

namespace {

using collider::BoxTree;
using Numbers = std::vector<std::uint32_t>;

/// A set of numbers below a limit. Emptying it takes constant time.
class Marks {
 public:
  explicit Marks(std::size_t limit) : round_(limit, 0) {}

  void clear() { ++now_; }
  [[nodiscard]] bool has(std::uint32_t number) const { return round_[number] == now_; }
  /// Returns whether the number is new.
  bool add(std::uint32_t number) { return std::exchange(round_[number], now_) != now_; }

 private:
  Numbers round_;
  std::uint32_t now_ = 1;
};

}  // namespace

class PatchBuilder {
 public:
  PatchBuilder(const SpaceTimeTree& tree, std::span<const Triangle> triangles,
               const VertexUses& uses, FlatPatches& patches)
      : tree_(tree),
        triangles_(triangles),
        uses_(uses),
        patches_(patches),
        in_patch_(triangles.size()),
        at_patch_(uses.first.size()),
        place_(triangles.size()) {
    patches_.fine_at_.assign(uses.first.size() - 1, kNone);
  }

  /// Adds patches for all triangles below a node.
  void add(std::uint32_t node) {
    constexpr std::size_t kMostBelow = 64;
    const auto below = tree_.triangles(BoxTree::Link::to_node(node));
    if (below.size() <= kMostBelow) {
      begin_coarse(below);
      add_fine(node);
      end_coarse();
      return;
    }
    const Numbers own = direct(node);
    if (!own.empty()) {
      begin_coarse(own);
      add_fine(own);
      end_coarse();
    }
    for_each_child(node, [&](std::uint32_t child) { add(child); });
  }

 private:
  template <class Work>
  void for_each_child(std::uint32_t node, Work&& work) const {
    for (std::uint32_t i = 0; i < tree_.node(node).child_count; ++i) {
      const BoxTree::Link link = tree_.node(node).children[i];
      if (!link.is_meshlet()) work(link.node());
    }
  }
  /// The triangles that are direct children of a node.
  [[nodiscard]] Numbers direct(std::uint32_t node) const {
    Numbers result;
    for (std::uint32_t i = 0; i < tree_.node(node).child_count; ++i) {
      const BoxTree::Link link = tree_.node(node).children[i];
      if (link.is_meshlet()) result.push_back(tree_.triangle(link));
    }
    return result;
  }

  void begin_coarse(std::span<const std::uint32_t> own) {
    coarse_ = with_all_around(own);
    if (coarse_.size() > FlatPatches::kMostTriangles) return;
    for (std::size_t i = 0; i < coarse_.size(); ++i) {
      place_[coarse_[i]] = static_cast<std::uint32_t>(i);
    }
    append(patches_.triangles_, coarse_);
    append(patches_.coarse_loops_, loop_around(coarse_));
  }
  void end_coarse() {
    patches_.coarse_.push_back({size(patches_.triangles_), size(patches_.coarse_loops_),
                                static_cast<std::uint32_t>(patches_.fine_count())});
  }

  /// Adds fine patches for all triangles below a node of the current coarse patch.
  void add_fine(std::uint32_t node) {
    const Numbers own = direct(node);
    if (!own.empty()) add_fine(own);
    for_each_child(node, [&](std::uint32_t child) { add_fine(child); });
  }
  /// The triangles `own` must be contiguous in the coarse patch.
  void add_fine(const Numbers& own) {
    FlatPatches::Fine& fine = patches_.fine_.back();
    const auto index = static_cast<std::uint32_t>(patches_.fine_count());
    for (const std::uint32_t t : own) {
      for (const std::uint32_t v : triangles_[t]) patches_.fine_at_[v] = index;
    }
    if (coarse_.size() <= FlatPatches::kMostTriangles) {
      const Numbers all = with_all_around(own);
      fine.own = static_cast<std::uint8_t>(place_[own[0]]);
      fine.own_count = static_cast<std::uint8_t>(own.size());
      for (const std::uint32_t t : all) {
        fine.members[place_[t] / 8] |= static_cast<std::uint8_t>(1U << place_[t] % 8);
      }
      append(patches_.fine_loops_, loop_around(all));
    }
    patches_.fine_.emplace_back().loop = size(patches_.fine_loops_);
  }

  static Numbers too_many() { return Numbers(FlatPatches::kMostTriangles + 1); }

  /// The triangles `own` and all triangles at their vertices. Then also all triangles whose three
  /// corners are vertices of these: they make the border smooth.
  Numbers with_all_around(std::span<const std::uint32_t> own) {
    in_patch_.clear();
    at_patch_.clear();
    Numbers result(own.begin(), own.end());
    for (const std::uint32_t t : own) in_patch_.add(t);
    for (const std::uint32_t t : own) {
      for (const std::uint32_t v : triangles_[t]) {
        if (uses_.of(v).size() > FlatPatches::kMostTriangles) return too_many();
        for (const std::uint32_t u : uses_.of(v)) {
          if (in_patch_.add(u)) result.push_back(u);
        }
        if (result.size() > FlatPatches::kMostTriangles) return too_many();
      }
    }
    for (const std::uint32_t t : result) {
      for (const std::uint32_t v : triangles_[t]) at_patch_.add(v);
    }
    const std::size_t count = result.size();
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::uint32_t v : triangles_[result[i]]) {
        if (uses_.of(v).size() > FlatPatches::kMostTriangles) continue;
        for (const std::uint32_t t : uses_.of(v)) {
          const auto& [p, q, r] = triangles_[t];
          if (at_patch_.has(p) && at_patch_.has(q) && at_patch_.has(r) && in_patch_.add(t)) {
            result.push_back(t);
          }
        }
      }
    }
    return result;
  }

  /// The vertices along the border of a patch, in order. Empty unless the border is one closed
  /// loop. An edge is on the border if it has a triangle on one side only.
  [[nodiscard]] Numbers loop_around(const Numbers& patch) const {
    // Each edge begins at its lower vertex. `forward` is 1 if its triangle runs in that direction,
    // else -1.
    struct Edge {
      std::uint32_t low, high;
      int forward;
    };
    std::vector<Edge> edges;
    edges.reserve(3 * patch.size());
    for (const std::uint32_t t : patch) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t a = triangles_[t][i];
        const std::uint32_t b = triangles_[t][(i + 1) % 3];
        edges.push_back(a < b ? Edge{a, b, 1} : Edge{b, a, -1});
      }
    }
    std::ranges::sort(edges, {}, [](const Edge& e) { return std::pair(e.low, e.high); });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ways;
    for (std::size_t i = 0; i < edges.size();) {
      const Edge& edge = edges[i];
      int forward = 0;
      for (; i < edges.size() && edges[i].low == edge.low && edges[i].high == edge.high; ++i) {
        forward += edges[i].forward;
      }
      if (forward > 1 || forward < -1) return {};
      if (forward == 1) ways.emplace_back(edge.low, edge.high);
      if (forward == -1) ways.emplace_back(edge.high, edge.low);
    }
    if (ways.size() < 3) return {};
    std::ranges::sort(ways);
    Numbers loop;
    std::uint32_t at = ways[0].first;
    do {
      const auto way =
          std::ranges::equal_range(ways, at, {}, [](const auto& w) { return w.first; });
      if (way.size() != 1) return {};
      loop.push_back(at);
      at = way.front().second;
    } while (at != ways[0].first && loop.size() < ways.size());
    return at == ways[0].first && loop.size() == ways.size() ? loop : Numbers{};
  }

  static void append(Numbers& to, const Numbers& from) {
    to.insert(to.end(), from.begin(), from.end());
  }
  static std::uint32_t size(const Numbers& numbers) {
    return static_cast<std::uint32_t>(numbers.size());
  }

  const SpaceTimeTree& tree_;
  std::span<const Triangle> triangles_;
  VertexUses uses_;
  FlatPatches& patches_;
  Marks in_patch_, at_patch_;  // triangles, vertices
  Numbers coarse_;             // triangles of the current coarse patch
  Numbers place_;              // index of a triangle in coarse_
};

FlatPatches::FlatPatches(const SpaceTimeTree& tree, std::span<const Triangle> triangles,
                         const VertexUses& uses) {
  if (tree.is_empty()) {
    fine_at_.assign(uses.first.size() - 1, kNone);
  } else {
    PatchBuilder(tree, triangles, uses, *this).add(0);
  }
}

}  // namespace dermis::motion
