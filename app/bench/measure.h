// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/bench/ask.h"
#include "app/progress.h"
#include "dermis/spheres/spheres.h"
#include "scenes/engine.h"
#include "scenes/scene.h"

namespace dermis::app {

/// Times and counters of a contender on a scene: means over the frames.
struct Measured {
  Contender contender;
  double ms_per_frame = 0;       ///< the fastest of several rounds, warm
  double cold_ms_per_frame = 0;  ///< with characters that are in no cache: 200 in turn
  double p50_ms = 0, p99_ms = 0;
  double contacts = 0;
  double spheres_refitted = 0, boxes_refitted = 0, vertices_deformed = 0, meshlets_deformed = 0;
  double sphere_tests = 0, box_tests = 0, triangle_tests = 0, exact_tests = 0;
};

/// Options for preparing the engines.
struct EngineOptions {
  BakeOptions bake = {};
  spheres::SphereOptions spheres = {};
};

struct MeasureOptions {
  std::vector<Contender> contenders;
  bool any = false;    ///< whether there is a pair, instead of all pairs
  double seconds = 5;  ///< approximate time for baking and all methods together
  EngineOptions engines = {};
  bool cold = true;   ///< also measure with 200 characters in turn
  bool judge = true;  ///< also compare with brute force
  /// Colliders of the scene's models. If empty, the models are baked with `engines`.
  std::vector<Collider> baked = {};
};

struct Measurement {
  std::vector<Measured> contenders;
  std::size_t character_bytes = 0;  ///< before the first query
  std::size_t touched_bytes = 0;    ///< after it
  std::size_t spheres = 0;          ///< sum over the characters; 0 if no method uses spheres
  std::size_t meshlets = 0;         ///< sum over the characters
  std::size_t triangles = 0;        ///< sum over the characters
  std::size_t frames = 0;           ///< measured frames; fewer than all if time was short
  std::size_t scene_frames = 0;     ///< all frames of the scene
  std::size_t judged_frames = 0;    ///< frames also compared with brute force
};

/// Times all contenders on the same frames, from set_pose() with ready joint matrices to the sorted
/// pairs. Throws Disagreement if they find different pairs.
Measurement measure(const scenes::Scene& scene, const MeasureOptions& options, Progress& progress);

/// Bakes the models of a scene.
std::vector<Collider> bake_all(const scenes::Scene& scene, const EngineOptions& options);

/// Runs `work` for about `seconds`, at least three times. Returns the shortest time in
/// milliseconds.
double fastest_ms(double seconds, const std::function<void()>& work);

}  // namespace dermis::app
