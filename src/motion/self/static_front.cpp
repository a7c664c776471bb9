// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "motion/self/static_front.h"

#include <algorithm>
#include <bit>

#include "motion/self/patch_finder.h"
#include "motion/self/shared_corners.h"

namespace dermis::motion {

namespace {

using collider::BoxTree;

/// The vertices below each box, sorted.
class VerticesBelow {
 public:
  VerticesBelow(const SpaceTimeTree& tree, std::span<const Triangle> triangles)
      : sets_(8 * tree.node_count()) {
    for (auto n = static_cast<std::uint32_t>(tree.node_count()); n-- > 0;) {
      for (std::uint32_t i = 0; i < tree.node(n).child_count; ++i) {
        const BoxTree::Link link = tree.node(n).children[i];
        std::vector<std::uint32_t>& set = sets_[8 * n + i];
        if (link.is_meshlet()) {
          const Triangle& triangle = triangles[tree.triangle(link)];
          set.assign(triangle.begin(), triangle.end());
        } else {
          for (std::uint32_t j = 0; j < tree.node(link.node()).child_count; ++j) {
            const auto& below = sets_[8 * link.node() + j];
            set.insert(set.end(), below.begin(), below.end());
          }
        }
        std::ranges::sort(set);
        set.erase(std::unique(set.begin(), set.end()), set.end());
      }
    }
  }

  [[nodiscard]] bool share(Slot a, Slot b) const {
    const std::vector<std::uint32_t>* few = &sets_[a];
    const std::vector<std::uint32_t>* many = &sets_[b];
    if (few->size() > many->size()) std::swap(few, many);
    if (few->back() < many->front() || many->back() < few->front()) return false;
    auto from = many->begin();
    for (const std::uint32_t v : *few) {
      from = std::lower_bound(from, many->end(), v);
      if (from == many->end()) return false;
      if (*from == v) return true;
    }
    return false;
  }

 private:
  std::vector<std::vector<std::uint32_t>> sets_;
};

class Builder {
 public:
  Builder(const SpaceTimeTree& tree, std::span<const Triangle> triangles, StaticFront& front)
      : tree_(tree), triangles_(triangles), below_(tree, triangles), front_(front) {}

  /// Adds the pairs of boxes below a node.
  void open(std::uint32_t node) {
    for (std::uint32_t i = 0; i < tree_.node(node).child_count; ++i) {
      const BoxTree::Link link = tree_.node(node).children[i];
      if (!link.is_meshlet()) open(link.node());
      const std::uint32_t common = row(8 * node + i, node, ~1U << i);
      for_each(common, [&](Slot j) { meet(8 * node + i, 8 * node + j); });
    }
  }

 private:
  template <class Work>
  static void for_each(std::uint32_t lanes, Work&& work) {
    for (; lanes != 0; lanes &= lanes - 1) work(static_cast<Slot>(std::countr_zero(lanes)));
  }

  /// Tests a box against the boxes `some` of a node. Adds a row for those without a common vertex,
  /// and returns the others.
  std::uint32_t row(Slot slot, std::uint32_t node, std::uint32_t some) {
    std::uint32_t apart = 0;
    std::uint32_t common = 0;
    for_each(some & ((1U << tree_.node(node).child_count) - 1),
             [&](Slot j) { (below_.share(slot, 8 * node + j) ? common : apart) |= 1U << j; });
    if (apart != 0) front_.rows.emplace_back(slot, node, apart);
    return common;
  }

  /// Descends from two boxes with a common vertex.
  void meet(Slot a, Slot b) {
    const BoxTree::Link of_a = tree_.link(a);
    const BoxTree::Link of_b = tree_.link(b);
    if (of_a.is_meshlet() && of_b.is_meshlet()) {
      add_neighbors(tree_.triangle(of_a), tree_.triangle(of_b));
    } else if (of_a.is_meshlet()) {
      const std::uint32_t node = of_b.node();
      for_each(row(a, node, 255), [&](Slot j) { meet(a, 8 * node + j); });
    } else {
      // First the children of a against all of b, then against the children of b.
      const std::uint32_t node = of_a.node();
      for_each(row(b, node, 255), [&](Slot i) {
        if (of_b.is_meshlet()) {
          meet(8 * node + i, b);
        } else {
          for_each(row(8 * node + i, of_b.node(), 255),
                   [&](Slot j) { meet(8 * node + i, 8 * of_b.node() + j); });
        }
      });
    }
  }

  void add_neighbors(std::uint32_t a, std::uint32_t b) {
    if (a > b) std::swap(a, b);
    const Triangle& p = triangles_[a];
    const Triangle& q = triangles_[b];
    if (has_corner_twice(p) || has_corner_twice(q)) front_.others.emplace_back(a, b);
  }

  const SpaceTimeTree& tree_;
  std::span<const Triangle> triangles_;
  VerticesBelow below_;
  StaticFront& front_;
};

/// All triangles of a row; empty if one of its boxes is too large for a patch.
std::vector<std::uint32_t> triangles_of(const SpaceTimeTree& tree, const StaticFront::Row& row) {
  std::vector<std::uint32_t> all;
  const auto add = [&](Slot slot) {
    const auto below = tree.triangles(tree.link(slot));
    if (below.size() > FlatPatches::kMostTriangles) return false;
    all.insert(all.end(), below.begin(), below.end());
    return true;
  };
  bool is_small = add(row.slot());
  for (std::uint32_t lanes = row.lanes(); lanes != 0 && is_small; lanes &= lanes - 1) {
    is_small = add(8 * row.node() + static_cast<Slot>(std::countr_zero(lanes)));
  }
  if (!is_small) all.clear();
  return all;
}

}  // namespace

StaticFront::StaticFront(const SpaceTimeTree& tree, std::span<const Triangle> triangles,
                         const VertexUses& uses)
    : patches(tree, triangles, uses) {
  if (tree.is_empty()) return;
  Builder(tree, triangles, *this).open(0);
  const PatchFinder finder(patches, triangles);
  runs = sort_into_runs(rows, [&](const Row& row) { return finder.find(triangles_of(tree, row)); });
}

std::vector<StaticFront::Row> StaticFront::from_root(const SpaceTimeTree& tree) {
  std::vector<Row> rows;
  for (std::uint32_t n = 0; n < tree.node_count(); ++n) {
    for (std::uint32_t i = 0; i + 1 < tree.node(n).child_count; ++i) {
      rows.emplace_back(8 * n + i, n, (0xFEU << i) & 0xFFU);
    }
  }
  return rows;
}

const StaticFront& front_of(const MovingMesh::State& mesh) {
  return mesh.attachments.get<StaticFront>(
      [&] { return std::make_shared<StaticFront>(mesh.tree, mesh.triangles, mesh.vertex_uses()); });
}

}  // namespace dermis::motion
