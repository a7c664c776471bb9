// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "bounds/sphere_tree.h"

namespace dermis::bounds {

/// The nodes of a sphere tree as queries meet them: in groups that are looked at together, namely
/// the children of one node, after a first group for the root alone. Groups are padded to blocks of
/// four, so that bounds can be kept and tested four at a time.
struct SphereGroups {
  struct Group {
    std::uint32_t first_node;  ///< its nodes stand in a row
    std::uint32_t node_count;
    std::uint32_t first_block;  ///< node i of the group is lane i % 4 of its block i / 4
  };
  /// What is below a node: a group, or a triangle.
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
  std::vector<Link> links;  ///< of each node
  std::uint32_t block_count = 0;
};

}  // namespace dermis::bounds
