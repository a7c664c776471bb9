// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "dermis/base/names.h"
#include "dermis/base/result.h"
#include "dermis/limbs/collide_shape.h"
#include "dermis/model/model.h"

/// @file
/// Collide shapes as meshes, for viewing. Link dermis::shapes.
namespace dermis {

/// The capsules of a shape that with_shape() adds.
enum class ShapeLevel {
  bounds,   ///< Limb::bound: one capsule around each limb
  volumes,  ///< Limb::volumes: about as large as each limb
};

template <>
struct EnumTable<ShapeLevel> {
  static constexpr std::string_view kNoun = "level";
  static constexpr Named<ShapeLevel> kNames[] = {{ShapeLevel::bounds, "bounds"},
                                                 {ShapeLevel::volumes, "volumes"}};
};

/// A copy of the model with a closed mesh of about 16 × 8 faces for each bound or volume of the
/// shape. Each mesh is on its own node ("left_forearm bound", "left_forearm volume 2"), a rigid
/// child of the node of the joint that the capsule follows. The corners lie on the surface of the
/// capsule. All indices of the model stay valid. Refuses a shape that does not fit the model.
/// export_glb() writes the result for viewers and other engines.
Result<Model> with_shape(const Model& model, const CollideShape& shape, ShapeLevel level);

}  // namespace dermis
