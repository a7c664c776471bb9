// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// How far things are off. Let u = 2⁻²⁴, E the largest coordinate of a difference p − v, and M = E
// plus the largest one of v: no coordinate around the vertex is larger. Rows are off by u M,
// differences of them by 4 u M at most. A coordinate of a cross product has two products of such:
// 16 u M E for what these are off by, and 4 u E² for its roundings; the sum of two, the middle
// coefficient, 32 u M E + 12 u E². Along d, with |d|₁ = |d.x| + |d.y| + |d.z|, it is that times
// |d|₁, and three roundings of 4 E² |d|₁. As E ≤ M, all of it is less than 56 u M E |d|₁: the error
// is 64 of that, 2⁻¹⁸ M E |d|₁.
#include "ccd/stars.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ccd/stars.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>
#include <bit>
#include <cmath>

#include "ccd/wide_points-inl.h"
#include "math/dispatch.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::ccd::HWY_NAMESPACE {

/// The sum of all lanes.
HWY_INLINE float sum(const Eight& a) {
  alignas(32) float lane[8];
  wide::store(a, lane);
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/// Whether the star of a vertex with this ring may fold.
HWY_INLINE bool may_fold(const VertexRows& rows, std::uint32_t vertex,
                         std::span<const std::uint32_t> ring) {
  // Where there are less than eight, the first one is there again.
  std::uint32_t p[8];
  std::uint32_t q[8];
  for (std::size_t i = 0; i < 8; ++i) {
    const std::size_t place = i < ring.size() ? i : 0;
    p[i] = ring[place];
    q[i] = ring[place + 1 < ring.size() ? place + 1 : 0];
  }
  const float* const from = rows.from(vertex);
  const float* const to = rows.to(vertex);
  const Points v0 = all(from[0], from[1], from[2]);
  const Points v1 = all(to[0], to[1], to[2]);
  const Points p0 = wide::load_rows([&](std::size_t i) { return rows.from(p[i]); }) - v0;
  const Points p1 = wide::load_rows([&](std::size_t i) { return rows.to(p[i]); }) - v1;
  const Points q0 = wide::load_rows([&](std::size_t i) { return rows.from(q[i]); }) - v0;
  const Points q1 = wide::load_rows([&](std::size_t i) { return rows.to(q[i]); }) - v1;
  // The coefficients, the middle one twice.
  const Points first = cross(p0, q0);
  const Points middle = cross(p0, q1) + cross(p1, q0);
  const Points last = cross(p1, q1);

  const Points areas = (first + middle) + last;
  const float d[3] = {sum(areas.x), sum(areas.y), sum(areas.z)};
  const Points along = all(d[0], d[1], d[2]);
  const float reach = wide::highest(wide::max(largest(p0), largest(p1)));
  const float size = reach + wide::highest(wide::max(largest(v0), largest(v1)));
  const float error =
      0x1p-18F * (((std::abs(d[0]) + std::abs(d[1])) + std::abs(d[2])) * (size * reach));
  const Eight least = wide::min(dot(along, first), wide::min(dot(along, middle), dot(along, last)));
  if (positive(least - wide::all(error)) != 255) return true;

  // How often it goes around: as often as it passes a direction across d. Which side a corner is on
  // may be wrong where it is next to none; but then its neighbours on the way are not there, too:
  // areas would be as small as their errors.
  const bool flat = std::abs(d[0]) < std::abs(d[1]);
  const Points across = flat ? all(0, d[2], -d[1]) : all(d[2], 0, -d[0]);
  const unsigned behind = ~positive(dot(across, p0)) & 255U;
  const unsigned ahead = positive(dot(across, q0));
  const unsigned lanes = (1U << ring.size()) - 1;
  return std::popcount(behind & ahead & lanes) != 1;
}

void find_folds(const Stars& stars, const VertexRows& rows, std::uint32_t begin, std::uint32_t end,
                std::uint8_t* folds) {
  for (std::uint32_t v = begin; v < end; ++v) {
    const auto ring = stars.ring(v);
    folds[v] = ring.empty() || may_fold(rows, v, ring) ? 1 : 0;
  }
}

}  // namespace dermis::ccd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::ccd {

Stars::Stars(std::span<const Triangle> triangles, std::span<const std::uint32_t> first_use,
             std::span<const std::uint32_t> uses) {
  first_.assign(1, 0);
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
  for (std::uint32_t v = 0; v + 1 < first_use.size(); ++v) {
    from.clear();
    to.clear();
    for (const std::uint32_t t : uses.subspan(first_use[v], first_use[v + 1] - first_use[v])) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (triangles[t][i] != v) continue;
        from.push_back(triangles[t][(i + 1) % 3]);
        to.push_back(triangles[t][(i + 2) % 3]);
      }
    }
    // From triangle to triangle, until it is back where it began.
    const auto begin = static_cast<std::ptrdiff_t>(rings_.size());
    std::uint32_t next = from.empty() ? 0 : from[0];
    bool closed = from.size() >= 3 && from.size() <= 8;
    for (std::size_t i = 0; i < from.size() && closed; ++i) {
      const auto found = std::ranges::find(from, next);
      closed = std::ranges::count(from, next) == 1 && next != v &&
               (i == 0 || next != rings_[static_cast<std::size_t>(begin)]);
      if (!closed) break;
      rings_.push_back(next);
      next = to[static_cast<std::size_t>(found - from.begin())];
    }
    if (!closed || next != rings_[static_cast<std::size_t>(begin)]) {
      rings_.erase(rings_.begin() + begin, rings_.end());
    }
    first_.push_back(static_cast<std::uint32_t>(rings_.size()));
  }
}

void Stars::find_folds(const VertexRows& rows, std::uint32_t begin, std::uint32_t end,
                       std::uint8_t* folds) const {
  DERMIS_DISPATCH(best_isa(), find_folds(*this, rows, begin, end, folds));
}

}  // namespace dermis::ccd
#endif
