// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "collider/box_split.h"
#include "dermis/model/skeleton.h"

namespace dermis::collider {

/// A tree over meshlets. Nodes have up to eight children; nodes above the bottom have exactly
/// eight, as far as possible. Parents come before their children; node 0 is the root.
struct BoxTree {
  /// A child of a node: another node, or a meshlet.
  class Link {
   public:
    Link() = default;
    static Link to_node(std::uint32_t node) { return Link(node); }
    static Link to_meshlet(std::uint32_t meshlet) { return Link(meshlet | kMeshlet); }

    [[nodiscard]] bool is_meshlet() const { return (bits_ & kMeshlet) != 0; }
    [[nodiscard]] std::uint32_t node() const { return bits_; }
    [[nodiscard]] std::uint32_t meshlet() const { return bits_ & ~kMeshlet; }

   private:
    explicit Link(std::uint32_t bits) : bits_(bits) {}
    static constexpr std::uint32_t kMeshlet = 1U << 31U;
    std::uint32_t bits_ = 0;
  };
  struct Node {
    std::uint32_t child_count = 0;
    Link children[8];
  };

  std::vector<Node> nodes;
};

/// Builds a tree over the items of `split`. Its meshlet i is item order[i]: neighbours in the tree
/// are adjacent in `order`.
BoxTree build_box_tree(const BoxSplit& split, std::size_t item_count,
                       std::vector<std::uint32_t>& order);

}  // namespace dermis::collider
