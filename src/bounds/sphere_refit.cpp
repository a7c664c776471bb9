// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/sphere_refit.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "bounds/weight_polytope.h"
#include "math/doubles.h"

namespace dermis::bounds {

namespace {

/// Balls that one refit encloses, at most; joint balls instead of more corners.
constexpr std::size_t kMostCorners = 48;
/// Joints of a node with corners, at most.
constexpr std::size_t kMostJoints = 16;

/// The vertices of a node's triangles, each once.
std::vector<std::uint32_t> vertices_of(const Model& model, const SphereTree& tree,
                                       const SphereTree::Node& node) {
  std::vector<std::uint32_t> vertices;
  vertices.reserve(3 * std::size_t{node.triangle_count});
  for (const std::uint32_t t :
       std::span(tree.triangles).subspan(node.first_triangle, node.triangle_count)) {
    vertices.insert(vertices.end(), model.triangles[t].begin(), model.triangles[t].end());
  }
  std::ranges::sort(vertices);
  const auto rest = std::ranges::unique(vertices);
  vertices.erase(rest.begin(), rest.end());
  return vertices;
}

/// x, y, z and the radius of a ball in one register; a language extension of GCC and Clang.
using Four = float __attribute__((vector_size(16)));

Four moved(const PoseMotion::Joint& joint, const Ball& ball, float inflate) {
  const Affine& m = joint.matrix;
  const Vec3& c = ball.center;
  const Four x{m.x.x, m.x.y, m.x.z, 0};
  const Four y{m.y.x, m.y.y, m.y.z, 0};
  const Four z{m.z.x, m.z.y, m.z.z, 0};
  const Four t{m.t.x, m.t.y, m.t.z, joint.stretch * (ball.radius + inflate)};
  return x * c.x + y * c.y + z * c.z + t;
}

Vec3 center_of(std::span<const Four> balls, RefitCentre centre) {
  if (centre == RefitCentre::average) {
    Four sum{};
    for (const Four& ball : balls) sum += ball;
    const float share = 1 / static_cast<float>(balls.size());
    return {share * sum[0], share * sum[1], share * sum[2]};
  }
  Four low = balls[0];
  Four high = balls[0];
  for (const Four& ball : balls.subspan(1)) {
    low = ball < low ? ball : low;
    high = ball > high ? ball : high;
  }
  const Four middle = 0.5F * low + 0.5F * high;
  return {middle[0], middle[1], middle[2]};
}

Ball enclose(std::span<const Four> balls, RefitCentre centre) {
  Ball result{center_of(balls, centre), 0};
  for (const Four& ball : balls) {
    const float dx = ball[0] - result.center.x;
    const float dy = ball[1] - result.center.y;
    const float dz = ball[2] - result.center.z;
    result.radius = std::max(result.radius, std::sqrt(dx * dx + dy * dy + dz * dz) + ball[3]);
  }
  return result;
}

}  // namespace

SphereRefit::SphereRefit(const Model& model, const SphereTree& tree) {
  nodes_.reserve(tree.nodes.size() + 1);
  for (const SphereTree::Node& node : tree.nodes) {
    nodes_.push_back({static_cast<std::uint32_t>(balls_.size()),
                      static_cast<std::uint32_t>(sets_.size()),
                      static_cast<std::uint32_t>(displacements_.size())});
    const std::vector<std::uint32_t> vertices = vertices_of(model, tree, node);
    add_corner_sets(vertices, model.influences, node.rest);
    if (balls_.size() == nodes_.back().first_ball) add_joint_balls(vertices, model);
    for (std::uint32_t m = 0; m < model.morph_targets.size(); ++m) {
      const MorphTarget& target = model.morph_targets[m];
      double most = 0;
      for (const std::uint32_t v : vertices) {
        if (v < target.first_vertex || v - target.first_vertex >= target.deltas.size()) continue;
        most = std::max(most, length(math::to_double(target.deltas[v - target.first_vertex])));
      }
      if (most > 0) displacements_.push_back({m, static_cast<float>(most * (1 + 0x1p-22))});
    }
  }
  nodes_.push_back({static_cast<std::uint32_t>(balls_.size()),
                    static_cast<std::uint32_t>(sets_.size()),
                    static_cast<std::uint32_t>(displacements_.size())});
}

void SphereRefit::add_corner_sets(const std::vector<std::uint32_t>& vertices,
                                  const Influences& influences, const Ball& rest) {
  const auto polytopes = weight_polytopes(influences, vertices);
  std::map<std::uint32_t, std::uint16_t> ball_of;  // joint → which of the node's balls
  std::size_t corner_count = 0;
  std::vector<std::vector<float>> all_corners;
  for (const WeightPolytope& polytope : polytopes) {
    if (polytope.joints.size() > kMostCornerJoints) return;
    all_corners.push_back(corners(polytope));
    corner_count += all_corners.back().size() / polytope.joints.size();
    for (const std::uint32_t joint : polytope.joints) ball_of.try_emplace(joint, 0);
    if (corner_count > kMostCorners || ball_of.size() > kMostJoints) return;
  }
  std::uint16_t next = 0;
  for (auto& [joint, index] : ball_of) {
    index = next++;
    balls_.push_back({rest, joint});
  }
  if (ball_of.size() == 1) return;  // its ball is the only corner
  for (std::size_t i = 0; i < polytopes.size(); ++i) {
    const auto joint_count = static_cast<std::uint16_t>(polytopes[i].joints.size());
    sets_.push_back({static_cast<std::uint32_t>(weights_.size()), joint_count,
                     static_cast<std::uint16_t>(all_corners[i].size() / joint_count),
                     static_cast<std::uint32_t>(set_joints_.size())});
    for (const std::uint32_t joint : polytopes[i].joints) set_joints_.push_back(ball_of[joint]);
    weights_.insert(weights_.end(), all_corners[i].begin(), all_corners[i].end());
  }
}

void SphereRefit::add_joint_balls(const std::vector<std::uint32_t>& vertices, const Model& model) {
  std::map<std::uint32_t, std::vector<Vec3>> moved_by;
  for (const std::uint32_t v : vertices) {
    for (const Influence& influence : model.influences.of(v)) {
      if (influence.weight != 0) moved_by[influence.joint].push_back(model.positions[v]);
    }
  }
  for (const auto& [joint, points] : moved_by) balls_.push_back({enclosing_ball(points), joint});
}

Ball SphereRefit::refit(std::uint32_t node, const PoseMotion& motion, RefitCentre centre) const {
  const Node& begin = nodes_[node];
  const Node& end = nodes_[node + 1];
  float inflate = 0;
  for (std::uint32_t i = begin.first_displacement; i < end.first_displacement; ++i) {
    inflate +=
        std::abs(motion.morph_weights[displacements_[i].target]) * displacements_[i].distance;
  }
  const std::span balls(balls_.data() + begin.first_ball, end.first_ball - begin.first_ball);
  Ball result;
  if (balls.size() == 1) {
    const Four ball = moved(motion.joints[balls[0].joint], balls[0].ball, inflate);
    result = {{ball[0], ball[1], ball[2]}, ball[3]};
  } else if (begin.first_set == end.first_set) {
    std::vector<Four> spheres;
    spheres.reserve(balls.size());
    for (const JointBall& ball : balls) {
      spheres.push_back(moved(motion.joints[ball.joint], ball.ball, inflate));
    }
    result = enclose(spheres, centre);
  } else {
    Four by_joint[kMostJoints];
    for (std::size_t j = 0; j < balls.size(); ++j) {
      by_joint[j] = moved(motion.joints[balls[j].joint], balls[j].ball, inflate);
    }
    Four spheres[kMostCorners];
    std::size_t count = 0;
    for (std::uint32_t s = begin.first_set; s < end.first_set; ++s) {
      const CornerSet& set = sets_[s];
      const float* weight = weights_.data() + set.first_weight;
      const std::uint16_t* const joints = set_joints_.data() + set.first_joint;
      for (std::uint16_t k = 0; k < set.corner_count; ++k) {
        Four blended = *weight++ * by_joint[joints[0]];
        for (std::uint16_t j = 1; j < set.joint_count; ++j) {
          blended += *weight++ * by_joint[joints[j]];
        }
        spheres[count++] = blended;
      }
    }
    result = enclose(std::span(spheres).first(count), centre);
  }
  result.radius += motion.slack;
  return result;
}

}  // namespace dermis::bounds
