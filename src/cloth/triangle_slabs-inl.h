// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Which of eight triangles are too far from a point, without the nearest point of each.
//
// For vectors n and m that are not longer than 1, with |n·m| ≤ δ, and any w,
// (n·w)² + (m·w)² ≤ (1 + δ) w². Let w lead from a place of the triangle to p: then
// |n·w| ≥ |n·p − middle| − half and m·w ≥ m·p − most, and so the sum of the squares of these two,
// where they are above 0, is at most (1 + δ) times the square of the distance. Which vectors they
// are does not matter, but the bound is good for the triangle's normal and the direction from an
// edge outwards: where p is above the inside of a triangle, or beyond one edge, it is the distance.
//
// Rounding, with u = 2⁻²⁴: a dot product with a corner x is off by less than 4u |x|₁, as no
// component of n is larger than 1, but for rounding; middle, half and most by less than 16u X with
// X the largest |x|₁, which is added to half and most. p and its dot products are off by less than
// 8u |p|₁. n and m are off by some u in all, and so is δ: 1e-5 is more than that.
//
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_CLOTH_TRIANGLE_SLABS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_CLOTH_TRIANGLE_SLABS_INL_H
#undef DERMIS_CLOTH_TRIANGLE_SLABS_INL_H
#else
#define DERMIS_CLOTH_TRIANGLE_SLABS_INL_H
#endif

#include <limits>

#include "ccd/wide_points-inl.h"
#include "cloth/triangle_slabs.h"
#include "math/eight-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::cloth::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;

using ccd::HWY_NAMESPACE::cross;
using ccd::HWY_NAMESPACE::dot;
using ccd::HWY_NAMESPACE::operator-;
using ccd::HWY_NAMESPACE::operator*;

/// 1 / |a|, or less where that is very large.
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

/// Of triangles with these corners, whose boxes are known.
HWY_INLINE void make_slabs(const wide::Points (&corner)[3], const math::Boxes8& boxes,
                           Slabs8& slabs) {
  wide::Eight size = wide::all(0);
  for (const int axis : {0, 1, 2}) {
    size = size + max(abs(wide::load(boxes.low[axis])), abs(wide::load(boxes.high[axis])));
  }
  // What is so large that a sum could overflow is within no planes.
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

/// The square of a distance that they are not nearer than, but for 1e-5 of it and rounding of p.
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

}  // namespace dermis::cloth::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
