// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A lower bound on the distances from a point to eight triangles, without their nearest points.
//
// Let n and m be vectors no longer than 1 with |n·m| ≤ δ. Then (n·w)² + (m·w)² ≤ (1 + δ) w² for any
// w. Let w lead from a place on the triangle to p. Then |n·w| ≥ |n·p − middle| − half, and
// m·w ≥ m·p − most. So the sum of the squares of these two bounds, where they are above 0, is at
// most (1 + δ) times the squared distance. This is true for any such vectors. The bound is good for
// the triangle's normal and the outward direction at an edge: if p is above the inside of the
// triangle, or beyond one edge, it equals the distance.
//
// Rounding, with u = 2⁻²⁴: no component of n exceeds 1, up to rounding, so a dot product with a
// corner x is off by less than 4u |x|₁. With X the largest |x|₁, middle, half and most are off by
// less than 16u X, which is added to half and most. p and its dot products are off by less than
// 8u |p|₁. n and m are off by a few u, and so is δ: 1e-5 exceeds the sum of these.
//
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_QUERY_TRIANGLE_SLABS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_QUERY_TRIANGLE_SLABS_INL_H
#undef DERMIS_QUERY_TRIANGLE_SLABS_INL_H
#else
#define DERMIS_QUERY_TRIANGLE_SLABS_INL_H
#endif

#include <limits>

#include "math/eight-inl.h"
#include "math/wide_points-inl.h"
#include "query/triangle_slabs.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;

using math::HWY_NAMESPACE::cross;
using math::HWY_NAMESPACE::dot;
using math::HWY_NAMESPACE::operator-;
using math::HWY_NAMESPACE::operator*;

/// 1 / |a|, but at most 1e15.
HWY_INLINE wide::Eight inverse_length(const wide::Points& a) {
  return wide::all(1) / square_root(max(dot(a, a), wide::all(1e-30F)));
}
HWY_INLINE void store(const wide::Points& a, math::Float8 (&to)[3]) {
  wide::store(a.x, to[0].lane);
  wide::store(a.y, to[1].lane);
  wide::store(a.z, to[2].lane);
}
HWY_INLINE wide::Points load(const math::Float8 (&from)[3]) {
  return {wide::load(from[0].lane), wide::load(from[1].lane), wide::load(from[2].lane)};
}

/// Computes the slabs of triangles with these corners and boxes.
HWY_INLINE void make_slabs(const wide::Points (&corner)[3], const math::Boxes8& boxes,
                           Slabs8& slabs) {
  wide::Eight size = wide::all(0);
  for (const int axis : {0, 1, 2}) {
    size = size + max(abs(wide::load(boxes.low[axis])), abs(wide::load(boxes.high[axis])));
  }
  // Triangles so large that a sum could overflow get infinite slabs, which exclude no point.
  constexpr float kLarge = 1e18F;
  const wide::Eight rounding =
      where_greater(wide::all(kLarge), size, wide::all(16 * 0x1p-24F) * size,
                    wide::all(std::numeric_limits<float>::infinity()));

  const wide::Points ab = corner[1] - corner[0];
  const wide::Points ac = corner[2] - corner[0];
  const wide::Points across = cross(ab, ac);
  const wide::Points normal = inverse_length(across) * across;
  const wide::Eight middle = dot(normal, corner[0]);
  const wide::Eight half =
      max(abs(dot(normal, corner[1]) - middle), abs(dot(normal, corner[2]) - middle));
  store(normal, slabs.normal);
  wide::store(middle, slabs.middle.lane);
  wide::store(half + rounding, slabs.half.lane);

  for (const int from : {0, 1, 2}) {
    const wide::Points along = corner[(from + 1) % 3] - corner[from];
    const wide::Points out = inverse_length(along) * cross(along, normal);
    const wide::Eight most =
        max(max(dot(out, corner[0]), dot(out, corner[1])), dot(out, corner[2]));
    store(out, slabs.edges[from].out);
    wide::store(most + rounding, slabs.edges[from].most.lane);
  }
}

/// Lower bounds on the squared distances, up to a share of 1e-5 and the rounding of p.
HWY_INLINE wide::Eight distance_sq(const Slabs8& slabs, const wide::Points& p) {
  const wide::Eight zero = wide::all(0);
  const wide::Eight height = max(
      abs(dot(load(slabs.normal), p) - wide::load(slabs.middle.lane)) - wide::load(slabs.half.lane),
      zero);
  wide::Eight beyond = zero;
  for (const Slabs8::Edge& edge : slabs.edges) {
    beyond = max(dot(load(edge.out), p) - wide::load(edge.most.lane), beyond);
  }
  return height * height + beyond * beyond;
}

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
