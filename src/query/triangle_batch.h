// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "bounds/meshlets.h"
#include "dermis/math/isa.h"
#include "dermis/query/triangle.h"

namespace dermis::query {

/// A triangle as the batch filter reads it: its corners are three of several rows of four floats,
/// aligned to 16 bytes, the fourth ones without a meaning. All coordinates are finite.
struct QueuedTriangle {
  const float* rows;
  const bounds::MeshletTriangle* triangle;

  [[nodiscard]] const float* row(unsigned c) const {
    return bounds::row_of(rows, triangle->corner[c]);
  }
};

inline Corners unpadded(const QueuedTriangle& p) {
  const auto at = [&](unsigned c) { return Vec3{p.row(c)[0], p.row(c)[1], p.row(c)[2]}; };
  return {at(0), at(1), at(2)};
}

/// A triangle on its own, with its three rows.
struct alignas(16) PaddedTriangle {
  float corner[3][4];
  bounds::MeshletTriangle triangle;

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

/// Bit i is about pair i; pairs with neither bit do not meet.
struct BatchAnswer {
  std::uint64_t yes = 0;
  std::uint64_t unsure = 0;
};

inline constexpr std::size_t kBatchSize = 64;

/// What filter_triangles() asks, for up to kBatchSize pairs at once: in float32 on the SIMD
/// instruction sets, so it is unsure a little more often. What it is sure of is true. Callers hold
/// a DefinedFloatMode.
BatchAnswer filter_batch(std::span<const QueuedPair> pairs, Isa isa);

/// The same by filter_triangles(), one after the other.
BatchAnswer filter_batch_scalar(std::span<const QueuedPair> pairs);

}  // namespace dermis::query
