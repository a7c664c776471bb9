// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// One pair of triangles per lane, in float32. The steps are those of triangle_filter.cpp, with
// selections instead of branches.
//
// The bound. Gappa proves (orient3d.gappa, orient3d_fused.gappa: instruction sets that fuse and
// those that do not) that rounding moves a determinant by at most ¾ K·V, with K = kOrient3dFloat
// and V the product of the extents, when nothing under- or overflows.
//  - No overflow: extents over 2⁴⁰ are left to others, and 6 · 2¹²⁰ is a float.
//  - Underflow moves each of the nine products by at most 2⁻¹⁵⁰. Six of them are then multiplied by
//    at most E, the largest extent: together at most 2⁻¹⁵⁰ · (6E + 3), roundings aside. Extents are
//    counted as at least 2⁻³⁰, so E ≥ 2⁻³⁰ and V ≥ 2⁻⁶⁰ E, and an eighth of K·V is at least
//    2⁻⁸¹ E, far more.
//  - The computed K·V is short by two roundings, 2⁻²³ of it; the other eighth covers that.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/triangle_batch_simd.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>

#include <algorithm>
#include <array>

#include "math/orientation.h"
#include "query/triangle_batch.h"

// The baseline target, which foreach_target.h insists on, may have a single lane: no kernel there.
#if HWY_TARGET & (HWY_SSE4 | HWY_AVX2 | HWY_AVX3)
HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

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
  Point a, b, c;
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
HWY_INLINE V min3(V a, V b, V c) {
  return hn::Min(hn::Min(a, b), c);
}
HWY_INLINE V max3(V a, V b, V c) {
  return hn::Max(hn::Max(a, b), c);
}
HWY_INLINE Point select(M mask, const Point& yes, const Point& no) {
  return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
          hn::IfThenElse(mask, yes.z, no.z)};
}
HWY_INLINE M equal(M a, M b) {
  return hn::Not(hn::Xor(a, b));
}

/// Four floats from rows[0], rows[4], rows[8], …, one after the other.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_blocks(Tag tag, const float* const* rows) {
  if constexpr (hn::MaxLanes(Tag()) == 4) {
    return hn::Load(tag, rows[0]);
  } else {
    const hn::Half<Tag> half;
    return hn::Combine(tag, load_blocks(half, rows + hn::MaxLanes(half)), load_blocks(half, rows));
  }
}

/// Lane i holds the point at rows[i]: a transposition of 4 × 4 floats in each block.
HWY_INLINE Point load_points(const float* const* rows) {
  const hn::RepartitionToWide<D> doubles;
  const V r0 = load_blocks(kFloats, rows);
  const V r1 = load_blocks(kFloats, rows + 1);
  const V r2 = load_blocks(kFloats, rows + 2);
  const V r3 = load_blocks(kFloats, rows + 3);
  const auto xy01 = hn::BitCast(doubles, hn::InterleaveLower(kFloats, r0, r1));
  const auto xy23 = hn::BitCast(doubles, hn::InterleaveLower(kFloats, r2, r3));
  const auto z01 = hn::BitCast(doubles, hn::InterleaveUpper(kFloats, r0, r1));
  const auto z23 = hn::BitCast(doubles, hn::InterleaveUpper(kFloats, r2, r3));
  return {hn::BitCast(kFloats, hn::InterleaveLower(doubles, xy01, xy23)),
          hn::BitCast(kFloats, hn::InterleaveUpper(doubles, xy01, xy23)),
          hn::BitCast(kFloats, hn::InterleaveLower(doubles, z01, z23))};
}

/// One axis of both boxes.
struct Ranges {
  V p_low, p_high, q_low, q_high;

  HWY_INLINE Ranges(V pa, V pb, V pc, V qa, V qb, V qc)
      : p_low(min3(pa, pb, pc)),
        p_high(max3(pa, pb, pc)),
        q_low(min3(qa, qb, qc)),
        q_high(max3(qa, qb, qc)) {}
  [[nodiscard]] HWY_INLINE M apart() const {
    return hn::Or(hn::Lt(p_high, q_low), hn::Lt(q_high, p_low));
  }
  [[nodiscard]] HWY_INLINE V extent() const {
    return hn::Sub(hn::Max(p_high, q_high), hn::Min(p_low, q_low));
  }
};

/// The corners of one triangle over the plane of another.
struct Heights {
  V a, b, c;

  HWY_INLINE Heights(const Three& over, const Three& p) {
    const Point normal = cross(over.b - over.a, over.c - over.a);
    a = dot(normal, p.a - over.a);
    b = dot(normal, p.b - over.a);
    c = dot(normal, p.c - over.a);
  }
  [[nodiscard]] HWY_INLINE M one_sided(V bound) const {
    return hn::Or(hn::Gt(min3(a, b, c), bound), hn::Lt(max3(a, b, c), hn::Neg(bound)));
  }
  [[nodiscard]] HWY_INLINE M sure(V bound) const {
    return hn::And(hn::Gt(hn::Abs(a), bound),
                   hn::And(hn::Gt(hn::Abs(b), bound), hn::Gt(hn::Abs(c), bound)));
  }
};

/// The corner that is alone on its side comes first; the order stays.
struct Turned {
  Point lone, next, last;
  M above;

