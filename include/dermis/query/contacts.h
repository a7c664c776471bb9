// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/math/types.h"
#include "dermis/model/model.h"

namespace dermis {

/// Triangle `a` of the first mesh meets triangle `b` of the second. Within one mesh, a < b.
struct TrianglePair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const TrianglePair&, const TrianglePair&) = default;
};

/// What a query did. Counts do not depend on the machine, so tests can assert them; where boxes are
/// refitted they may differ a little between instruction sets, whose rounding differs. What an
/// earlier query has computed in a pose is not counted again, and two at the same time may both do
/// what one of them would do alone.
struct QueryStats {
  std::uint64_t spheres_refitted = 0;
  std::uint64_t boxes_refitted = 0;
  std::uint64_t vertices_deformed = 0;  ///< those on seams once for every meshlet they are in
  std::uint64_t meshlets_deformed = 0;
  std::uint64_t sphere_tests = 0;
  std::uint64_t box_tests = 0;       ///< brute force counts whole rows
  std::uint64_t triangle_tests = 0;  ///< pairs whose bounds overlap
  std::uint64_t exact_tests = 0;     ///< pairs that no filter in double precision could decide
  std::uint64_t duplicates = 0;      ///< pairs of triangles with the same corners, not reported

  /// Sums, for several queries together.
  QueryStats& operator+=(const QueryStats& other);
};

struct Contacts {
  std::vector<TrianglePair> pairs;  ///< sorted
  QueryStats stats;
};

/// Vertices in the world and the triangles on them. Vertices are finite and indices in range, as
/// from posed_vertices() and a valid model. Refers to the caller's data.
struct PosedMesh {
  std::span<const Vec3> vertices;
  std::span<const Triangle> triangles;
};

}  // namespace dermis
