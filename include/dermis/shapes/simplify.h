// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/base/result.h"
#include "dermis/model/model.h"

/// @file
/// Models with fewer triangles. Link dermis::shapes.
namespace dermis {

/// Options of simplify().
struct SimplifyOptions {
  /// Target fraction of each part's triangles to keep, in (0, 1].
  double share = 0.5;
  /// Largest error allowed, at least 0, relative to the longest side of the model's box in the bind
  /// pose. If reaching `share` would need a larger error, more triangles remain.
  double max_error = 0.02;
};

/// The answer of simplify().
struct Simplified {
  Model model;  ///< the model with fewer triangles
  /// The error as estimated by meshoptimizer, in metres. It is not a bound.
  double error = 0;
  /// The largest distance of an original vertex from the simplified surface, measured in the bind
  /// pose, in metres.
  double largest_distance = 0;
};

/// Removes triangles. Skeleton, clips, parts and morph targets are kept. All remaining vertices are
/// vertices of the original model, with their influences and deltas. Vertices that coincide in
/// every pose are welded. Borders along which parts touch stay unchanged, so that no gaps open. The
/// error does not consider joints: keep more triangles if the skin bends strongly. Refuses an
/// invalid model, and options out of range.
Result<Simplified> simplify(const Model& model, const SimplifyOptions& options = {});

}  // namespace dermis
