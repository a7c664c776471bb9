// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/sphere_groups.h"

namespace dermis::spheres {

SphereGroups::SphereGroups(const SphereTree& tree) {
  if (tree.nodes.empty()) return;
  links.reserve(tree.nodes.size());
  const auto add = [&](std::uint32_t first_node, std::uint32_t node_count) {
    groups.push_back({first_node, node_count, block_count});
    block_count += (node_count + 3) / 4;
  };
  add(0, 1);
  for (const SphereTree::Node& node : tree.nodes) {
    if (node.child_count == 0) {
      links.push_back(Link::to_triangle(tree.triangles[node.first_triangle]));
    } else {
      links.push_back(Link::to_group(static_cast<std::uint32_t>(groups.size())));
      add(node.first_child, node.child_count);
    }
  }
}

}  // namespace dermis::spheres
