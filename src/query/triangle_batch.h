// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dermis/math/isa.h"
#include "dermis/query/triangle.h"

namespace dermis::query {

/// A triangle as the batch filter reads it: four floats per corner, the fourth ones the extents of
/// the triangle along x, y and z.
struct alignas(16) PaddedCorners {
  float corner[3][4];
};

/// All coordinates must be finite.
PaddedCorners padded(const Corners& p);

inline Corners unpadded(const PaddedCorners& p) {
  return {Vec3{p.corner[0][0], p.corner[0][1], p.corner[0][2]},
          Vec3{p.corner[1][0], p.corner[1][1], p.corner[1][2]},
          Vec3{p.corner[2][0], p.corner[2][1], p.corner[2][2]}};
}

struct PaddedPair {
  const PaddedCorners* p;
  const PaddedCorners* q;
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
BatchAnswer filter_batch(std::span<const PaddedPair> pairs, Isa isa);

/// The same by filter_triangles(), one after the other.
BatchAnswer filter_batch_scalar(std::span<const PaddedPair> pairs);

}  // namespace dermis::query
