// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>

#include "dermis/math/types.h"

namespace dermis {

/// A point that moves in a straight line at constant speed, while time goes from 0 to 1.
struct MovingPoint {
  Point from, to;
};

/// What of two triangles may touch first.
enum class Features {
  vertex_face,  ///< the vertex, then the corners of the face
  edge_edge,    ///< the ends of one edge, then those of the other
};

/// When two features first touch. They do not before `from`; and if they touch at all, they first
/// do so at `to` at the latest. Otherwise they come so near to each other that they count as
/// touching.
struct ContactTime {
  double from = 0, to = 0;

  friend bool operator==(const ContactTime&, const ContactTime&) = default;
};

struct ContactOptions {
  /// Whether features touch is left open when all that moves in the remaining time is less than
  /// that distance: they count as touching then.
  double tolerance = 1e-6;
};

/// Four points: see Features. Closed sets: touching counts, at any time from 0 to 1. Never misses a
/// contact, of whatever points; the same bits everywhere.
std::optional<ContactTime> find_contact_time(Features features,
                                             std::span<const MovingPoint, 4> points,
                                             const ContactOptions& options = {});

}  // namespace dermis
