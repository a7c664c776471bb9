// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/math/types.h"
#include "dermis/model/model.h"

namespace dermis {

/// A character at one instant: joint[i] maps rest positions to the world for what follows joint i
/// entirely. Made from a clip, or from the host engine's own matrices (world · inverse bind).
struct Pose {
  std::vector<Affine> joints;
  std::vector<float> morph_weights;
};

/// The transforms stored in the file, no clip.
Pose rest_pose(const Model& model);

/// As modelled, before any joint moved: skinned vertices stand at their rest positions. A rigid
/// part goes with the nearest joint above it; one without such a joint stands as in rest_pose.
Pose bind_pose(const Model& model);

/// A clip at a time in seconds; any finite time is legal and clamps to the clip. The same bits on
/// every machine: sampling uses no function of the system's mathematics library.
Pose sample(const Model& model, const Clip& clip, double time);

/// The pose moved as a whole. Queries and exports both see placement through the joint matrices.
Pose placed(Pose pose, const Affine& placement);

}  // namespace dermis
