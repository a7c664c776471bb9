// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/float_mode.h"
#include "collider/collider_data.h"
#include "collider/meshlet_tree.h"
#include "collider/refit_node.h"
#include "collider/test_poses.h"
#include "dermis/base/counted.h"

namespace dermis {

namespace {

/// Describes the first box that does not enclose its vertices; empty if there is none.
std::string not_in_box(const Collider::Data& data, const collider::TestPose& posed) {
  const auto problem = [](const std::string& box, std::uint32_t vertex) {
    return "the " + box + " does not enclose vertex " + std::to_string(vertex);
  };
  const math::Box root = data.root_box.refit(posed.skin, posed.slack);
  for (std::uint32_t n = 0; n < data.box_tree.nodes.size(); ++n) {
    const collider::BoxTree::Node& node = data.box_tree.nodes[n];
    const math::Boxes8 boxes = collider::refit_boxes(data.box_refit, n, posed.skin, posed.slack);
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      for (const std::uint32_t v :
           collider::vertices_below(data.meshlets, data.box_tree, node.children[i])) {
        if (!math::contains(root, posed.vertices[v])) return problem("box around all", v);
        if (math::contains(boxes.get(i), posed.vertices[v])) continue;
        return problem("box of child " + std::to_string(i) + " of node " + std::to_string(n), v);
      }
    }
  }
  return "";
}

/// Describes a structural error that would break queries; empty if there is none.
std::string wrong_structure(const Collider::Data& data) {
  for (std::size_t t = 0; t < data.triangles.size(); ++t) {
    for (const std::uint32_t v : data.triangles[t]) {
      if (v < data.skin.vertex_count()) continue;
      return "triangle " + std::to_string(t) + " has the vertex " + std::to_string(v) + ", but " +
             there_are(data.skin.vertex_count(), "vertex");
    }
  }
  std::string problem =
      collider::problem_of({collider::patches_of(data.meshlets), data.box_tree}, data.triangles);
  if (problem.empty()) problem = data.box_refit.problem(data.box_tree, data.skin);
  return problem;
}

}  // namespace

std::vector<std::string> validate(const Collider& collider) {
  const base::DefinedFloatMode mode;
  const Collider::Data& data = data_of(collider);
  if (const std::string problem = wrong_structure(data); !problem.empty()) return {problem};
  std::vector<std::string> problems;
  collider::for_each_test_pose(data, [&](const collider::TestPose& pose) {
    if (const std::string problem = not_in_box(data, pose); !problem.empty()) {
      problems.push_back(problem);
    }
    return problems.empty();
  });
  return problems;
}

}  // namespace dermis
