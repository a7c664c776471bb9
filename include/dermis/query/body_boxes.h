// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/collider/collider.h"
#include "dermis/model/model.h"

namespace dermis {

/// Options of bake_body_boxes().
struct BodyBoxOptions {
  /// Number of slices of a box along its longest axis: 1 to 1,000. Each slice has a list of the
  /// triangles in it and near it.
  std::uint32_t slices = 15;
  /// A list has the triangles that are at most this far from its slice, in metres, 0 or more. A
  /// search with a larger reach looks into several lists.
  double reach = 0.03;
  /// Indices into Model::clips. Boxes enclose their triangles in the bind pose and in poses sampled
  /// from these clips: 60 per second, or fewer if that gives more than 20,000 poses. No value: all
  /// clips. In other poses, a box that might not enclose its triangles is detected, and all of its
  /// triangles are tested.
  std::optional<std::vector<std::uint32_t>> clips = {};
  /// Uses boxes of the bind pose, enlarged by this share of their sides, 0 or more, as in paper 5
  /// (docs/papers.md). Clips are not sampled. If the share is too small, triangles are missed
  /// without an error. No value: boxes enclose their triangles in the poses of `clips`.
  std::optional<double> tolerance = {};
};

/// Returns a collider with the same data and the boxes of paper 5: one oriented box per joint, with
/// a list of triangles per slice. NearestMethod::boxes uses them. `model` is the model that the
/// collider was baked from. Refuses another model, an invalid one, options out of range, clips that
/// do not exist or take more than 10,000 s in all, and colliders whose skinning is not linear.
Result<Collider> bake_body_boxes(const Collider& collider, const Model& model,
                                 const BodyBoxOptions& options = {});

}  // namespace dermis
