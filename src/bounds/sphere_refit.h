// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "bounds/enclosing_ball.h"
#include "bounds/pose_motion.h"
#include "bounds/sphere_tree.h"
#include "dermis/model/model.h"

namespace dermis::bounds {

/// Where the centre of a refitted ball goes.
enum class RefitCentre {
  mid_range,  ///< the middle of the box of what it must enclose
  average,    ///< the papers' choice, looser on every level
};

/// Encloses the posed vertices of any node of a sphere tree, from joint matrices and baked data
/// alone, in any order: Kavan and Žára (2005), § 4.
///
/// A vertex v with weights w goes to Σ w_j C_j v. It is inside the node's rest ball S, so it goes
/// into Σ w_j C_j S, a ball whose centre and radius are blended from those of the C_j S. Over the
/// weights of all vertices with the same joints, those balls lie in the hull of the ones at the
/// corners of their weight polytope. The refitted ball encloses all of these.
///
/// Deviations. Every vertex's joints lie inside one joint set; a matrix stretches the radius by its
/// largest singular value; morph targets move vertices by at most a baked distance times their
/// weight. Where too many corners would meet, near the root, each joint has a ball of its own
/// around the vertices it moves: a vertex goes into the hull of C_j S_j.
class SphereRefit {
 public:
  SphereRefit(const Model& model, const SphereTree& tree);

  /// The node's ball in a pose.
  [[nodiscard]] Ball refit(std::uint32_t node, const PoseMotion& motion, RefitCentre centre) const;

 private:
  struct JointBall {
    Ball ball;
    std::uint32_t joint;
  };
  struct CornerSet {
    std::uint32_t first_weight;  ///< corner after corner, a weight per joint
    std::uint16_t joint_count;
    std::uint16_t corner_count;
    std::uint32_t first_joint;  ///< into set_joints_: which of the node's balls
  };
  struct Displacement {
    std::uint32_t target;
    float distance;
  };
  /// Runs in the arrays below; each ends where the next node's begins.
  struct Node {
    std::uint32_t first_ball, first_set, first_displacement;
  };

  void add_corner_sets(const std::vector<std::uint32_t>& vertices, const Influences& influences,
                       const Ball& rest);
  void add_joint_balls(const std::vector<std::uint32_t>& vertices, const Model& model);

  std::vector<Node> nodes_;
  std::vector<JointBall> balls_;  ///< with corner sets: the rest ball again for each joint
  std::vector<CornerSet> sets_;   ///< none: the balls themselves are enclosed
  std::vector<std::uint16_t> set_joints_;
  std::vector<float> weights_;
  std::vector<Displacement> displacements_;
};

}  // namespace dermis::bounds
