// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bounds/ball_block.h"
#include "bounds/enclosing_ball.h"
#include "bounds/pose_motion.h"
#include "bounds/sphere_tree.h"
#include "dermis/model/model.h"

namespace dermis::bounds {

/// Encloses the posed vertices of any node of a sphere tree, from joint matrices and baked data
/// alone, in any order: Kavan and Žára (2005), § 4.
///
/// A vertex v with weights w goes to Σ w_j C_j v. It is inside the node's rest ball S, so it goes
/// into Σ w_j C_j S, a ball whose centre and radius are blended from those of the C_j S. Over the
/// weights of all vertices, those balls lie in the hull of the ones at the corners of a polytope
/// around the weights. The refitted ball encloses all of these.
///
/// Deviations. Every vertex's joints lie inside one joint set; where the vertices have fewer
/// different weights than their polytopes have corners, these weights are the corners; a matrix
/// stretches the radius by its largest singular value; morph targets move vertices by at most a
/// baked distance times their weight. Where too many corners would meet, near the root, each joint
/// has a ball of its own around the vertices it moves: a vertex goes into the hull of C_j S_j.
class SphereRefit {
 public:
  SphereRefit(const Model& model, const SphereTree& tree);

  /// The node's ball in a pose.
  [[nodiscard]] Ball refit(std::uint32_t node, const PoseMotion& motion, RefitCentre centre) const;

  /// The joints of a node with corners, at most: how many terms a blended ball has.
  static constexpr std::size_t kMostJoints = 16;

 private:
  struct Displacement {
    std::uint32_t target;
    float distance;
  };
  struct Node {
    Ball rest;
    std::uint32_t first_joint;         ///< in joints_
    std::uint32_t first_weight;        ///< in weights_; without blocks, in joint_balls_
    std::uint32_t first_displacement;  ///< the next node's is the end
    std::uint32_t joint_count;
    std::uint32_t block_count;  ///< of four corners each; 0: one joint, or joint balls
  };

  void add_corners(const std::vector<std::uint32_t>& vertices, const Model& model, Node& node);
  void add_joint_balls(const std::vector<std::uint32_t>& vertices, const Model& model, Node& node);
  void add_displacements(const std::vector<std::uint32_t>& vertices, const MorphTargets& targets);

  [[nodiscard]] float displacement(std::uint32_t node, const PoseMotion& motion) const;
  [[nodiscard]] Ball enclose_corners(const Node& node, const PoseMotion& motion, float inflate,
                                     RefitCentre centre) const;
  [[nodiscard]] Ball enclose_joint_balls(const Node& node, const PoseMotion& motion, float inflate,
                                         RefitCentre centre) const;

  std::vector<Node> nodes_;  ///< and one more, for the ends
  std::vector<std::uint32_t> joints_;
  std::vector<math::Four> weights_;  ///< of four corners, for each joint, block after block
  std::vector<Ball> joint_balls_;
  std::vector<Displacement> displacements_;
};

}  // namespace dermis::bounds
