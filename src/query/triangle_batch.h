// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dermis/math/isa.h"
#include "dermis/query/triangle.h"

namespace dermis::query {

/// A triangle with four floats per corner, the fourth ones without a meaning.
struct alignas(16) PaddedCorners {
  float corner[3][4];
};

inline PaddedCorners padded(const Corners& p) {
  return {{{p[0].x, p[0].y, p[0].z, 0}, {p[1].x, p[1].y, p[1].z, 0}, {p[2].x, p[2].y, p[2].z, 0}}};
}

/// A triangle as the batch filter reads it: its corners are three of several rows of four floats,
/// aligned to 16 bytes, the fourth ones without a meaning. All coordinates are finite.
struct TriangleRows {
  const float* rows = nullptr;
  std::uint32_t corners = 0x020100;  ///< a byte each

  TriangleRows() = default;
  TriangleRows(const PaddedCorners* padded) : rows(padded->corner[0]) {}  // NOLINT(*-explicit-*)
  TriangleRows(const float* all, std::uint32_t three) : rows(all), corners(three) {}

  [[nodiscard]] const float* row(unsigned c) const {
    return rows + std::size_t{4} * (corners >> (8 * c) & 255U);
  }
};

inline Corners unpadded(const TriangleRows& p) {
  const auto at = [&](unsigned c) { return Vec3{p.row(c)[0], p.row(c)[1], p.row(c)[2]}; };
  return {at(0), at(1), at(2)};
}

struct PaddedPair {
  TriangleRows p, q;
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
