// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "collider/box_tree.h"
#include "dermis/model/model.h"
#include "math/box.h"
#include "motion/features/vertex_rows.h"

namespace dermis::motion {

/// Eight boxes at both ends of the motion. In between, the contents of a box stay inside the
/// interpolated box: the minimum of linear functions is not below the line between its values at
/// the ends.
struct MovingBoxes8 {
  math::Boxes8 from, to;
  /// The union of `from` and `to`. Most boxes that never meet are apart even so, and this test is
  /// cheap.
  math::Boxes8 swept;
};

/// A box of the tree: the child `slot` % 8 of node `slot` / 8.
using Slot = std::uint32_t;

/// A tree over the triangles of a moving mesh, with eight children per node, and its boxes.
class SpaceTimeTree {
 public:
  SpaceTimeTree() = default;
  /// The positions `at_rest` determine the structure of the tree.
  SpaceTimeTree(std::span<const Triangle> triangles, std::span<const Point> at_rest);

  /// Radii of the balls around the vertices; empty if there are none. Boxes enclose the balls.
  using Radii = std::span<const float>;
  void refit(const VertexRows& rows, Radii radii);
  /// Refits the boxes above these triangles only, after the rows of their vertices changed.
  void refit(const VertexRows& rows, Radii radii, std::span<const std::uint32_t> triangles);

  /// Computes boxes for all nodes around the whole motion in `rows`, widened by `slack`. `boxes`
  /// must be empty, or filled by an earlier call.
  void sweep(const VertexRows& rows, Radii radii, float slack,
             std::vector<math::Boxes8>& boxes) const;

  [[nodiscard]] bool is_empty() const { return tree_.nodes.empty(); }
  [[nodiscard]] collider::BoxTree::Link link(Slot slot) const {
    return tree_.nodes[slot / 8].children[slot % 8];
  }
  [[nodiscard]] const collider::BoxTree::Node& node(std::uint32_t index) const {
    return tree_.nodes[index];
  }
  [[nodiscard]] std::size_t node_count() const { return tree_.nodes.size(); }
  /// Indexed by node.
  [[nodiscard]] const MovingBoxes8* boxes() const { return boxes_.data(); }
  /// The link must lead to a triangle.
  [[nodiscard]] std::uint32_t triangle(collider::BoxTree::Link link) const {
    assert(link.is_meshlet());
    return order_[link.meshlet()];
  }
  /// All triangles below a link.
  [[nodiscard]] std::span<const std::uint32_t> triangles(collider::BoxTree::Link link) const;
  [[nodiscard]] std::size_t byte_count() const;

 private:
  /// A node and all nodes below it: a contiguous range.
  struct Subtree {
    std::uint32_t begin, end;
  };
  void cut(const Subtree& subtree);
  void refit_node(std::uint32_t node, const VertexRows& rows, Radii radii);
  void refit_leaf(Slot slot, const VertexRows& rows, Radii radii);
  void sweep(std::uint32_t node);
  /// Sets the box of a node, which is stored in its parent.
  void refit_parent(std::uint32_t node);

  collider::BoxTree tree_;
  std::vector<std::uint32_t> order_;  ///< triangle of each leaf, in the order of links
  std::vector<Triangle> corners_;     ///< corners of the triangles, in that order
  std::vector<Slot> parents_;         ///< slot of each node in its parent
  std::vector<Slot> slots_;           ///< slot of each triangle
  std::vector<Subtree> parts_;        ///< subtrees, one per task
  std::vector<std::uint32_t> above_;  ///< nodes above the parts, children before parents
  std::vector<MovingBoxes8> boxes_;
};

}  // namespace dermis::motion
