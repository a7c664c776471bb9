// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"
#include "dermis/result.h"

/// Models with fewer triangles. Link dermis::shapes.
namespace dermis {

struct SimplifyOptions {
  /// Of the triangles of each part, above 0 and up to 1: so many are aimed at.
  double share = 0.5;
  /// Where that would take a larger error, more triangles stay. Relative to the longest side of the
  /// model's box in the bind pose.
  double largest_error = 0.02;
};

struct Simplified {
  Model model;
  /// As meshoptimizer estimates it, in units of the model: no bound.
  double error = 0;
  /// Measured in the bind pose: no original vertex is farther from the simplified surface.
  double largest_distance = 0;
};

/// Skeleton, clips, parts and morph targets stay; so do influences and deltas of the vertices that
/// are left, all of which are the model's own. Vertices that no pose can tell apart become one, and
/// where parts touch their borders stay as they are, so that nothing is torn. Joints are not looked
/// at: where the skin bends most, it is wise to simplify less.
Result<Simplified> simplify(const Model& model, const SimplifyOptions& options = {});

}  // namespace dermis
