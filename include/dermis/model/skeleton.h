// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dermis/base/none.h"
#include "dermis/math/types.h"

namespace dermis {

/// One coordinate frame of the hierarchy. Not every node is a joint: nodes in and above the joint
/// tree carry transforms and animation too.
struct Node {
  std::string name;              ///< may be empty
  std::uint32_t parent = kNone;  ///< index of an earlier node, or kNone for a root
  /// The transform stored in the file, relative to the parent. sample() uses it where the clip does
  /// not animate the node.
  Transform stored;
  /// If set, it replaces `stored` where a clip does not animate this node. Unlike a Transform, a
  /// matrix can hold shear.
  std::optional<Affine> stored_matrix;
  /// Its bone in a humanoid, by the names of VRM, such as "leftUpperArm". group_joints() prefers it
  /// to `name`. Empty: none, or unknown.
  std::string bone = {};
};

/// A frame that vertices follow: a node, and a matrix that maps rest positions to the node's space.
/// If two skins use the same node with different bind poses, the node has two joints. A rigid part
/// follows one joint whose inverse bind matrix is the identity.
struct Joint {
  std::uint32_t node = kNone;  ///< index into Skeleton::nodes
  Affine inverse_bind;         ///< from rest positions to the node's space in the bind pose
  /// True for the joint of a rigid part: a part whose mesh has no skin, so that all its vertices
  /// follow its node. In the bind pose, the part is where its node is (see bind_pose()), while
  /// skinned vertices are at their rest positions.
  bool rigid = false;
  friend bool operator==(const Joint&, const Joint&) = default;
};

/// The hierarchy of a model and the frames that its vertices follow.
struct Skeleton {
  std::vector<Node> nodes;    ///< parents before children
  std::vector<Joint> joints;  ///< in the order of Pose::joints
};

}  // namespace dermis
