// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/validate_spheres.h"

#include <algorithm>

#include "base/float_mode.h"
#include "collider/test_poses.h"
#include "math/enclosing_ball.h"
#include "spheres/pose_motion.h"
#include "spheres/sphere_data.h"

namespace dermis::spheres {

namespace {

/// The first sphere that does not enclose its vertices, as a sentence. In the bind pose, this
/// includes the spheres at rest.
std::string not_in_ball(const Collider::Data& data, const SphereData& spheres,
                        const collider::TestPose& posed) {
  PoseMotion motion;
  motion.set(data, posed.skin, posed.slack);
  std::string problem;
  spheres.groups.for_each_node([&](std::uint32_t n, std::uint32_t block, std::uint32_t lane) {
    if (!problem.empty()) return;
    const SphereTree::Node& node = spheres.tree.nodes[n];
    const Ball refitted = spheres.refit.refit(block, motion, spheres.center).get(lane);
    Ball rest = node.rest;
    rest.radius += motion.slack;
    for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
      for (const std::uint32_t v :
           data.triangles[spheres.tree.triangles[node.first_triangle + i]]) {
        const bool in_rest = !posed.at_rest || math::contains(rest, posed.vertices[v]);
        if (in_rest && math::contains(refitted, posed.vertices[v])) continue;
        problem = std::string("the ") + (in_rest ? "refitted" : "rest") + " ball of node " +
                  std::to_string(n) + " does not enclose vertex " + std::to_string(v);
      }
    }
  });
  return problem;
}

}  // namespace

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
  // Children come in the order of their parents, without gaps. They partition the triangles of
  // their parent.
  std::size_t next_child = 1;
  std::size_t visits = 0;
  constexpr std::size_t kDeepest = 4096;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const SphereTree::Node& node = tree.nodes[n];
    const auto problem = [&](const char* what) {
      return "node " + std::to_string(n) + " of the tree " + what;
    };
    if (n >= next_child) return problem("hangs from no node before it");
    // Walks over the triangles of all nodes must end. Even trees over triangles in a geometric
    // series are less deep than this.
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

std::vector<std::string> validate(const Collider& collider) {
  const base::DefinedFloatMode mode;
  const Collider::Data& data = data_of(collider);
  const SphereData& spheres = spheres_of(collider);
  std::string problem = problem_of(spheres.tree, data.triangles.size());
  if (problem.empty()) problem = spheres.refit.problem(spheres.groups, data.skin);
  if (problem.empty()) {
    collider::for_each_test_pose(data, [&](const collider::TestPose& pose) {
      problem = not_in_ball(data, spheres, pose);
      return problem.empty();
    });
  }
  if (problem.empty()) return {};
  return {problem};
}

}  // namespace dermis::spheres
