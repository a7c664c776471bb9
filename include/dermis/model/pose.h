// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/math/types.h"
#include "dermis/model/model.h"

namespace dermis {

/// A character at one instant. joints[i] maps rest positions to world positions, for vertices that
/// follow joint i alone. A pose comes from a clip, or from the host engine's own matrices (world
/// matrix · inverse bind matrix).
struct Pose {
  std::vector<Affine> joints;        ///< one per joint of Skeleton::joints
  std::vector<float> morph_weights;  ///< one per element of Model::morph_targets
};

/// The stored pose: the transforms stored in the file, without a clip.
Pose stored_pose(const Model& model);

/// The bind pose, before any joint moved: skinned vertices are at their rest positions. A rigid
/// part follows its node. The nodes of a skin's joints stand at the inverse of Joint::inverse_bind.
/// Other nodes keep their stored transforms relative to their parents. Morph weights are the stored
/// ones. Collider::bind_pose() differs from this only in its morph weights, which are 0.
Pose bind_pose(const Model& model);

/// The clip at `time`, in seconds. The clip is one of the model's, or has channels for its nodes
/// and morph targets (asserted). Every finite time is valid; times outside the clip are clamped to
/// it. The result has the same bits on every machine: sampling uses no function of the system's
/// mathematics library.
Pose sample(const Model& model, const Clip& clip, double time);

/// The pose moved as a whole: applies `placement` after every joint matrix. There is no separate
/// transform of a character.
Pose placed(Pose pose, const Affine& placement);

}  // namespace dermis
