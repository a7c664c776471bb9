// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "ccd/vertex_rows.h"
#include "dermis/model/model.h"

namespace dermis::ccd {

/// Two triangles of up to 2³⁰. Of neighbours, the corner that they share, or, if they share an
/// edge, the corner opposite to it.
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
  std::span<const float> radii = {};  ///< of balls around vertices, if there are any
};

/// How two triangles hang together.
enum class Neighbours { none, corner, edge };

/// What is left of eight pairs, a bit each, and of their features.
struct NearPairs {
  unsigned pairs = 0;
  /// Corner i, and the edge from it to the next one, come near the other triangle.
  std::uint8_t corners_a[3] = {255, 255, 255}, edges_a[3] = {255, 255, 255};
  std::uint8_t corners_b[3] = {255, 255, 255}, edges_b[3] = {255, 255, 255};
};

/// Which of up to eight pairs are not separated all the time, by their boxes or, while these
/// overlap, by a fixed direction, but for the corners that they share, by more than `slack`
/// and their radii. Directions are guesses from what triangles look like halfway; that they
/// separate is certain. The same answers from every instruction set, so that what is found does not
/// depend on it. Callers hold a DefinedFloatMode.
NearPairs may_touch(const FilterSide& a, const FilterSide& b, Neighbours neighbours,
                    std::span<const CandidatePair> pairs, float slack = 0);

}  // namespace dermis::ccd
