// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "kinetic/kinetic_front.h"

#include <algorithm>
#include <cassert>

#include "motion/self/static_front.h"

namespace dermis::kinetic {

namespace {

using Vertices = std::vector<std::uint32_t>;

class Builder {
 public:
  Builder(const KineticTrees& trees, std::uint32_t body, const MovingMesh::State& state,
          std::vector<BoxPair>& pairs)
      : trees_(trees), state_(state), pairs_(pairs) {
    leaves_.reserve(state.uses.size());
    for (std::uint32_t v = 0; v < state.plans.size(); ++v) {
      const auto begin = static_cast<std::ptrdiff_t>(leaves_.size());
      for (const std::uint32_t t : state.triangles_at(v)) leaves_.push_back(trees.leaf(body, t));
      std::sort(leaves_.begin() + begin, leaves_.end());
    }
  }

  /// Adds the pairs within a box. `vertices` are those below it.
  void open(BoxId node, const Vertices& vertices) {
    const KineticBox& box = trees_.box(node);
    if (box.is_triangle()) return;
    const Vertices left = below(box.left, vertices);
    open(box.left, left);
    open(box.right, below(box.right, vertices));
    meet(box.left, box.right, below(box.right, left));
  }

 private:
  /// Adds the pairs between two boxes. `common` are the vertices below both.
  void meet(BoxId a, BoxId b, const Vertices& common) {
    if (common.empty()) {
      pairs_.push_back({a, b});
      return;
    }
    if (trees_.box(a).is_triangle() && trees_.box(b).is_triangle()) return;  // neighbours
    if (trees_.triangle_count(a) < trees_.triangle_count(b)) std::swap(a, b);
    for (const BoxId child : {trees_.box(a).left, trees_.box(a).right}) {
      meet(child, b, below(child, common));
    }
  }

  [[nodiscard]] Vertices below(BoxId node, const Vertices& vertices) const {
    // The nodes below a node directly follow it.
    const BoxId end = node + 2 * trees_.triangle_count(node) - 1;
    Vertices result;
    for (const std::uint32_t v : vertices) {
      const auto leaves = std::span(leaves_).subspan(state_.first_use[v],
                                                     state_.first_use[v + 1] - state_.first_use[v]);
      const auto first = std::ranges::lower_bound(leaves, node);
      if (first != leaves.end() && *first < end) result.push_back(v);
    }
    return result;
  }

  const KineticTrees& trees_;
  const MovingMesh::State& state_;
  std::vector<BoxPair>& pairs_;
  std::vector<BoxId> leaves_;  ///< the boxes of the triangles at each vertex, sorted
};

/// The triangles of a pair; empty if one of the boxes has too many for a patch.
std::vector<std::uint32_t> triangles_of(const KineticTrees& trees, const BoxPair& pair) {
  std::vector<std::uint32_t> all;
  for (const BoxId root : {pair.a, pair.b}) {
    const std::uint32_t count = trees.triangle_count(root);
    if (count > motion::FlatPatches::kMostTriangles) return {};
    for (BoxId node = root; node < root + 2 * count - 1; ++node) {
      if (trees.box(node).is_triangle()) all.push_back(trees.box(node).right);
    }
  }
  return all;
}

}  // namespace

KineticFront::KineticFront(const KineticTrees& trees, std::uint32_t body,
                           const MovingMesh::State& state) {
  assert(!state.triangles.empty());
  Vertices all;
  for (std::uint32_t v = 0; v < state.plans.size(); ++v) {
    if (!state.triangles_at(v).empty()) all.push_back(v);
  }
  Builder(trees, body, state, pairs).open(trees.root(body), all);
  const motion::PatchFinder finder(motion::front_of(state).patches, state.triangles);
  runs = motion::sort_into_runs(
      pairs, [&](const BoxPair& pair) { return finder.find(triangles_of(trees, pair)); });
}

}  // namespace dermis::kinetic
