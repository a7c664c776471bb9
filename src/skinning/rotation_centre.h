// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "skinning/joint_sets.h"
#include "skinning/rigid_pose.h"

namespace dermis::skinning {

/// Where spherical blending turns what follows a set of joints: the point whose images under the
/// T_j differ least, in the sum of the squares of all their differences. No joint set needs it far
/// from its joints, so it is looked for near the middle m of their places:
///   m + x, with (N + λ) x = g,  N = Σ (A_i − A_j)ᵀ (A_i − A_j),  g = Σ (A_i − A_j)ᵀ (T_j m − T_i
///   m)
/// over all pairs of joints, and x is cut to the distance of the farthest joint. With λ = 10⁻⁴ the
/// centre goes to m, without a jump, where the rotations do not tell: when they are all the same,
/// and along an axis that they share. Two joints of which one hangs from the other turn about the
/// point they share, if nothing is stretched.
///
/// Where the joints of the set take it follows it in `out`, in their order. Callers hold a
/// DefinedFloatMode.
void find_rotation_centre(const JointSets& sets, std::uint32_t set,
                          std::span<const JointRest> rests, const RigidPose& pose, Quad* out);

}  // namespace dermis::skinning
