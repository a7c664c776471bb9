// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "dermis/model/model.h"
#include "dermis/motion/impact_time.h"
#include "motion/features/pair_filter.h"

namespace dermis::motion {

/// A triangle and the plans of its mesh's vertices.
struct MovingTriangle {
  const MovingPoint* plans;
  const Triangle* corners;
  double since = 0;   ///< the plans hold from this time on
  double radius = 0;  ///< the largest radius of the balls around its corners
};

/// Masks of the features that may touch the other triangle. Bit i is corner i, or the edge from it
/// to the next corner.
struct NearFeatures {
  unsigned corners_a = 7, edges_a = 7, corners_b = 7, edges_b = 7;

  NearFeatures() = default;
  NearFeatures(const NearPairs& pairs, std::size_t lane)
      : corners_a(of(pairs.corners_a, lane)),
        edges_a(of(pairs.edges_a, lane)),
        corners_b(of(pairs.corners_b, lane)),
        edges_b(of(pairs.edges_b, lane)) {}

 private:
  static unsigned of(const std::uint8_t (&lanes)[3], std::size_t lane) {
    return (lanes[0] >> lane & 1U) | (lanes[1] >> lane & 1U) << 1U | (lanes[2] >> lane & 1U) << 2U;
  }
};

/// The time at which two triangles may first touch while both have these plans: the earliest impact
/// of their features. With radii, it is the time at which the plans begin if the triangles pass
/// through each other then. Within one mesh, features that share a vertex do not count. The result
/// depends on nothing but the arguments. Adds the number of tested pairs of features to
/// `feature_tests`.
std::optional<double> first_touch(const MovingTriangle& a, const MovingTriangle& b,
                                  const NearFeatures& near, double tolerance,
                                  std::uint64_t& feature_tests);

/// Same, but ignores features that touch when the plans begin. For triangles that already touch: it
/// returns the time at which other features of them touch.
std::optional<double> next_touch(const MovingTriangle& a, const MovingTriangle& b,
                                 const NearFeatures& near, double tolerance,
                                 std::uint64_t& feature_tests);

/// Whether an impact at `time` was already there when the plans began. Always false for plans that
/// begin at time 0.
bool is_at_begin(const MovingTriangle& a, const MovingTriangle& b, double time);

}  // namespace dermis::motion
