// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "bounds/collider_data.h"
#include "bounds/enclosing_ball.h"
#include "bounds/validate_tree.h"
#include "math/float_mode.h"

namespace dermis {

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

  // In the bind pose all joints are the identity, and the vertices are those at rest up to the
  // rounding of their weights' sum, which the slack covers.
  const Pose bind{std::vector<Affine>(data.skin.joint_count()),
                  std::vector<float>(data.skin.morph_target_count(), 0)};
  std::vector<Vec3> vertices(data.skin.vertex_count());
  if (auto ok = data.skin.deform(bind, vertices); !ok) return {ok.error().message};
  bounds::PoseMotion motion;
  data.set_motion(motion, bind, *data.skin.reach(bind));

  data.groups.for_each_node([&](std::uint32_t n, std::uint32_t block, std::uint32_t lane) {
    if (!problem.empty()) return;
    const bounds::SphereTree::Node& node = data.tree.nodes[n];
    const Ball refitted = data.refit.refit(block, motion, data.centre).get(lane);
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
