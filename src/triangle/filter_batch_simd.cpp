// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// One pair of triangles per lane, in float32. The steps are those of exact_test.cpp, with
// selections instead of branches; masks are sign bits.
//
// The bound. Gappa proves that rounding moves a determinant by at most ¾ K·V if nothing underflows
// or overflows, with K = kOrient3dFloat and V the product of the extents (orient3d.gappa for
// instruction sets without fused multiply-add, orient3d_fused.gappa for those with it). Along an
// axis, no two corners of a pair differ by more than the first corners do, plus the extents of both
// triangles. That sum is used as the extent; it is at least 2⁻³⁰.
//  - No overflow: if V exceeds 2⁶⁰, the answer is `unsure`. Otherwise, as extents are at
//    least 2⁻³⁰, each extent is at most 2¹²⁰, and the product of two at most 2⁹⁰.
//  - Underflow moves each of the nine products by at most 2⁻¹⁵⁰. Six of them are then multiplied by
//    at most E, the largest extent: together at most 2⁻¹⁵⁰ · (6E + 3), roundings aside. As E ≥ 2⁻³⁰
//    and V ≥ 2⁻⁶⁰ E, an eighth of K·V is at least 2⁻⁸¹ E, far more.
//  - The computed K·V is too small by five roundings per extent and two more, less than 2⁻¹⁹ of it;
//    the other eighth covers that.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "triangle/filter_batch_simd.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/dispatch.h"
#include "math/orientation.h"
#include "triangle/filter_batch.h"

// foreach_target.h requires the baseline target, which may have a single lane. It gets no kernel.
#if HWY_TARGET & (HWY_SSE4 | HWY_AVX2 | HWY_AVX3)
HWY_BEFORE_NAMESPACE();
namespace dermis::triangle::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::CappedTag<float, 16>;
using V = hn::Vec<D>;
using M = hn::Mask<D>;
constexpr D kFloats;
constexpr std::size_t kLanes = hn::MaxLanes(kFloats);

struct Point {
  V x, y, z;
};
struct Three {
  Point a, b, c, extent;
};

HWY_INLINE Point operator-(const Point& p, const Point& q) {
  return {hn::Sub(p.x, q.x), hn::Sub(p.y, q.y), hn::Sub(p.z, q.z)};
}
HWY_INLINE Point cross(const Point& p, const Point& q) {
  return {hn::MulSub(p.y, q.z, hn::Mul(p.z, q.y)), hn::MulSub(p.z, q.x, hn::Mul(p.x, q.z)),
          hn::MulSub(p.x, q.y, hn::Mul(p.y, q.x))};
}
HWY_INLINE V dot(const Point& p, const Point& q) {
  return hn::MulAdd(p.z, q.z, hn::MulAdd(p.y, q.y, hn::Mul(p.x, q.x)));
}
/// `yes` in lanes in which the sign bit of `sign` is set, else `no`.
HWY_INLINE Point select(V sign, const Point& yes, const Point& no) {
  return {hn::IfNegativeThenElse(sign, yes.x, no.x), hn::IfNegativeThenElse(sign, yes.y, no.y),
          hn::IfNegativeThenElse(sign, yes.z, no.z)};
}

/// Joins the rows row(first), row(first + 4), …, four floats each, into one vector.
template <class Tag, class Row>
HWY_INLINE hn::Vec<Tag> load_blocks(Tag tag, Row row, std::size_t first) {
  if constexpr (hn::MaxLanes(Tag()) == 4) {
    return hn::Load(tag, row(first));
  } else {
    const hn::Half<Tag> half;
    return hn::Combine(tag, load_blocks(half, row, first + hn::MaxLanes(half)),
                       load_blocks(half, row, first));
  }
}

/// Lane i holds the point at row(i): a transposition of 4 × 4 floats in each block.
template <class Row>
HWY_INLINE Point load_points(Row row) {
  const hn::RepartitionToWide<D> doubles;
  const V r0 = load_blocks(kFloats, row, 0);
  const V r1 = load_blocks(kFloats, row, 1);
  const V r2 = load_blocks(kFloats, row, 2);
  const V r3 = load_blocks(kFloats, row, 3);
  const auto xy01 = hn::BitCast(doubles, hn::InterleaveLower(kFloats, r0, r1));
  const auto xy23 = hn::BitCast(doubles, hn::InterleaveLower(kFloats, r2, r3));
  const auto zw01 = hn::BitCast(doubles, hn::InterleaveUpper(kFloats, r0, r1));
  const auto zw23 = hn::BitCast(doubles, hn::InterleaveUpper(kFloats, r2, r3));
  return {hn::BitCast(kFloats, hn::InterleaveLower(doubles, xy01, xy23)),
          hn::BitCast(kFloats, hn::InterleaveUpper(doubles, xy01, xy23)),
          hn::BitCast(kFloats, hn::InterleaveLower(doubles, zw01, zw23))};
}

/// The extent of three coordinates, at least 2⁻³¹.
HWY_INLINE V extent(V a, V b, V c) {
  const V length = hn::Sub(hn::Max(hn::Max(a, b), c), hn::Min(hn::Min(a, b), c));
  return hn::Max(length, hn::Set(kFloats, 0x1p-31F));
}

/// One triangle of each of kLanes pairs.
HWY_INLINE Three load_triangles(const QueuedPair* pairs, QueuedTriangle QueuedPair::* side) {
  const auto corner = [=](unsigned c) {
    return load_points([=](std::size_t lane) { return (pairs[lane].*side).row(c); });
  };
  const Point a = corner(0);
  const Point b = corner(1);
  const Point c = corner(2);
  return {a, b, c, {extent(a.x, b.x, c.x), extent(a.y, b.y, c.y), extent(a.z, b.z, c.z)}};
}

