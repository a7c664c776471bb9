// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/model/influences.h"
#include "dermis/skinning/skinning.h"
#include "skinning/rigid_pose.h"

namespace dermis::skinning {

/// Where the square of a blended quaternion's length is smaller, the rotations cancel each other,
/// and the vertex is blended linearly.
inline constexpr float kLeastSquare = 0x1p-4F;

/// A vertex that follows rigid motions.
struct RigidVertex {
  std::span<const Influence> influences;
  std::uint32_t pivot;  ///< of its joint set
  const Quad* centre;   ///< of its joint set's rotation, and its images; spherical blending only
  Vec3 rest;            ///< morphed
};

/// The definition of the posed vertex in plain C++; see Skin for the order of operations. Callers
/// hold a DefinedFloatMode.
Vec3 blend_rigidly(const RigidVertex& vertex, const RigidPose& pose, Skinning skinning);

/// What that makes of any rest position with the same influences, an affine map; but for rounding.
JointColumns blended_map(const RigidVertex& vertex, const RigidPose& pose, Skinning skinning);

}  // namespace dermis::skinning
