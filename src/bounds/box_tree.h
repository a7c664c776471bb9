// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "bounds/box_split.h"
#include "dermis/model/skeleton.h"

namespace dermis::bounds {

/// A tree over meshlets whose nodes have up to eight children, and nodes above the bottom just
/// eight as far as possible. Parents stand before their children; node 0 is the root.
struct BoxTree {
  /// What is below a node: another one, or a meshlet.
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

/// The items of `split` become the meshlets of the tree, in the order of `order`: neighbours in the
/// tree stand next to each other.
BoxTree build_box_tree(const BoxSplit& split, std::size_t item_count,
                       std::vector<std::uint32_t>& order);

}  // namespace dermis::bounds