  HWY_INLINE Turned(const Three& p, const Heights& h) {
    const V zero = hn::Zero(kFloats);
    const M above_a = hn::Gt(h.a, zero);
    const M above_b = hn::Gt(h.b, zero);
    const M above_c = hn::Gt(h.c, zero);
    const M lone_a = equal(above_b, above_c);
    const M lone_b = equal(above_a, above_c);
    lone = select(lone_a, p.a, select(lone_b, p.b, p.c));
    next = select(lone_a, p.b, select(lone_b, p.c, p.a));
    last = select(lone_a, p.c, select(lone_b, p.a, p.b));
    above =
        hn::Or(hn::And(lone_a, above_a),
               hn::AndNot(lone_a, hn::Or(hn::And(lone_b, above_b), hn::AndNot(lone_b, above_c))));
  }
};

struct Answers {
  std::uint64_t yes, unsure;
};

HWY_INLINE std::uint64_t bits(M mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(kFloats, mask, bytes);
  return bytes[0] | std::uint64_t{bytes[1]} << 8U;
}

HWY_INLINE Answers filter(const Three& p, const Three& q) {
  const Ranges x(p.a.x, p.b.x, p.c.x, q.a.x, q.b.x, q.c.x);
  const Ranges y(p.a.y, p.b.y, p.c.y, q.a.y, q.b.y, q.c.y);
  const Ranges z(p.a.z, p.b.z, p.c.z, q.a.z, q.b.z, q.c.z);
  M no = hn::Or(x.apart(), hn::Or(y.apart(), z.apart()));
  if (hn::AllTrue(kFloats, no)) return {0, 0};

  const V smallest = hn::Set(kFloats, 0x1p-30F);
  const V extent_x = hn::Max(x.extent(), smallest);
  const V extent_y = hn::Max(y.extent(), smallest);
  const V extent_z = hn::Max(z.extent(), smallest);
  const M in_range = hn::Le(max3(extent_x, extent_y, extent_z), hn::Set(kFloats, 0x1p40F));
  const V bound = hn::Mul(hn::Set(kFloats, math::kOrient3dFloat),
                          hn::Mul(hn::Mul(extent_x, extent_y), extent_z));

  const Heights over_q(q, p);
  no = hn::Or(no, hn::And(in_range, over_q.one_sided(bound)));
  if (hn::AllTrue(kFloats, no)) return {0, 0};
  const Heights over_p(p, q);
  no = hn::Or(no, hn::And(in_range, over_p.one_sided(bound)));
  if (hn::AllTrue(kFloats, no)) return {0, 0};
  const M sure = hn::And(in_range, hn::And(over_q.sure(bound), over_p.sure(bound)));

  const Turned a(p, over_q);
  const Turned b(q, over_p);
  const M same_side = equal(a.above, b.above);
  const Point to_b = b.lone - a.lone;
  const V left = dot(cross(a.next - a.lone, to_b), select(same_side, b.next, b.last) - a.lone);
  const V right = dot(cross(a.last - a.lone, to_b), select(same_side, b.last, b.next) - a.lone);

  const V zero = hn::Zero(kFloats);
  const M left_meets = equal(hn::Lt(left, zero), b.above);
  const M right_meets = equal(hn::Gt(right, zero), b.above);
  const M left_sure = hn::And(sure, hn::Gt(hn::Abs(left), bound));
  const M right_sure = hn::And(sure, hn::Gt(hn::Abs(right), bound));
  no = hn::Or(no, hn::Or(hn::AndNot(left_meets, left_sure), hn::AndNot(right_meets, right_sure)));
  const M yes = hn::AndNot(no, hn::And(left_sure, right_sure));
  return {bits(yes), bits(hn::Not(hn::Or(no, yes)))};
}

BatchAnswer filter_batch_simd(std::span<const PaddedPair> pairs) {
  BatchAnswer answer;
  for (std::size_t first = 0; first < pairs.size(); first += kLanes) {
    const std::size_t count = std::min(kLanes, pairs.size() - first);
    const float* p[3][kLanes];
    const float* q[3][kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const PaddedPair& pair = pairs[first + std::min(lane, count - 1)];
      for (int c = 0; c < 3; ++c) {
        p[c][lane] = pair.p->corner[c];
        q[c][lane] = pair.q->corner[c];
      }
    }
    const Answers some = filter({load_points(p[0]), load_points(p[1]), load_points(p[2])},
                                {load_points(q[0]), load_points(q[1]), load_points(q[2])});
    const std::uint64_t valid = (std::uint64_t{1} << count) - 1;
    answer.yes |= (some.yes & valid) << first;
    answer.unsure |= (some.unsure & valid) << first;
  }
  return answer;
}

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace dermis::query {

BatchAnswer filter_batch(std::span<const PaddedPair> pairs, Isa isa) {
  switch (isa) {
#if HWY_TARGETS & HWY_SSE4
    case Isa::sse4:
      return N_SSE4::filter_batch_simd(pairs);
#endif
#if HWY_TARGETS & HWY_AVX2
    case Isa::avx2:
      return N_AVX2::filter_batch_simd(pairs);
#endif
#if HWY_TARGETS & HWY_AVX3
    case Isa::avx512:
      return N_AVX3::filter_batch_simd(pairs);
#endif
    default:
      return filter_batch_scalar(pairs);
  }
}

}  // namespace dermis::query
#endif  // HWY_ONCE
