// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "bounds/collider_data.h"
#include "bounds/enclosing_ball.h"
#include "math/float_mode.h"

namespace dermis {

namespace {

using bounds::SphereTree;

/// What is wrong with the tree as a tree; later checks rely on it.
std::string broken_structure(const Collider::Data& data) {
  const SphereTree& tree = data.tree;
  for (std::size_t t = 0; t < data.triangles.size(); ++t) {
    for (const std::uint32_t v : data.triangles[t]) {
      if (v >= data.skin.vertex_count()) {
        return "triangle " + std::to_string(t) + " has the vertex " + std::to_string(v) +
               ", but there are " + std::to_string(data.skin.vertex_count());
      }
    }
  }
  std::vector<bool> seen(data.triangles.size(), false);
  if (tree.triangles.size() != seen.size()) return "the tree does not have all triangles";
  for (const std::uint32_t t : tree.triangles) {
    if (t >= seen.size() || seen[t]) {
      return "triangle " + std::to_string(t) + " is not in the tree exactly once";
    }
    seen[t] = true;
  }
  // Children follow in the order of their parents, without gaps, and share out its triangles.
  std::size_t next_child = 1;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const SphereTree::Node& node = tree.nodes[n];
    const std::string label = "node " + std::to_string(n) + " of the tree ";
    if (node.child_count == 0) {
      if (node.triangle_count != 1) return label + "is a leaf without a single triangle";
      continue;
    }
    if (node.first_child != next_child || node.child_count > tree.nodes.size() - next_child) {
      return label + "does not have the children that follow";
    }
    next_child += node.child_count;
    std::size_t next_triangle = node.first_triangle;
    for (const SphereTree::Node& child :
         std::span(tree.nodes).subspan(node.first_child, node.child_count)) {
      if (child.first_triangle != next_triangle) return label + "loses triangles to no child";
      next_triangle += child.triangle_count;
    }
    if (next_triangle != std::size_t{node.first_triangle} + node.triangle_count) {
      return label + "loses triangles to no child";
    }
  }
  if (!tree.nodes.empty() && (tree.nodes[0].first_triangle != 0 ||
                              tree.nodes[0].triangle_count != data.triangles.size())) {
    return "the root of the tree does not have all triangles";
  }
  return next_child == std::max<std::size_t>(tree.nodes.size(), 1) ? ""
                                                                   : "the tree has loose nodes";
}

}  // namespace

std::vector<std::string> validate(const Collider& collider) {
  const math::DefinedFloatMode mode;
  const Collider::Data& data = collider.data();
  if (const std::string broken = broken_structure(data); !broken.empty()) return {broken};

  // In the bind pose all joints are the identity, and the vertices are those at rest up to the
  // rounding of their weights' sum, which the slack covers.
  const Pose bind{std::vector<Affine>(data.skin.joint_count()),
                  std::vector<float>(data.skin.morph_target_count(), 0)};
  std::vector<Vec3> vertices(data.skin.vertex_count());
  if (auto ok = data.skin.deform(bind, vertices); !ok) return {ok.error().message};
  bounds::PoseMotion motion;
  data.set_motion(motion, bind, *data.skin.reach(bind));

  std::string problem;
  data.groups.for_each_node([&](std::uint32_t n, std::uint32_t block, std::uint32_t lane) {
    if (!problem.empty()) return;
    const SphereTree::Node& node = data.tree.nodes[n];
    const Ball refitted = data.refit.refit(block, motion, bounds::RefitCentre::mid_range).get(lane);
    Ball rest = node.rest;
    rest.radius += motion.slack;
    for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
      for (const std::uint32_t v : data.triangles[data.tree.triangles[node.first_triangle + i]]) {
        const char* const which = !bounds::contains(rest, vertices[v]) ? "the rest ball of node "
                                  : !bounds::contains(refitted, vertices[v])
                                      ? "the refitted ball of node "
                                      : nullptr;
        if (which != nullptr) {
          problem = which + std::to_string(n) + " does not enclose vertex " + std::to_string(v);
        }
      }
    }
  });
  if (!problem.empty()) return {problem};
  return {};
}

}  // namespace dermis
