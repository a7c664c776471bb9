// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "ccd/pair_filter.h"
#include "dermis/ccd/contact_time.h"
#include "dermis/model/model.h"

namespace dermis::ccd {

/// A triangle, and where the vertices of its mesh move.
struct MovingTriangle {
  const MovingPoint* plans;
  const Triangle* corners;
  double since = 0;   ///< before, it had other plans
  double radius = 0;  ///< of balls around its corners
};

/// Corners and edges, by their first corner, that may touch the other triangle: a bit each.
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

/// When two triangles may first touch, since both have these plans: the earliest of their features'
/// times. With radii, also if they pass through each other when that begins. Of one mesh, features
/// that share a vertex do not count. Depends on nothing but the two. Counts the features it looks
/// at. Callers hold a DefinedFloatMode.
std::optional<double> first_touch(const MovingTriangle& a, const MovingTriangle& b,
                                  const NearFeatures& near, double tolerance,
                                  std::uint64_t& feature_tests);

/// The same for features that do not touch when plans begin: where others do, when more follow.
std::optional<double> next_touch(const MovingTriangle& a, const MovingTriangle& b,
                                 const NearFeatures& near, double tolerance,
                                 std::uint64_t& feature_tests);

/// Whether a touch at this time was there when plans began, and these did not begin with time.
bool is_at_begin(const MovingTriangle& a, const MovingTriangle& b, double time);

}  // namespace dermis::ccd
