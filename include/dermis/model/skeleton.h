// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dermis/math/types.h"

namespace dermis {

inline constexpr std::uint32_t kNone = 0xffffffff;

/// One coordinate frame of the hierarchy. Not every node is a joint: nodes in and above the joint
/// tree carry transforms and animation too.
struct Node {
  std::string name;
  std::uint32_t parent = kNone;  ///< an earlier node, or kNone for a root
  Transform rest;
  /// Replaces `rest` where a file gives a matrix that is not animated. It may hold shear, which a
  /// Transform cannot.
  std::optional<Affine> rest_matrix;
};

/// What a vertex follows: a node, and the map from the space the vertices were modelled in to that
/// node's own space. Two skins over the same nodes give two joints per node when their bind
/// poses differ. A rigid part follows one joint whose inverse bind matrix is the identity.
struct Joint {
  std::uint32_t node = kNone;
  Affine inverse_bind;
  /// Made for a rigid part: in the bind pose it stands where its node does, whereas what a skin
  /// moves then stands at its rest position.
  bool rigid = false;
  friend bool operator==(const Joint&, const Joint&) = default;
};

struct Skeleton {
  std::vector<Node> nodes;  ///< parents before children
  std::vector<Joint> joints;
};

}  // namespace dermis
