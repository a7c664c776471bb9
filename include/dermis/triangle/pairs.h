// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/base/query_stats.h"
#include "dermis/math/types.h"
#include "dermis/model/model.h"

namespace dermis {

/// Two triangles that share a point: `a` of the first mesh, `b` of the second. In the result of
/// brute_force::find_self_pairs(), both are of one mesh, a < b, and pair_in_mesh() returns
/// PairKind::crossing.
struct TrianglePair {
  std::uint32_t a = 0, b = 0;  ///< indices of the triangles
  friend auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

/// The answer of all functions that find pairs.
struct Pairs {
  std::vector<TrianglePair> pairs;  ///< sorted by a, then b
  QueryStats stats;                 ///< the work it took
};

/// A posed mesh. Refers to the caller's arrays, which must outlive the call. Indices must be in
/// range (asserted). A triangle with a coordinate that is not finite meets nothing.
struct PosedMesh {
  std::span<const Vec3> vertices;       ///< in world space
  std::span<const Triangle> triangles;  ///< indices into `vertices`
};

}  // namespace dermis
