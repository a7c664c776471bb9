// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/base/result.h"
#include "dermis/model/mesh.h"
#include "dermis/model/model.h"
#include "dermis/skinning/skinning.h"

namespace dermis {

/// A mesh at several times. Between two times its vertices move in straight lines: pass the
/// positions to MovingMesh::fly_to() one after the other.
struct Keyframes {
  std::vector<Triangle> triangles;            ///< the same at all times
  std::vector<double> times;                  ///< seconds, ascending
  std::vector<std::vector<Point>> positions;  ///< for each time, those of all vertices
  /// For each interval between two times, an upper limit of each vertex's distance from its
  /// straight line, in metres. Empty from to_keyframes(), and from to_bounded_keyframes() if all
  /// motion is straight.
  std::vector<std::vector<float>> deviations = {};
};

/// Keyframes from the frames of a simulation, one every 1 / `frames_per_second` seconds. Refuses an
/// empty list, frames with different triangles, and a rate that is not above 0.
Result<Keyframes> to_keyframes(std::vector<Mesh> frames, double frames_per_second);

/// Keyframes from a clip of a model: `frames_per_second` (above 0) from its start on, and one at
/// its end. Refuses more than 1,000,000 frames. A clip that only blends morph targets linearly is
/// sampled at its own keys, between which the motion is straight. Vertices that files split at
/// seams are welded; triangles keep their order. Refuses an invalid model, a clip that does not fit
/// it, a rate out of range, and poses that Skin::check() refuses.
Result<Keyframes> to_keyframes(const Model& model, const Clip& clip, double frames_per_second,
                               Skinning skinning = Skinning::linear);
/// The same with `deviations`, for linear skinning. With these as radii (MovingMesh::set_radii()),
/// no impact of the character's true (curved) motion between frames is missed, except between
/// triangles with a common corner.
Result<Keyframes> to_bounded_keyframes(const Model& model, const Clip& clip,
                                       double frames_per_second);

}  // namespace dermis
