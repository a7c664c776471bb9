// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/sphere_refit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "bounds/weight_polytope.h"
#include "math/doubles.h"

namespace dermis::bounds {

namespace {

/// Corners of a node, at most; joint balls instead of more.
constexpr std::size_t kMostCorners = 48;
constexpr std::size_t kMostBlocks = kMostCorners / 4;

using math::Four;
using Corners = std::vector<std::map<std::uint32_t, float>>;  ///< each a weight per joint

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

/// The corners of all weight polytopes of the vertices; nothing when there are too many.
Corners polytope_corners(const Influences& influences, std::span<const std::uint32_t> vertices) {
  Corners result;
  for (const WeightPolytope& polytope : weight_polytopes(influences, vertices)) {
    const std::size_t joint_count = polytope.joints.size();
    if (joint_count > kMostCornerJoints) return {};
    const std::vector<float> weights = corners(polytope);
    for (std::size_t i = 0; i < weights.size(); i += joint_count) {
      auto& corner = result.emplace_back();
      for (std::size_t j = 0; j < joint_count; ++j) corner[polytope.joints[j]] = weights[i + j];
    }
    if (result.size() > kMostCorners) return {};
  }
  return result;
}

/// The different weights of the vertices, which are corners, too; nothing when there are more than
/// `most`.
Corners vertex_weights(const Influences& influences, std::span<const std::uint32_t> vertices,
                       std::size_t most) {
  std::set<std::map<std::uint32_t, float>> result;
  for (const std::uint32_t v : vertices) {
    const WeightPolytope one = polytope_of(influences.of(v));
    std::map<std::uint32_t, float> weights;
    for (std::size_t j = 0; j < one.joints.size(); ++j) {
      weights[one.joints[j]] = static_cast<float>(one.low[j]);
    }
    result.insert(std::move(weights));
    if (result.size() > most) return {};
  }
  return {result.begin(), result.end()};
}

Four moved(const PoseMotion::Joint& joint, const Ball& ball, float inflate) {
  return joint.x * ball.center.x + joint.y * ball.center.y + joint.z * ball.center.z + joint.t +
         joint.radius * (ball.radius + inflate);
}

Ball to_ball(const Four& ball) {
  return {{ball[0], ball[1], ball[2]}, ball[3]};
}

}  // namespace

SphereRefit::SphereRefit(const Model& model, const SphereTree& tree) {
  nodes_.reserve(tree.nodes.size() + 1);
  for (const SphereTree::Node& node : tree.nodes) {
    const std::vector<std::uint32_t> vertices = vertices_of(model, tree, node);
    Node& added = nodes_.emplace_back();
    added.rest = node.rest;
    added.first_joint = static_cast<std::uint32_t>(joints_.size());
    added.first_displacement = static_cast<std::uint32_t>(displacements_.size());
    add_corners(vertices, model, added);
    if (added.joint_count == 0) add_joint_balls(vertices, model, added);
    add_displacements(vertices, model.morph_targets);
  }
  nodes_.emplace_back().first_displacement = static_cast<std::uint32_t>(displacements_.size());
}

void SphereRefit::add_corners(const std::vector<std::uint32_t>& vertices, const Model& model,
                              Node& node) {
  // Of few vertices the weights themselves, of many their polytopes.
  Corners corners = polytope_corners(model.influences, vertices);
  const std::size_t most = corners.empty() ? kMostCorners : corners.size();
  if (Corners weights = vertex_weights(model.influences, vertices, most); !weights.empty()) {
    corners = std::move(weights);
  }
  std::set<std::uint32_t> joints;
  for (const auto& corner : corners) {
    for (const auto& [joint, weight] : corner) joints.insert(joint);
  }
  if (joints.empty() || joints.size() > kMostJoints) return;

  node.joint_count = static_cast<std::uint32_t>(joints.size());
  joints_.insert(joints_.end(), joints.begin(), joints.end());
  if (joints.size() == 1) return;  // a single corner, the joint's own ball
  node.first_weight = static_cast<std::uint32_t>(weights_.size());
  node.block_count = static_cast<std::uint32_t>((corners.size() + 3) / 4);
  corners.resize(4 * std::size_t{node.block_count}, corners.back());
  for (std::size_t block = 0; block < node.block_count; ++block) {
    for (const std::uint32_t joint : joints) {
      Four& weights = weights_.emplace_back();
      for (int lane = 0; lane < 4; ++lane) {
        const auto& corner = corners[4 * block + lane];
        const auto found = corner.find(joint);
        weights[lane] = found == corner.end() ? 0 : found->second;
      }
    }
  }
}

void SphereRefit::add_joint_balls(const std::vector<std::uint32_t>& vertices, const Model& model,
                                  Node& node) {
  std::map<std::uint32_t, std::vector<Vec3>> moved_by;
  for (const std::uint32_t v : vertices) {
    for (const Influence& influence : model.influences.of(v)) {
      if (influence.weight != 0) moved_by[influence.joint].push_back(model.positions[v]);
    }
  }
  node.joint_count = static_cast<std::uint32_t>(moved_by.size());
  node.first_weight = static_cast<std::uint32_t>(joint_balls_.size());
  for (const auto& [joint, points] : moved_by) {
    joints_.push_back(joint);
    joint_balls_.push_back(enclosing_ball(points));
  }
}

void SphereRefit::add_displacements(const std::vector<std::uint32_t>& vertices,
                                    const MorphTargets& targets) {
  for (std::uint32_t m = 0; m < targets.size(); ++m) {
    const MorphTarget& target = targets[m];
    double most = 0;
    for (const std::uint32_t v : vertices) {
      if (v < target.first_vertex || v - target.first_vertex >= target.deltas.size()) continue;
      most = std::max(most, length(math::to_double(target.deltas[v - target.first_vertex])));
    }
    if (most > 0) displacements_.push_back({m, static_cast<float>(most * (1 + 0x1p-22))});
  }
}

float SphereRefit::displacement(std::uint32_t node, const PoseMotion& motion) const {
  float most = 0;
  const std::uint32_t end = nodes_[node + 1].first_displacement;
  for (std::uint32_t i = nodes_[node].first_displacement; i < end; ++i) {
    most += std::abs(motion.morph_weights[displacements_[i].target]) * displacements_[i].distance;
  }
  return most;
}

Ball SphereRefit::refit(std::uint32_t node, const PoseMotion& motion, RefitCentre centre) const {
  const Node& n = nodes_[node];
  const float inflate = displacement(node, motion);
  Ball ball = n.block_count != 0 ? enclose_corners(n, motion, inflate, centre)
              : n.joint_count == 1
                  ? to_ball(moved(motion.joints[joints_[n.first_joint]], n.rest, inflate))
                  : enclose_joint_balls(n, motion, inflate, centre);
  ball.radius += motion.slack;
  return ball;
}

Ball SphereRefit::enclose_corners(const Node& node, const PoseMotion& motion, float inflate,
                                  RefitCentre centre) const {
  Four by_joint[kMostJoints];
  for (std::size_t j = 0; j < node.joint_count; ++j) {
    by_joint[j] = moved(motion.joints[joints_[node.first_joint + j]], node.rest, inflate);
  }
  BallBlock blocks[kMostBlocks];
  const Four* weights = weights_.data() + node.first_weight;
  for (std::size_t b = 0; b < node.block_count; ++b) {
    Four x{};
    Four y{};
    Four z{};
    Four radius{};
    for (std::size_t j = 0; j < node.joint_count; ++j) {
      const Four weight = *weights++;
      x += weight * by_joint[j][0];
      y += weight * by_joint[j][1];
      z += weight * by_joint[j][2];
      radius += weight * by_joint[j][3];
    }
    blocks[b] = {x, y, z, radius};
  }
  return enclose({blocks, node.block_count}, centre);
}

Ball SphereRefit::enclose_joint_balls(const Node& node, const PoseMotion& motion, float inflate,
                                      RefitCentre centre) const {
  // There may be any number of them: moved twice instead of kept.
  const auto for_each = [&](auto&& use) {
    for (std::size_t j = 0; j < node.joint_count; ++j) {
      use(moved(motion.joints[joints_[node.first_joint + j]], joint_balls_[node.first_weight + j],
                inflate));
    }
  };
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Four sum{};
  Four low = math::all(kInfinity);
  Four high = math::all(-kInfinity);
  for_each([&](const Four& ball) {
    sum += ball;
    low = math::min(low, ball - ball[3]);
    high = math::max(high, ball + ball[3]);
  });
  Ball ball =
      to_ball(centre == RefitCentre::average ? sum * (1 / static_cast<float>(node.joint_count))
                                             : 0.5F * low + 0.5F * high);
  ball.radius = 0;
  for_each([&](const Four& one) {
    const Four d = one - Four{ball.center.x, ball.center.y, ball.center.z, 0};
    ball.radius =
        std::max(ball.radius, std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) + one[3]);
  });
  return ball;
}

}  // namespace dermis::bounds
