// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dermis/model/model.h"
#include "motion/features/vertex_rows.h"

namespace dermis::motion {

/// Two triangle indices, each below 2³⁰. For neighbours, also a corner of each triangle: the shared
/// corner or, if they share an edge, the corner opposite to it.
class CandidatePair {
 public:
  CandidatePair() = default;
  CandidatePair(std::uint32_t a, std::uint32_t b, std::uint32_t corner_a = 0,
                std::uint32_t corner_b = 0)
      : a_(4 * a + corner_a), b_(4 * b + corner_b) {}

  [[nodiscard]] std::uint32_t a() const { return a_ / 4; }
  [[nodiscard]] std::uint32_t b() const { return b_ / 4; }
  [[nodiscard]] std::uint32_t corner_a() const { return a_ % 4; }
  [[nodiscard]] std::uint32_t corner_b() const { return b_ % 4; }

 private:
  std::uint32_t a_ = 0, b_ = 0;
};

/// One side of a pair of meshes.
struct FilterSide {
  const VertexRows* rows;
  const Triangle* triangles;
  std::span<const float> radii = {};  ///< radii of the balls around the vertices; may be empty
};

/// The corners that two triangles share: none, one corner, or the two of an edge.
enum class Neighbors { none, corner, edge };

/// The pairs, and their features, that the filter keeps. Bit i of each mask is pair i of up to
/// eight.
struct NearPairs {
  unsigned pairs = 0;
  /// Masks of the pairs in which corner i, or the edge from it to the next corner, comes near the
  /// other triangle. All bits are set if the triangles share corners.
  std::uint8_t corners_a[3] = {255, 255, 255}, edges_a[3] = {255, 255, 255};
  std::uint8_t corners_b[3] = {255, 255, 255}, edges_b[3] = {255, 255, 255};
};

/// Filters up to eight pairs of triangles and keeps those that may touch. A pair is dropped if it
/// is separated all the time by more than `slack` plus its radii: by its boxes or, while these
/// overlap, by a fixed direction. Corners that the triangles share are left out. The directions are
/// guesses from the triangles' positions halfway; that they separate is proven, rounding errors
/// included. Every instruction set gives the same answer, so the impacts do not depend on it.
NearPairs may_touch(const FilterSide& a, const FilterSide& b, Neighbors neighbors,
                    std::span<const CandidatePair> pairs, float slack = 0);

}  // namespace dermis::motion
