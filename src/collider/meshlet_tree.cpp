// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/meshlet_tree.h"

#include <string>
#include <utility>

#include "dermis/base/counted.h"

namespace dermis::collider {

MeshletTree build_meshlet_tree(std::span<const Triangle> triangles,
                               std::span<const std::vector<Vec3>> poses, std::size_t most,
                               const std::function<void(double)>& progress) {
  Patches patches = cut_into_patches(triangles, poses, most, progress);
  std::vector<std::vector<math::Box>> boxes;
  boxes.reserve(poses.size());
  for (const std::vector<Vec3>& vertices : poses) {
    std::vector<math::Box>& in_pose = boxes.emplace_back(patches.size(), math::Box::empty());
    for (std::size_t i = 0; i < patches.size(); ++i) {
      for (const std::uint32_t t : patches[i]) {
        for (const std::uint32_t v : triangles[t]) in_pose[i].include(vertices[v]);
      }
    }
  }
  std::vector<std::uint32_t> order;
  MeshletTree result;
  result.tree = build_box_tree(BoxSplit(std::move(boxes)), patches.size(), order);
  result.patches.reserve(patches.size());
  for (const std::uint32_t i : order) result.patches.push_back(std::move(patches[i]));
  return result;
}

std::string problem_of(const MeshletTree& meshlets, std::span<const Triangle> triangles) {
  const auto& [patches, tree] = meshlets;
  std::vector<bool> seen(triangles.size(), false);
  std::size_t found = 0;
  for (std::size_t i = 0; i < patches.size(); ++i) {
    const std::string name = "meshlet " + std::to_string(i);
    if (patches[i].empty() || patches[i].size() > kMostInMeshlet) {
      return name + " has " + counted(patches[i].size(), "triangle");
    }
    for (const std::uint32_t t : patches[i]) {
      if (t >= triangles.size() || seen[t]) {
        return name + " has triangle " + std::to_string(t) +
               ", which does not exist or is in another one";
      }
      seen[t] = true;
      ++found;
    }
    if (const std::size_t vertices = vertices_of(triangles, patches[i]).size();
        vertices > kMostInMeshlet) {
      return name + " has " + counted(vertices, "vertex");
    }
  }
  if (found != triangles.size()) return "a triangle is in no meshlet";

  // Each node, except the root, and each meshlet has exactly one parent. Nodes come after their
  // parents.
  if (tree.nodes.empty() != patches.empty()) return "the box tree has no nodes";
  std::vector<bool> hangs(tree.nodes.size(), false);
  std::size_t meshlet_links = 0;
  std::vector<bool> meshlet_hangs(patches.size(), false);
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const std::string name = "box node " + std::to_string(n);
    const BoxTree::Node& node = tree.nodes[n];
    if (n > 0 && !hangs[n]) return name + " hangs from no node";
    if (node.child_count == 0 || node.child_count > 8) {
      return name + " has " + std::to_string(node.child_count) + " children";
    }
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      const BoxTree::Link link = node.children[i];
      if (link.is_meshlet()
              ? link.meshlet() >= patches.size() || meshlet_hangs[link.meshlet()]
              : link.node() <= n || link.node() >= hangs.size() || hangs[link.node()]) {
        return name + " has a child that does not exist or hangs from another one";
      }
      if (link.is_meshlet()) {
        meshlet_hangs[link.meshlet()] = true;
        ++meshlet_links;
      } else {
        hangs[link.node()] = true;
      }
    }
  }
  if (meshlet_links != patches.size()) return "a meshlet hangs from no node";
  return "";
}

}  // namespace dermis::collider
