// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/limbs/collide_shape.h"
#include "dermis/model/model.h"
#include "dermis/result.h"

/// Collide shapes as meshes, to be looked at. Link dermis::shapes.
namespace dermis {

enum class ShapeLevel { bounds, volumes };

/// The model, and for each bound or volume of the shape a closed mesh of about 16 × 8 faces on a
/// node of its own ("left_forearm bound", "left_forearm volume 2"), which hangs rigidly on the
/// node of the joint it follows. Corners lie on the surface of the capsule. What the model had
/// keeps its indices; export_glb() takes the result to viewers and other engines.
Result<Model> with_shape(const Model& model, const CollideShape& shape, ShapeLevel level);

}  // namespace dermis
