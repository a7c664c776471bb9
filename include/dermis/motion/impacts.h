// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dermis/base/executor.h"
#include "dermis/base/names.h"
#include "dermis/base/query_stats.h"
#include "dermis/motion/moving_mesh.h"

namespace dermis {

/// The first touch of triangle `a` of the first mesh and triangle `b` of the second. Within one
/// mesh, a < b. Before `time`, no vertex of one touches the face of the other, and no two edges
/// touch. `time` is ImpactTime::from of the features that touch first.
struct Impact {
  double time = 0;             ///< 0 to 1: from one keyframe to the next
  std::uint32_t a = 0, b = 0;  ///< indices of the triangles
  friend auto operator<=>(const Impact&, const Impact&) = default;
};

/// The way to search for impacts. All find the same impacts at the same times.
enum class ImpactMethod {
  space_time,          ///< a tree of moving boxes; skips parts of a mesh that provably cannot meet
                       ///< themselves
  swept,               ///< a tree with one box per node, around its motion in each time slice
  swept_static_front,  ///< the same; a self-search starts at pairs of large boxes without a common
                       ///< corner
  brute_force,         ///< every pair
};

template <>
struct EnumTable<ImpactMethod> {
  static constexpr std::string_view kNoun = "method";
  static constexpr Named<ImpactMethod> kNames[] = {
      {ImpactMethod::space_time, "space-time"},
      {ImpactMethod::swept, "swept"},
      {ImpactMethod::swept_static_front, "swept-static-front"},
      {ImpactMethod::brute_force, "brute-force"}};
};

/// Options of find_impacts() and find_self_impacts().
struct ImpactOptions {
  ImpactMethod method = ImpactMethod::space_time;  ///< affects the time it takes, not the result
  /// Swept methods only: the number of slices that the time from 0 to 1 is cut into. 0 counts as 1.
  std::uint32_t time_slices = 1;
  /// See ImpactTimeOptions::tolerance. In metres, 0 or more (asserted).
  double tolerance = ImpactTimeOptions().tolerance;
  Executor* executor = nullptr;  ///< null: default_executor()
};

/// The answer of find_impacts() and find_self_impacts().
struct Impacts {
  std::vector<Impact> impacts;  ///< sorted by time, then by `a` and `b`
  QueryStats stats;             ///< the work it took
};

/// All pairs of triangles of two meshes whose features touch during their motion. A pair is
/// reported once, at its first impact. After MovingMesh::set_plan() with `since` above 0, it can be
/// reported twice. A pair whose features touch at time 0 is reported at time 0.
///
/// A pair can intersect at time 0 although no features touch. It is reported when two of its
/// features first touch later. If no features touch later, it is never reported. With radii
/// (MovingMesh::set_radii()), it is reported at time 0.
///
/// If `a` and `b` are the same object, this is find_self_impacts().
Impacts find_impacts(const MovingMesh& a, const MovingMesh& b, const ImpactOptions& options = {});

/// The same within one mesh. For triangles with common corners, only features without a common
/// corner count: such triangles meet when they fold over, not because they are connected.
Impacts find_self_impacts(const MovingMesh& mesh, const ImpactOptions& options = {});

}  // namespace dermis
