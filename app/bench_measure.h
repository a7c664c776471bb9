// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "progress.h"
#include "scenes/scene.h"

namespace dermis::app {

/// What takes part in a comparison: a method, or something near one.
struct Contender {
  enum class Kind {
    query,      ///< the method as it is
    coherent,   ///< with a PairCache from frame to frame
    skin_only,  ///< no query: all is deformed, the floor of every eager method
  };
  std::string name;
  Method method = Method::meshlets;
  Kind kind = Kind::query;
};

/// By the name of a method, or "meshlets-coherent" or "skin-only"; the error lists the names.
Result<Contender> contender_named(const std::string& name);

/// What a contender took for a scene, and what it did: means over the frames.
struct Measured {
  Contender contender;
  double ms_per_frame = 0;       ///< the fastest of several rounds, warm
  double cold_ms_per_frame = 0;  ///< over 200 characters in turn, so that caches hold none
  double p50_ms = 0, p99_ms = 0;
  double contacts = 0;
  double spheres_refitted = 0, boxes_refitted = 0, vertices_deformed = 0, meshlets_deformed = 0;
  double sphere_tests = 0, box_tests = 0, triangle_tests = 0, exact_tests = 0;
};

struct MeasureOptions {
  std::vector<Contender> contenders;
  bool any = false;    ///< yes or no instead of all pairs
  double seconds = 5;  ///< about how long, all methods together; each runs three rounds at least
  BakeOptions bake = {};
  bool cold = true;  ///< over 200 characters, too
};

struct Measurement {
  std::vector<Measured> contenders;
  std::size_t character_bytes = 0;  ///< before the first query
  std::size_t touched_bytes = 0;    ///< after it
  std::size_t spheres = 0;          ///< of all characters together; 0 when no method has them
  std::size_t meshlets = 0;         ///< the same
  std::size_t triangles = 0;        ///< the same
  std::size_t judged_frames = 0;    ///< that brute force has judged, too
};

/// Times all contenders on the same frames: from set_pose() with ready joint matrices to the sorted
/// pairs. Throws Disagreement when they do not find the same.
Measurement measure(const scenes::Scene& scene, const MeasureOptions& options, Progress& progress);

/// The fastest of at least three runs, for as long as there is time.
double fastest_ms(double seconds, const std::function<void()>& work);

}  // namespace dermis::app
