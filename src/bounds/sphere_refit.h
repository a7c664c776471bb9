// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bounds/ball_block.h"
#include "bounds/pose_motion.h"
#include "bounds/rotation_cap.h"
#include "bounds/sphere_groups.h"
#include "bounds/sphere_tree.h"
#include "dermis/model/model.h"

namespace dermis::bounds {

/// The joints that one blended ball follows, at most.
inline constexpr std::size_t kMostJoints = 16;
/// The corners that one refitted ball encloses, at most; joint balls instead of more.
inline constexpr std::size_t kMostCorners = 48;
/// The different weights, or corners of joint sets, of one record with parts, at most: where there
/// are more, they cost more than they gain.
inline constexpr std::size_t kMostInParts = RotationCap::kMost;

/// Encloses the posed vertices of any nodes of a sphere tree, from joint matrices and baked data
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
///
/// **Blends that are not linear** are near the linear one (deviation.h). There are better bounds
/// for small nodes:
///  - For given weights every blend is an affine map (skinning::blended_map), which stretches
///    nothing more than the joints do. Where there are few different weights, each takes the ball S
///    to another one; the refitted ball encloses these.
///  - Spherical blending puts all vertices of a joint set with centre c into R_w(S − c) + Σ w_j T_j
///    c. The corners of their weights give the hull of the second term, and a ball around the first
///    (rotation_cap.h): Kavan, O'Sullivan and Žára (2006), § 4.
/// Either way a lane has several *parts*, one per weight or one per joint set.
///
/// Siblings mostly follow the same joints, so the nodes of a block of SphereGroups are refitted
/// together, one per lane.
class SphereRefit {
 public:
  /// By all cores; says how far it is, 0…1.
  SphereRefit(const Model& model, const Skin& skin, const SphereTree& tree,
              const SphereGroups& groups, const std::function<void(double)>& progress);

  /// The balls of a block in a pose; lanes without a node repeat others.
  [[nodiscard]] BallBlock refit(std::uint32_t block, const PoseMotion& motion,
                                RefitCentre centre) const;

  /// What keeps refit() from working for these groups and this skin; empty when nothing does.
  [[nodiscard]] std::string problem(const SphereGroups& groups, const Skin& skin) const;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(std::uint64_t) * first_record_.size() + sizeof(math::Four) * records_.size();
  }

 private:
  friend class RefitBaker;
  SphereRefit() = default;

  /// A record: nodes of one block that are refitted together, all of them, or, where they follow
  /// too many joints for that, one. All that a refit reads stands in a row of registers:
  ///   header · rest balls · joints, four to a register · weights of a corner of each lane, joint
  ///   after joint, corner after corner; or, without corners, a ball per joint · how far the morph
  ///   targets move vertices, lane by lane · these targets, four to a register · the factors of
  ///   pairs of joints, lane by lane, for deviations · these pairs, four to a register
  /// With parts, instead of the joints: the joint set of each lane, part after part; weights follow
  /// the joints of that set, as many as the largest has. Or, without corners, a vertex with the
  /// part's weights.
  struct Header {
    std::uint32_t joints;
    std::uint16_t corners;  ///< of each part, if there are parts
    std::uint16_t parts;
    std::uint32_t displacements;
    std::uint16_t pairs;
    std::uint8_t many_pairs;  ///< and none listed: Deviation::most counts
    std::uint8_t lane;        ///< the first one
  };
  static_assert(sizeof(Header) == sizeof(math::Four));
  struct Record {
    Header header;
    const math::Four *rest, *joints, *weights, *distances, *targets, *factors, *pairs, *end;

    explicit Record(const math::Four* at);
    /// How many registers it has.
    static std::size_t size(const Header& header);
    static std::size_t index_registers(const Header& header);
    static std::size_t weight_registers(const Header& header);
    [[nodiscard]] std::uint32_t joint(std::uint32_t i) const;
    [[nodiscard]] std::uint32_t part(std::uint32_t i, std::uint32_t lane) const;
  };

  static BallBlock refit(const Record& record, const PoseMotion& motion, RefitCentre centre);
  /// From parts, for rest balls of this radius: balls to enclose, not more than kMostInParts. The
  /// last where joints stretch.
  static std::size_t balls_by_weights(const Record& record, const PoseMotion& motion,
                                      const math::Four& radius, BallBlock* balls);
  static std::size_t balls_by_sets(const Record& record, const PoseMotion& motion,
                                   const math::Four& radius, BallBlock* balls);
  static std::size_t stretched_balls(const Record& record, const PoseMotion& motion,
                                     const math::Four& radius, BallBlock* balls);
  static math::Four deviation(const Record& record, const PoseMotion& motion,
                              const math::Four& radius);
  static Ball enclose_joint_balls(const Record& record, const PoseMotion& motion, float inflate,
                                  RefitCentre centre);

  std::vector<std::uint64_t> first_record_;  ///< of each block, and one more for the end
  std::vector<math::Four> records_;
};

}  // namespace dermis::bounds
