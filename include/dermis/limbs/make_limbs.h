// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dermis/base/executor.h"
#include "dermis/base/result.h"
#include "dermis/limbs/collide_shape.h"
#include "dermis/model/limb_table.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/skinning/skinning.h"

namespace dermis {

/// Options of make_limbs() and its steps.
struct LimbOptions {
  LimbGroupOptions groups = {};  ///< the way to group joints into limbs
  /// Clips to which bounds are fitted: indices into Model::clips. No value: all clips. Bounds are
  /// always fitted to the bind pose as well.
  std::optional<std::vector<std::uint32_t>> clips = {};
  /// Sampling rate of clips, in poses per second. Above 0, at most 1e6. A clip with more than
  /// 100,000 samples is refused.
  double frames_per_second = 60;
  /// Largest number of Limb::volumes per limb: 1 to 16.
  std::uint32_t max_volumes = 4;
  /// The skinning with which the model is posed in its clips.
  Skinning skinning = Skinning::linear;
  /// Receives the progress from 0 to 1. Called from several threads, but never at the same time.
  std::function<void(double)> progress = {};
  Executor* executor = nullptr;  ///< null: default_executor()
};

/// Makes the shape of a model: group_limbs(), then fit_capsules(). Refuses what one of these
/// refuses.
Result<CollideShape> make_limbs(const Model& model, const LimbOptions& options = {});

/// The limbs of group_joints() with the sides of their triangles. Bounds and volumes are still
/// empty. Refuses what group_joints() refuses, and clips that do not exist.
Result<CollideShape> group_limbs(const Model& model, const LimbOptions& options = {});

/// Fits the bounds and volumes of grouped limbs. Bounds are fitted to `shape.clips`;
/// `options.clips` is ignored. Refuses an invalid model, vertices with more
/// than 64 influences (unless skinning is linear), options out of range, and a shape that
/// with_limbs() refuses.
Result<void> fit_capsules(const Model& model, CollideShape& shape, const LimbOptions& options = {});

/// Sets the limb of each triangle from `shape.joint_limbs`, and its side from its normal at rest.
void assign_triangles(const Model& model, CollideShape& shape);

/// The shape of an object that is neither convex nor made of limbs: terrain, stairs, walls. Pieces
/// of its surface, with at most `max_triangles` (1 or more) triangles each, stand for limbs. Depths
/// are measured from its triangles along their normals, so triangles must face outwards. Refuses an
/// invalid model, one without triangles, and vertices that do not have exactly one influence.
Result<CollideShape> make_scenery(const Model& model, std::uint32_t max_triangles = 64);

/// The quality of a shape in one pose, measured on a grid of points. Volumes are in cubic metres,
/// `surface_error` in metres.
struct LimbFit {
  double bounds_volume = 0;  ///< volume of the union of all bounds
  double hulls_volume = 0;   ///< volume of the union of the convex hulls of the limbs' vertices
  double surface_error = 0;  ///< root mean square distance of the surface from the volumes
};
/// Options of measure_fit().
struct LimbFitOptions {
  Skinning skinning = Skinning::linear;  ///< the skinning of the posed model
  Executor* executor = nullptr;          ///< null: default_executor()
};
/// Measures the quality of a shape. Slow. Refuses an invalid model, a shape that with_limbs()
/// refuses, a pose that Skin::check() refuses, and bounds without volume.
Result<LimbFit> measure_fit(const Model& model, const CollideShape& shape, const Pose& pose,
                            const LimbFitOptions& options = {});

}  // namespace dermis
