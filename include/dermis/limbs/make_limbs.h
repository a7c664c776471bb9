// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dermis/limbs/collide_shape.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/result.h"
#include "dermis/skinning/skinning.h"

namespace dermis {

/// An artist's word on a limb: these joints are one, whatever they look like. By names of nodes, or
/// "#3" for joint 3.
struct LimbOverride {
  std::string name;
  std::vector<std::string> joints;
};

struct LimbOptions {
  /// Bounds hold in these clips, by name or number; without a value, in all there are.
  std::optional<std::vector<std::string>> clips = {};
  /// Poses per second of a clip that bounds are fitted to.
  double frames_per_second = 60;
  /// A joint that leads less than this share of the surface is no limb of its own.
  double smallest_share = 0.018;
  /// Volumes of level 3 that a limb has at most: 1 … 16.
  std::uint32_t most_volumes = 4;
  std::vector<LimbOverride> overrides = {};
  Skinning skinning = Skinning::linear;
  /// Told now and then how far the work is, 0…1.
  std::function<void(double)> progress = {};
};

/// Which limb each joint belongs to, and their names: by the hierarchy, and by how much of the
/// surface follows each joint more than others. Joints that lead little go with the joint above
/// them. Volumes are not fitted yet.
Result<CollideShape> group_joints(const Model& model, const LimbOptions& options = {});

/// Gives each triangle the limb that has the greatest weight over its corners together, of several
/// the first, and the side of it that it is on: what `joint_limbs` and the model say.
void assign_triangles(const Model& model, CollideShape& shape);

/// Fits the volumes of limbs that are grouped. The shape's own clips count, not the options'.
Result<void> fit_volumes(const Model& model, CollideShape& shape, const LimbOptions& options = {});

/// Both.
Result<CollideShape> make_limbs(const Model& model, const LimbOptions& options = {});

/// The shape of something that is not made of limbs, and not convex: grounds, stairs, walls. Pieces
/// of its surface, with so many triangles at most, stand for limbs. How deep something is in it is
/// measured from its triangles, along their normals; so they must face outwards.
Result<CollideShape> make_scenery(const Model& model, std::uint32_t most_triangles = 64);

/// How well a shape fits in a pose: volumes in cubic units of the model, by counting points of a
/// grid. Slow.
struct LimbFit {
  double bounds_volume = 0;  ///< of the union of all bounds
  double hulls_volume = 0;   ///< of the union of the convex hulls of the limbs' vertices
  /// Of the surface from the union of the volumes of level 3: the root of the mean square.
  double surface_error = 0;
};
Result<LimbFit> measure_fit(const Model& model, const CollideShape& shape, const Pose& pose,
                            Skinning skinning = Skinning::linear);

}  // namespace dermis
