// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/model/mesh.h"
#include "dermis/model/model.h"
#include "dermis/result.h"
#include "dermis/skinning/skinning.h"

namespace dermis {

/// A mesh at several times. In between, its vertices move in straight lines: the flight plans of a
/// MovingMesh, one keyframe after the other.
struct Keyframes {
  std::vector<Triangle> triangles;
  std::vector<double> times;               ///< in seconds, ascending
  std::vector<std::vector<Point>> places;  ///< of the vertices, at each time
  /// From each time to the next one, how far each vertex is from its straight line at most; empty
  /// if there is nothing but straight lines, or nobody asked.
  std::vector<std::vector<float>> deviations = {};
};

/// What a simulation wrote: meshes with the same triangles, so many a second.
Result<Keyframes> to_keyframes(std::vector<Mesh> frames, double frames_per_second);

/// A clip of a model, at its beginning, so many times a second, and at its end. Clips that only
/// blend morph targets, linearly, are taken at their own keys: there is nothing between these but
/// straight lines. Vertices that files split at seams are one, so that the skin hangs together;
/// triangles keep their order.
Result<Keyframes> to_keyframes(const Model& model, const Clip& clip, double frames_per_second,
                               Skinning skinning = Skinning::linear);
/// The same with `deviations`, for linear skinning: with these as radii (MovingMesh::set_radii),
/// nothing is missed that the character's own motion touches between frames, but for triangles with
/// a common corner.
Result<Keyframes> to_bounded_keyframes(const Model& model, const Clip& clip,
                                       double frames_per_second);

}  // namespace dermis
