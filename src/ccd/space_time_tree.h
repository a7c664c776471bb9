// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bounds/box_tree.h"
#include "ccd/vertex_rows.h"
#include "dermis/model/model.h"
#include "math/box.h"

namespace dermis::ccd {

/// Eight boxes at both ends of the motion. In between, what is in a box is in the box between: the
/// lowest of places that move in straight lines is not below the line between its ends.
struct MovingBoxes8 {
  math::Boxes8 from, to;
  /// Around both: most that do not meet are apart even so, which is cheap to see.
  math::Boxes8 swept;
};

/// A box of the tree: the child `slot` % 8 of node `slot` / 8.
using Slot = std::uint32_t;

/// A tree over the triangles of a moving mesh, eight children to a node, and its boxes.
class SpaceTimeTree {
 public:
  SpaceTimeTree() = default;
  /// `at_rest` decides which triangles are put together.
  SpaceTimeTree(std::span<const Triangle> triangles, std::span<const Point> at_rest);

  /// What boxes are made around: vertices, and the radii of balls around them, if there are any.
  using Radii = std::span<const float>;
  void refit(const VertexRows& rows, Radii radii, bool all_cores);
  /// After a vertex of these triangles got other rows.
  void refit(const VertexRows& rows, Radii radii, std::span<const std::uint32_t> triangles);

  /// Boxes of all nodes around all that moves with these rows, and so much around it; into an
  /// empty vector, or one that it has filled before.
  void sweep(const VertexRows& rows, Radii radii, float slack,
             std::vector<math::Boxes8>& boxes) const;

  [[nodiscard]] bool is_empty() const { return tree_.nodes.empty(); }
  [[nodiscard]] bounds::BoxTree::Link link(Slot slot) const {
    return tree_.nodes[slot / 8].children[slot % 8];
  }
  [[nodiscard]] const bounds::BoxTree::Node& node(std::uint32_t index) const {
    return tree_.nodes[index];
  }
  [[nodiscard]] std::size_t node_count() const { return tree_.nodes.size(); }
  /// Of all nodes.
  [[nodiscard]] const MovingBoxes8* boxes() const { return boxes_.data(); }
  /// Of a link that leads to a triangle.
  [[nodiscard]] std::uint32_t triangle(bounds::BoxTree::Link link) const {
    return order_[link.meshlet()];
  }
  /// All that a link leads to.
  [[nodiscard]] std::span<const std::uint32_t> triangles(bounds::BoxTree::Link link) const;
  [[nodiscard]] std::size_t byte_count() const;

 private:
  /// A node and all below it: they stand next to each other.
  struct Subtree {
    std::uint32_t begin, end;
  };
  void cut(const Subtree& subtree);
  void refit_node(std::uint32_t node, const VertexRows& rows, Radii radii);
  void refit_leaf(Slot slot, const VertexRows& rows, Radii radii);
  void sweep(std::uint32_t node);
  /// The box of a node, where its parent keeps it.
  void refit_parent(std::uint32_t node);

  bounds::BoxTree tree_;
  std::vector<std::uint32_t> order_;  ///< of triangles, as the tree's links count them
  std::vector<Triangle> corners_;     ///< in that order
  std::vector<Slot> parents_;         ///< of nodes
  std::vector<Slot> slots_;           ///< of triangles
  std::vector<Subtree> parts_;        ///< as much as a thread takes at a time
  std::vector<std::uint32_t> above_;  ///< nodes above them, lower ones first
  std::vector<MovingBoxes8> boxes_;
};

}  // namespace dermis::ccd
