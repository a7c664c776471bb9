// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "dermis/math/types.h"

/// @defgroup motion motion
/// Impacts over an interval of time, for meshes whose vertices move in straight lines.
namespace dermis {

/// A point that moves in a straight line at constant speed while time goes from 0 to 1.
struct MovingPoint {
  Point from, to;  ///< positions at time 0 and at time 1, in metres
};

/// The two kinds of features that can touch first.
enum class Features {
  vertex_face,  ///< points: the vertex, then the corners of the face
  edge_edge,    ///< points: the ends of one edge, then the ends of the other
};

/// The first touch of two features. They do not touch before `from`. Between `from` and `to`, they
/// touch, or they come within the tolerance and count as touching.
struct ImpactTime {
  double from = 0, to = 0;  ///< the ends of the interval, 0 to 1

  friend bool operator==(const ImpactTime&, const ImpactTime&) = default;
};

/// Options of find_impact_time().
struct ImpactTimeOptions {
  /// In metres, 0 or more (asserted). The search halves intervals of time until no point moves
  /// farther than this along any axis, relative to the first point. It then reports a touch. 0: to
  /// the precision of `double`.
  double tolerance = 1e-6;
};

/// The first touch of two features. `points` holds their points in the order that Features defines.
/// Features are closed sets, and the times 0 and 1 are included. The search never misses an impact.
/// If a position is not finite, features that do not touch can count as touching. The result has
/// the same bits on every machine. Empty: no touch.
std::optional<ImpactTime> find_impact_time(Features features,
                                           std::span<const MovingPoint, 4> points,
                                           const ImpactTimeOptions& options = {});

}  // namespace dermis
