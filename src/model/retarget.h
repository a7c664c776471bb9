// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/clip.h"
#include "dermis/model/skeleton.h"
#include "math/doubles.h"

namespace dermis::model {

/// The stored transforms of nodes, in the world.
struct StoredFrames {
  explicit StoredFrames(const std::vector<Node>& nodes);

  std::vector<math::Transformd> local;
  std::vector<math::Affined> world;
  std::vector<math::Quatd> rotation;  ///< products of the rotations alone
};

/// Carries keys from one skeleton to another with other bones.
///
/// Let P be the stored world rotation of a node's parent, W that of the node, and L(t) its animated
/// rotation. P L(t) W⁻¹ turns the node, in world axes, away from where it is stored, if its parent
/// is where it is stored. With s for the source and m for the model, the model's node must turn the
/// same way: P_m L_m(t) W_m⁻¹ = P_s L_s(t) W_s⁻¹, so
///
///     L_m(t) = (P_m⁻¹ P_s) L_s(t) (W_s⁻¹ W_m)
///
/// Where the source stands as stored, L_s = P_s⁻¹ W_s, and the model stands as stored, too. The map
/// is linear in L_s, so it also carries the tangents of splines, and interpolation between keys.
class Retarget {
 public:
  /// matches[n] is the model's node for node n of the source, or kNone.
  Retarget(const std::vector<Node>& source, const std::vector<Node>& model,
           std::span<const std::uint32_t> matches, std::uint32_t root);

  /// The channel for the model. `node` is a node of the source that has a match.
  [[nodiscard]] Channel rotation(const Channel& channel, std::uint32_t node) const;
  /// The same for a translation of a root. Empty `times` if the model's parent node is flat.
  [[nodiscard]] Channel translation(const Channel& channel, std::uint32_t node) const;

 private:
  std::span<const Node> source_nodes_, model_nodes_;
  StoredFrames source_, model_;
  std::span<const std::uint32_t> matches_;
  double scale_ = 1;  ///< factor for the root's path
};

}  // namespace dermis::model
