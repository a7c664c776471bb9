// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace dermis {

/// The work that a question took. A counter is zero if the question does no such work. Work that an
/// earlier question did in the same pose is not repeated, and not counted again.
///
/// Counters are the same on every machine, so tests can assert them, except in three cases:
///
/// - Instruction sets round refitted boxes differently. Counters differ a little between them.
/// - find_nearest() on several threads groups points differently in every run.
/// - Two questions about one character that run at the same time can both do, and count, the same
///   work.
struct QueryStats {
  std::uint64_t points = 0;             ///< points asked about
  std::uint64_t spheres_refitted = 0;   ///< spheres fitted to the pose; only by dermis::spheres
  std::uint64_t boxes_refitted = 0;     ///< boxes of box trees, fitted to the pose
  std::uint64_t vertices_deformed = 0;  ///< vertices computed; once in each of their meshlets
  std::uint64_t meshlets_deformed = 0;  ///< meshlets whose vertices were computed
  std::uint64_t sphere_tests = 0;       ///< pairs of spheres
  std::uint64_t box_tests = 0;          ///< pairs of boxes compared; brute force counts every pair
  /// Pairs of triangles whose boxes overlap, or single triangles within reach of a point.
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
