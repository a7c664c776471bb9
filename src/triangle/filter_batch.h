// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dermis/base/isa.h"
#include "dermis/triangle/triangle.h"
#include "triangle/packed_triangle.h"

namespace dermis::triangle {

/// A triangle in the layout of the batch filter. `rows` points to rows of four floats, aligned to
/// 16 bytes; the fourth float is unused. The corners are three of these rows. All coordinates must
/// be finite.
struct QueuedTriangle {
  const float* rows;
  const PackedTriangle* triangle;

  [[nodiscard]] const float* row(unsigned c) const { return row_of(rows, triangle->corner[c]); }
};

inline Corners unpadded(const QueuedTriangle& p) {
  const auto at = [&](unsigned c) { return Vec3{p.row(c)[0], p.row(c)[1], p.row(c)[2]}; };
  return {at(0), at(1), at(2)};
}

/// A single triangle with its own three rows.
struct alignas(16) PaddedTriangle {
  float corner[3][4];
  PackedTriangle triangle;

  PaddedTriangle() = default;
  PaddedTriangle(const Corners& p, std::uint32_t index)
      : corner{{p[0].x, p[0].y, p[0].z, 0},
               {p[1].x, p[1].y, p[1].z, 0},
               {p[2].x, p[2].y, p[2].z, 0}},
        triangle{{0, 2, 4}, index} {}

  [[nodiscard]] QueuedTriangle queued() const { return {corner[0], &triangle}; }
};

struct QueuedPair {
  QueuedTriangle p, q;
};

/// Bit i is the answer for pair i. Pairs with neither bit do not intersect.
struct BatchAnswer {
  std::uint64_t yes = 0;
  std::uint64_t unsure = 0;
};

inline constexpr std::size_t kBatchSize = 64;

/// The test of filter_triangles() for up to kBatchSize pairs at once. SIMD instruction sets compute
/// in float32, so `unsure` is a little more frequent. The other answers are always correct.
BatchAnswer filter_batch(std::span<const QueuedPair> pairs, Isa isa);

/// The same by filter_triangles(), one pair after the other.
BatchAnswer filter_batch_scalar(std::span<const QueuedPair> pairs);

}  // namespace dermis::triangle
