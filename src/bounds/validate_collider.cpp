// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "bounds/collider_data.h"
#include "bounds/enclosing_ball.h"
#include "bounds/meshlet_tree.h"
#include "bounds/refit_boxes.h"
#include "bounds/validate_tree.h"
#include "math/float_mode.h"

namespace dermis {

namespace {

/// The bind pose, number 0, or one where every joint goes its own way and morph targets are on.
Pose test_pose(const Collider::Data& data, int number) {
  Pose pose{std::vector<Affine>(data.skin.joint_count()),
            std::vector<float>(data.skin.morph_target_count(), 0)};
  if (number == 0) return pose;
  // A sequence without a pattern that joints could share.
  auto state = static_cast<std::uint32_t>(number);
  const auto next = [&] {
    state = 1664525U * state + 1013904223U;
    return static_cast<float>(state >> 8U) * 0x1p-23F - 1;  // −1 … 1
  };
  const auto vector = [&] { return Vec3{next(), next(), next()}; };
  for (Affine& joint : pose.joints) {
    if (data.skin.skinning() == Skinning::linear) {
      joint = {vector(), vector(), vector(), vector()};
      continue;
    }
    // Others take what does not mirror: here, what only turns.
    const Vec3 axis = vector();
    joint =
        to_affine(Transform{.translation = vector(), .rotation = {axis.x, axis.y, axis.z, next()}});
  }
  for (float& weight : pose.morph_weights) weight = next();
  return pose;
}

/// A pose, and where it puts the vertices.
struct Posed {
  skinning::PosedSkin skin;
  double reach;
  bounds::BoxSlack slack;
  std::vector<math::Float8> squared_images;
  std::vector<Vec3> vertices;
};

/// The first box that does not enclose its vertices.
std::string not_in_box(const Collider::Data& data, const Posed& posed) {
  const auto problem = [](const std::string& box, std::uint32_t vertex) {
    return "the " + box + " does not enclose vertex " + std::to_string(vertex);
  };
  const math::Box root = data.root_box.refit(posed.skin, posed.slack);
  for (std::uint32_t n = 0; n < data.box_tree.nodes.size(); ++n) {
    const bounds::BoxTree::Node& node = data.box_tree.nodes[n];
    const math::Boxes8 boxes = bounds::refit_boxes(data.box_refit, n, posed.skin, posed.slack);
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      for (const std::uint32_t v :
           bounds::vertices_below(data.meshlets, data.box_tree, node.children[i])) {
        if (!math::contains(root, posed.vertices[v])) return problem("box around all", v);
        if (math::contains(boxes.get(i), posed.vertices[v])) continue;
        return problem("box of child " + std::to_string(i) + " of node " + std::to_string(n), v);
      }
    }
  }
  return "";
}

/// The first ball that does not enclose its vertices; the rest balls, too, if that is where the
/// pose leaves the vertices.
std::string not_in_ball(const Collider::Data& data, const bounds::Spheres& spheres,
                        const Posed& posed, bool at_rest) {
  bounds::PoseMotion motion;
  data.set_motion(motion, posed.skin, posed.slack, posed.reach);
  std::string problem;
  spheres.groups.for_each_node([&](std::uint32_t n, std::uint32_t block, std::uint32_t lane) {
    if (!problem.empty()) return;
    const bounds::SphereTree::Node& node = spheres.tree.nodes[n];
    const Ball refitted = spheres.refit.refit(block, motion, spheres.centre).get(lane);
    Ball rest = node.rest;
    rest.radius += motion.slack;
    for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
      for (const std::uint32_t v :
           data.triangles[spheres.tree.triangles[node.first_triangle + i]]) {
        const bool in_rest = !at_rest || bounds::contains(rest, posed.vertices[v]);
        if (in_rest && bounds::contains(refitted, posed.vertices[v])) continue;
        problem = std::string("the ") + (in_rest ? "refitted" : "rest") + " ball of node " +
                  std::to_string(n) + " does not enclose vertex " + std::to_string(v);
      }
    }
  });
  return problem;
}

/// What queries would stumble over.
std::string wrong_structure(const Collider::Data& data) {
  for (std::size_t t = 0; t < data.triangles.size(); ++t) {
    for (const std::uint32_t v : data.triangles[t]) {
      if (v < data.skin.vertex_count()) continue;
      return "triangle " + std::to_string(t) + " has the vertex " + std::to_string(v) +
             ", but there are " + std::to_string(data.skin.vertex_count());
    }
  }
  std::string problem =
      bounds::problem_of({bounds::patches_of(data.meshlets), data.box_tree}, data.triangles);
  if (problem.empty()) problem = data.box_refit.problem(data.box_tree, data.skin);
  if (const bounds::Spheres* const spheres = data.lazy_spheres.baked();
      spheres != nullptr && problem.empty()) {
    problem = bounds::problem_of(spheres->tree, data.triangles.size());
    if (problem.empty()) problem = spheres->refit.problem(spheres->groups, data.skin);
  }
  return problem;
}

}  // namespace

std::vector<std::string> validate(const Collider& collider) {
  const math::DefinedFloatMode mode;
  const Collider::Data& data = collider.data();
  if (const std::string problem = wrong_structure(data); !problem.empty()) return {problem};
  for (int number = 0; number < 4; ++number) {
    const Pose pose = test_pose(data, number);
    const auto reach = data.skin.reach(pose);
    if (!reach) continue;  // too large to be posed like this
    Posed posed{skinning::PosedSkin(data.skin),
                *reach,
                {},
                {},
                std::vector<Vec3>(data.skin.vertex_count())};
    if (!posed.skin.set_pose(pose)) continue;
    posed.slack = data.box_slack(posed.skin, pose, *reach, posed.squared_images);
    posed.skin.deform_all(posed.vertices);
    std::string problem = not_in_box(data, posed);
    if (const bounds::Spheres* const spheres = data.lazy_spheres.baked();
        spheres != nullptr && problem.empty()) {
      problem = not_in_ball(data, *spheres, posed, number == 0);
    }
    if (!problem.empty()) return {problem};
  }
  return {};
}

}  // namespace dermis
