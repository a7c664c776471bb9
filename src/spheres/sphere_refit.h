// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dermis/model/model.h"
#include "spheres/ball_block.h"
#include "spheres/pose_motion.h"
#include "spheres/rotation_cap.h"
#include "spheres/sphere_groups.h"
#include "spheres/sphere_tree.h"

namespace dermis::spheres {

/// The largest number of joints that one blended ball follows.
inline constexpr std::size_t kMostJoints = 16;
/// The largest number of corners that one refitted ball encloses. If there are more, joint balls
/// are used.
inline constexpr std::size_t kMostCorners = 48;
/// The largest number of different weights, or of corners of joint sets, of one record with parts.
/// More of them would cost more than they gain.
inline constexpr std::size_t kMostInParts = RotationCap::kMost;

/// Encloses the posed vertices of any nodes of a sphere tree, in any order. Needs only joint
/// matrices and baked data: Kavan and Žára (2005), § 4.
///
/// A vertex v with weights w goes to Σ w_j C_j v. It is inside the node's rest ball S, so it goes
/// into Σ w_j C_j S, a ball whose centre and radius are blended from those of the C_j S. Over the
/// weights of all vertices, these balls lie in the hull of the balls at the corners of a polytope
/// around the weights. The refitted ball encloses all of the balls at the corners.
///
/// Deviations from the paper. Every vertex's joints lie inside one joint set. If the vertices have
/// fewer different weights than their polytopes have corners, these weights are the corners. A
/// matrix stretches the radius by its largest singular value. Morph targets move vertices by at
/// most a baked distance times their weight. If there would be too many corners, near the root,
/// each joint has a ball S_j of its own around the vertices that it moves: a vertex goes into the
/// hull of the C_j S_j.
///
/// **Blends that are not linear** are near the linear one (deviation.h). There are better bounds
/// for small nodes:
///  - For given weights, every blend is an affine map (skinning::blended_map), which stretches
///    nothing more than the joints do. If there are few different weights, each takes the ball S to
///    another one; the refitted ball encloses these.
///  - Spherical blending puts all vertices of a joint set with centre c into R_w(S − c) + Σ w_j T_j
///    c. The corners of their weights give the hull of the second term, and a ball around the first
///    (rotation_cap.h): Kavan, O'Sullivan and Žára (2006), § 4.
/// Either way, a lane has several *parts*, one per weight or one per joint set.
///
/// Siblings mostly follow the same joints, so the nodes of a block of SphereGroups are refitted
/// together, one per lane.
class SphereRefit {
 public:
  /// Uses all cores. `progress` gets the completed share, from 0 to 1.
  SphereRefit(const Model& model, const skinning::SkinData& skin, const SphereTree& tree,
              const SphereGroups& groups, const std::function<void(double)>& progress);

  /// The balls of a block in a pose. Lanes without a node repeat others.
  [[nodiscard]] BallBlock refit(std::uint32_t block, const PoseMotion& motion,
                                RefitCenter center) const;

  /// The reason why refit() does not work for these groups and this skin; empty if it does.
  [[nodiscard]] std::string problem(const SphereGroups& groups,
                                    const skinning::SkinData& skin) const;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(std::uint64_t) * first_record_.size() + sizeof(math::Four) * records_.size();
  }

 private:
  friend class RefitBaker;
  SphereRefit() = default;

  /// The nodes of one block that are refitted together: all of them or, if they follow too many
  /// joints for that, one. The data that a refit reads are in a row of registers:
  ///   header · rest balls · joints, four to a register · weights of a corner of each lane, joint
  ///   by joint, corner by corner; or, without corners, a ball per joint · how far the morph
  ///   targets move vertices, lane by lane · these targets, four to a register · the factors of
  ///   pairs of joints, lane by lane, for deviations · these pairs, four to a register
  /// With parts, the joints are replaced by the joint set of each lane, part by part. Weights
  /// follow the joints of that set; their number is that of the largest set. Without corners, the
  /// joints are replaced by a vertex with the weights of the part.
  struct Header {
    std::uint32_t joints;
    std::uint16_t corners;  ///< per part, if there are parts
    std::uint16_t parts;
    std::uint32_t displacements;
    std::uint16_t pairs;
    std::uint8_t many_pairs;  ///< 1: none listed; Deviation::most counts
    std::uint8_t lane;        ///< the first lane
  };
  static_assert(sizeof(Header) == sizeof(math::Four));
  struct Record {
    Header header;
    const math::Four *rest, *joints, *weights, *distances, *targets, *factors, *pairs, *end;

    explicit Record(const math::Four* at);
    /// The number of its registers.
    static std::size_t size(const Header& header);
    static std::size_t index_registers(const Header& header);
    static std::size_t weight_registers(const Header& header);
    [[nodiscard]] std::uint32_t joint(std::uint32_t i) const;
    [[nodiscard]] std::uint32_t part(std::uint32_t i, std::uint32_t lane) const;
  };

  static BallBlock refit(const Record& record, const PoseMotion& motion, RefitCenter center);
  /// Computes the balls to enclose, from parts, for rest balls of this radius. Returns their
  /// number, at most kMostInParts. stretched_balls() replaces balls_by_sets() if joints stretch.
  static std::size_t balls_by_weights(const Record& record, const PoseMotion& motion,
                                      const math::Four& radius, BallBlock* balls);
  static std::size_t balls_by_sets(const Record& record, const PoseMotion& motion,
                                   const math::Four& radius, BallBlock* balls);
  static std::size_t stretched_balls(const Record& record, const PoseMotion& motion,
                                     const math::Four& radius, BallBlock* balls);
  static math::Four deviation(const Record& record, const PoseMotion& motion,
                              const math::Four& radius);
  static Ball enclose_joint_balls(const Record& record, const PoseMotion& motion, float inflate,
                                  RefitCenter center);

  std::vector<std::uint64_t> first_record_;  ///< one per block, and one more for the end
  std::vector<math::Four> records_;
};

}  // namespace dermis::spheres
