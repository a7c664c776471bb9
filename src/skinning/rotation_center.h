// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "skinning/joint_sets.h"
#include "skinning/rigid_pose.h"

namespace dermis::skinning {

/// The rotation centre of spherical blending for a set of joints: the point whose images under the
/// T_j differ least, by the sum of the squared distances of all pairs of images. A useful centre is
/// never far from the joints of the set, so it is searched near m, the centre of the set:
///   m + x, with (N + λ) x = g,
///   N = Σ (A_i − A_j)ᵀ (A_i − A_j),  g = Σ (A_i − A_j)ᵀ (T_j m − T_i m)
/// over all pairs of joints, where A_j is the linear part of T_j. The length of x is limited to the
/// distance of the farthest joint. With λ = 10⁻⁴ the centre approaches m, without a jump, where the
/// rotations do not determine it: if they are all the same, and along an axis that they share. If
/// one of two joints is the parent of the other, and nothing is stretched, the centre is the
/// child's pivot.
///
/// Writes the centre to `out`, followed by its images under the joints of the set, in their order.
void find_rotation_center(const JointSets& sets, std::uint32_t set,
                          std::span<const JointRest> rests, const RigidPose& pose, Quad* out);

}  // namespace dermis::skinning
