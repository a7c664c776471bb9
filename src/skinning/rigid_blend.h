// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/model/influences.h"
#include "dermis/skinning/skinning.h"
#include "skinning/rigid_pose.h"

namespace dermis::skinning {

/// If the squared length of a blended quaternion is below this, the rotations cancel each other,
/// and the vertex is blended linearly.
inline constexpr float kLeastSquare = 0x1p-4F;

/// A vertex and its data for spherical or dual quaternion blending.
struct RigidVertex {
  std::span<const Influence> influences;
  std::uint32_t pivot;  ///< the pivot joint of its joint set
  /// The rotation centre of its joint set, followed by its images; spherical blending only.
  const Quad* center;
  Vec3 rest;  ///< with morph targets applied
};

/// The definition of the posed vertex in plain C++; see Skin for the order of operations.
Vec3 blend_rigidly(const RigidVertex& vertex, const RigidPose& pose, Skinning skinning);

/// The affine map, up to rounding, that blend_rigidly() applies to any rest position with the same
/// influences.
JointColumns blended_map(const RigidVertex& vertex, const RigidPose& pose, Skinning skinning);

}  // namespace dermis::skinning
