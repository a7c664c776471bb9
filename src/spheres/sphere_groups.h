// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "spheres/sphere_tree.h"

namespace dermis::spheres {

/// The nodes of a sphere tree in groups, which queries test together. The first group is the root
/// alone; the others are the children of one node each. Groups are padded to blocks of four, so
/// that bounds can be stored and tested four at a time.
struct SphereGroups {
  struct Group {
    std::uint32_t first_node;  ///< its nodes are contiguous
    std::uint32_t node_count;
    std::uint32_t first_block;  ///< node i of the group is lane i % 4 of its block i / 4
  };
  /// The link of a node: to the group of its children, or to its triangle.
  class Link {
   public:
    Link() = default;
    static Link to_group(std::uint32_t group) { return Link(group); }
    static Link to_triangle(std::uint32_t triangle) { return Link(triangle | kTriangle); }

    [[nodiscard]] bool is_triangle() const { return (bits_ & kTriangle) != 0; }
    [[nodiscard]] std::uint32_t group() const { return bits_; }
    [[nodiscard]] std::uint32_t triangle() const { return bits_ & ~kTriangle; }

   private:
    explicit Link(std::uint32_t bits) : bits_(bits) {}
    static constexpr std::uint32_t kTriangle = 1U << 31U;
    std::uint32_t bits_ = 0;
  };

  explicit SphereGroups(const SphereTree& tree);

  /// Calls use(node, block, lane) for every node.
  template <class Use>
  void for_each_node(Use&& use) const {
    for (const auto& [first_node, node_count, first_block] : groups) {
      for (std::uint32_t i = 0; i < node_count; ++i)
        use(first_node + i, first_block + i / 4, i % 4);
    }
  }

  std::vector<Group> groups;
  std::vector<Link> links;  ///< one per node
  std::uint32_t block_count = 0;
};

}  // namespace dermis::spheres
