// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace dermis {

/// The work that a question took. Counters are zero where a question does no such work.
///
/// Counters do not depend on the machine, so tests can assert them. There are three exceptions:
/// instruction sets round refitted boxes differently, so counters may differ a little between them;
/// find_nearest() groups points differently on several threads; and two questions that run at the
/// same time may both do work that one alone would do once. Work that an earlier question did in
/// the same pose is not done, and not counted, again.
struct QueryStats {
  std::uint64_t points = 0;             ///< points asked about
  std::uint64_t spheres_refitted = 0;   ///< only the engine in dermis::spheres has spheres
  std::uint64_t boxes_refitted = 0;     ///< boxes of box trees, fitted to the pose
  std::uint64_t vertices_deformed = 0;  ///< a vertex on a seam counts once per meshlet
  std::uint64_t meshlets_deformed = 0;  ///< meshlets whose vertices were computed
  std::uint64_t sphere_tests = 0;       ///< pairs of spheres
  std::uint64_t box_tests = 0;          ///< pairs of boxes compared; brute force counts every pair
  /// Pairs of triangles whose boxes overlap, or single triangles near enough to a point.
  std::uint64_t triangle_tests = 0;
  std::uint64_t feature_tests = 0;  ///< a vertex against a face, or an edge against an edge
  std::uint64_t exact_tests = 0;    ///< triangles, or pairs of them, that no filter could decide
  std::uint64_t duplicates = 0;     ///< pairs of triangles with equal corners, not reported
  /// Body boxes that might not enclose their triangles in this pose.
  std::uint64_t outgrown_boxes = 0;
  std::uint64_t limb_tests = 0;      ///< pairs of limb bounds
  std::uint64_t volume_tests = 0;    ///< a volume of a limb against a triangle
  std::uint64_t support_points = 0;  ///< farthest points of limbs along a direction

  /// Adds every counter.
  QueryStats& operator+=(const QueryStats& other);
};

}  // namespace dermis
