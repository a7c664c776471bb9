// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "bounds/collider_data.h"
#include "bounds/enclosing_ball.h"
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
  for (Affine& joint : pose.joints) joint = {vector(), vector(), vector(), vector()};
  for (float& weight : pose.morph_weights) weight = next();
  return pose;
}

/// The first ball that does not enclose its vertices in a pose; the rest balls, too, if that is
/// where the pose leaves the vertices.
std::string not_enclosed(const Collider::Data& data, const Pose& pose, bool at_rest) {
  const auto reach = data.skin.reach(pose);
  if (!reach) return "";  // too large to be posed like this
  std::vector<Vec3> vertices(data.skin.vertex_count());
  if (auto ok = data.skin.deform(pose, vertices); !ok) return ok.error().message;
  bounds::PoseMotion motion;
  data.set_motion(motion, pose, *reach);

  std::string problem;
  data.groups.for_each_node([&](std::uint32_t n, std::uint32_t block, std::uint32_t lane) {
    if (!problem.empty()) return;
    const bounds::SphereTree::Node& node = data.tree.nodes[n];
    const Ball refitted = data.refit.refit(block, motion, data.centre).get(lane);
    Ball rest = node.rest;
    rest.radius += motion.slack;
    for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
      for (const std::uint32_t v : data.triangles[data.tree.triangles[node.first_triangle + i]]) {
        const bool in_rest = !at_rest || bounds::contains(rest, vertices[v]);
        if (in_rest && bounds::contains(refitted, vertices[v])) continue;
        problem = std::string("the ") + (in_rest ? "refitted" : "rest") + " ball of node " +
                  std::to_string(n) + " does not enclose vertex " + std::to_string(v);
      }
    }
  });
  return problem;
}

}  // namespace

std::vector<std::string> validate(const Collider& collider) {
  const math::DefinedFloatMode mode;
  const Collider::Data& data = collider.data();
  for (std::size_t t = 0; t < data.triangles.size(); ++t) {
    for (const std::uint32_t v : data.triangles[t]) {
      if (v < data.skin.vertex_count()) continue;
      return {"triangle " + std::to_string(t) + " has the vertex " + std::to_string(v) +
              ", but there are " + std::to_string(data.skin.vertex_count())};
    }
  }
  std::string problem = bounds::problem_of(data.tree, data.triangles.size());
  if (problem.empty()) {
    problem =
        data.refit.problem(data.groups, data.skin.joint_count(), data.skin.morph_target_count());
  }
  if (!problem.empty()) return {problem};

  for (int number = 0; number < 4; ++number) {
    if (const std::string outside = not_enclosed(data, test_pose(data, number), number == 0);
        !outside.empty()) {
      return {outside};
    }
  }
  return {};
}

}  // namespace dermis
