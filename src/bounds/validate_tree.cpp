// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/validate_tree.h"

#include <algorithm>

namespace dermis::bounds {

std::string problem_of(const SphereTree& tree, std::size_t triangle_count) {
  std::vector<bool> seen(triangle_count, false);
  if (tree.triangles.size() != seen.size()) return "the tree does not have all triangles";
  for (const std::uint32_t t : tree.triangles) {
    if (t >= seen.size() || seen[t]) {
      return "triangle " + std::to_string(t) + " is not in the tree exactly once";
    }
    seen[t] = true;
  }
  if (tree.nodes.empty() != (triangle_count == 0)) return "the tree has no nodes";
  // Children follow in the order of their parents, without gaps, and share out its triangles.
  std::size_t next_child = 1;
  std::size_t visits = 0;
  constexpr std::size_t kDeepest = 4096;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const SphereTree::Node& node = tree.nodes[n];
    const auto problem = [&](const char* what) {
      return "node " + std::to_string(n) + " of the tree " + what;
    };
    if (n >= next_child) return problem("hangs from no node before it");
    // Even trees over triangles in a geometric series are less deep; walks over all nodes'
    // triangles must end.
    visits += node.triangle_count;
    if (visits > kDeepest * triangle_count) return "the tree is too deep";
    if (node.child_count == 0) {
      if (node.triangle_count != 1) return problem("is a leaf without a single triangle");
      continue;
    }
    if (node.first_child != next_child || node.child_count > tree.nodes.size() - next_child) {
      return problem("does not have the children that follow");
    }
    next_child += node.child_count;
    std::size_t next_triangle = node.first_triangle;
    for (const SphereTree::Node& child :
         std::span(tree.nodes).subspan(node.first_child, node.child_count)) {
      if (child.first_triangle != next_triangle) return problem("loses triangles to no child");
      next_triangle += child.triangle_count;
    }
    if (next_triangle != std::size_t{node.first_triangle} + node.triangle_count) {
      return problem("loses triangles to no child");
    }
  }
  if (!tree.nodes.empty() &&
      (tree.nodes[0].first_triangle != 0 || tree.nodes[0].triangle_count != triangle_count)) {
    return "the root of the tree does not have all triangles";
  }
  return next_child == std::max<std::size_t>(tree.nodes.size(), 1) ? ""
                                                                   : "the tree has loose nodes";
}

}  // namespace dermis::bounds