/// The heights of a triangle's corners above the plane of another.
struct Heights {
  V a, b, c;

  [[nodiscard]] HWY_INLINE V closest() const {
    return hn::Min(hn::Abs(a), hn::Min(hn::Abs(b), hn::Abs(c)));
  }
  /// `closest` if all heights have the same sign, else 0.
  [[nodiscard]] HWY_INLINE V gap(V closest) const {
    const V different = hn::Or(hn::Xor(a, b), hn::Xor(b, c));
    return hn::IfNegativeThenElse(different, hn::Zero(kFloats), closest);
  }
};

/// The corner that is alone on its side comes first; the cyclic order stays.
struct Turned {
  Point lone, next, last;
  V height;  ///< height of the lone corner

  HWY_INLINE Turned(const Three& p, const Heights& h) {
    const V b_or_c = hn::Xor(h.b, h.c);  // b and c are on different sides: one of them is alone
    const V a_or_c = hn::Xor(h.a, h.c);
    lone = select(b_or_c, select(a_or_c, p.c, p.b), p.a);
    next = select(b_or_c, select(a_or_c, p.a, p.c), p.b);
    last = select(b_or_c, select(a_or_c, p.b, p.a), p.c);
    height = hn::IfNegativeThenElse(b_or_c, hn::IfNegativeThenElse(a_or_c, h.c, h.b), h.a);
  }
};

/// An upper bound on the rounding errors of all determinants of a pair.
HWY_INLINE V error_bound(const Three& p, const Three& q, const Point& apart) {
  const auto sum = [](V first, V p_extent, V q_extent) {
    return hn::Add(hn::Abs(first), hn::Add(p_extent, q_extent));
  };
  const V volume =
      hn::Mul(hn::Mul(sum(apart.x, p.extent.x, q.extent.x), sum(apart.y, p.extent.y, q.extent.y)),
              sum(apart.z, p.extent.z, q.extent.z));
  const V unbounded = hn::Set(kFloats, std::numeric_limits<float>::infinity());
  return hn::IfThenElse(hn::Le(volume, hn::Set(kFloats, 0x1p60F)),
                        hn::Mul(hn::Set(kFloats, math::kOrient3dFloat), volume), unbounded);
}

HWY_INLINE std::uint64_t bits(M mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(kFloats, mask, bytes);
  return bytes[0] | std::uint64_t{bytes[1]} << 8U;
}

HWY_INLINE BatchAnswer filter(const Three& p, const Three& q) {
  const Point apart = p.a - q.a;
  const V bound = error_bound(p, q, apart);

  const Point normal_q = cross(q.b - q.a, q.c - q.a);
  const Heights over_q{dot(normal_q, apart), dot(normal_q, p.b - q.a), dot(normal_q, p.c - q.a)};
  const Point normal_p = cross(p.b - p.a, p.c - p.a);
  const Heights over_p{hn::Neg(dot(normal_p, apart)), dot(normal_p, q.b - p.a),
                       dot(normal_p, q.c - p.a)};
  const V closest_q = over_q.closest();
  const V closest_p = over_p.closest();
  const std::uint64_t no_plane =
      bits(hn::Gt(hn::Max(over_q.gap(closest_q), over_p.gap(closest_p)), bound));
  constexpr std::uint64_t kAll = (std::uint64_t{1} << kLanes) - 1;
  if (no_plane == kAll) return {};

  const Turned a(p, over_q);
  const Turned b(q, over_p);
  const V different = hn::Xor(a.height, b.height);
  const Point to_b = b.lone - a.lone;
  const V left = dot(cross(a.next - a.lone, to_b), select(different, b.last, b.next) - a.lone);
  const V right = dot(cross(a.last - a.lone, to_b), select(different, b.next, b.last) - a.lone);

  // If b's lone corner is above its plane, the triangles intersect iff left < 0 and right > 0. If
  // it is below, the signs are reversed.
  const V sign = hn::And(b.height, hn::SignBit(kFloats));
  const V meeting = hn::Max(hn::Xor(left, sign), hn::Neg(hn::Xor(right, sign)));
  const M sure = hn::Gt(hn::Min(closest_q, closest_p), bound);
  const std::uint64_t no = no_plane | bits(hn::And(sure, hn::Gt(meeting, bound)));
  const std::uint64_t yes = bits(hn::And(sure, hn::Lt(meeting, hn::Neg(bound)))) & ~no;
  return {yes, ~(yes | no) & kAll};
}

void filter_batch_simd(std::span<const QueuedPair> pairs, BatchAnswer& answer) {
  for (std::size_t first = 0; first < pairs.size(); first += kLanes) {
    const std::size_t count = std::min(kLanes, pairs.size() - first);
    const QueuedPair* some = pairs.data() + first;
    QueuedPair filled[kLanes];  // the last lanes repeat the last pair
    if (count < kLanes) {
      for (std::size_t i = 0; i < kLanes; ++i) filled[i] = some[std::min(i, count - 1)];
      some = filled;
    }
    const BatchAnswer answers =
        filter(load_triangles(some, &QueuedPair::p), load_triangles(some, &QueuedPair::q));
    const std::uint64_t valid = (std::uint64_t{1} << count) - 1;
    answer.yes |= (answers.yes & valid) << first;
    answer.unsure |= (answers.unsure & valid) << first;
  }
}

}  // namespace dermis::triangle::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace dermis::triangle {

BatchAnswer filter_batch(std::span<const QueuedPair> pairs, Isa isa) {
  assert(pairs.size() <= kBatchSize);
  BatchAnswer answer;
  DERMIS_DISPATCH_OR(isa, filter_batch_simd(pairs, answer), answer = filter_batch_scalar(pairs));
  return answer;
}

}  // namespace dermis::triangle
#endif  // HWY_ONCE
