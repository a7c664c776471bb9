// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Error bounds. Let u = 2⁻²⁴ and M the largest coordinate of a pair. Rows have an error of u M, and
// positions between their ends have 6 u M more. The product of a direction n and a position, as
// three products and two sums, adds 3 u |n|₁ M, with |n|₁ = |n.x| + |n.y| + |n.z|. So the
// difference of two products has an error of 20 u |n|₁ M. The margin is 32 u |n|₁ M. If it is
// between 1e-30 and 1e30, then products, which are at most 2¹⁹ times the margin, neither overflow
// nor underflow; otherwise, nothing counts as separated.
#include "motion/features/pair_filter.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motion/features/pair_filter.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>

#include "base/dispatch.h"
#include "math/wide_points-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::motion::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using wide::Eight;
using wide::Points;

constexpr std::uint8_t kTurned[5] = {0, 1, 2, 0, 1};  ///< corners, cyclic: i + 1 follows i

/// A point of each of eight triangles, at both ends of the motion.
struct Ends {
  Points from, to;
};
/// Twice the position halfway.
HWY_INLINE Points middle(const Ends& p) {
  return p.from + p.to;
}

/// Tests whether points `above` are above points `below`, along a direction, during the whole
/// motion.
class Separation {
 public:
  HWY_INLINE Separation(const Ends (&a)[3], const Ends (&b)[3], const Eight& slack) {
    Eight size = wide::all(0);
    for (int i = 0; i < 3; ++i) {
      for (const Ends* p : {&a[i], &b[i]}) {
        size = wide::max(size, wide::max(largest(p->from), largest(p->to)));
      }
    }
    // Rows below the smallest normal number have a larger relative error: 1e-37 covers it.
    error_ = wide::all(0x1p-19F) * size + (slack + wide::all(1e-37F));
  }

  /// Positive in the lanes in which n separates `above` from `below`.
  template <std::size_t K, std::size_t L>
  HWY_INLINE Eight gap(const Points& n, const Ends* const (&below)[K],
                       const Ends* const (&above)[L]) const {
    const auto at = [&](Points Ends::* end) {
      Eight low = dot(n, above[0]->*end);
      for (std::size_t i = 1; i < L; ++i) low = wide::min(low, dot(n, above[i]->*end));
      Eight high = dot(n, below[0]->*end);
      for (std::size_t i = 1; i < K; ++i) high = wide::max(high, dot(n, below[i]->*end));
      return low - high;
    };
    const Eight margin = size_of(n) * error_;
    const Eight none = wide::all(-1);
    const Eight gap = wide::min(at(&Ends::from), at(&Ends::to)) - margin;
    return wide::where_greater(margin, wide::all(1e-30F),
                               wide::where_greater(wide::all(1e30F), margin, gap, none), none);
  }

  [[nodiscard]] HWY_INLINE const Eight& error() const { return error_; }

 private:
  Eight error_;
};

/// Boxes around eight triangles, at both ends of the motion.
struct MovingBoxes {
  Ends low, high;
  HWY_INLINE explicit MovingBoxes(const Ends (&t)[3])
      : low{min(t[0].from, t[1].from, t[2].from), min(t[0].to, t[1].to, t[2].to)},
        high{max(t[0].from, t[1].from, t[2].from), max(t[0].to, t[1].to, t[2].to)} {}

  HWY_INLINE static Points min(const Points& a, const Points& b, const Points& c) {
    return lowest(lowest(a, b), c);
  }
  HWY_INLINE static Points max(const Points& a, const Points& b, const Points& c) {
    return highest(highest(a, b), c);
  }
};

/// The part of the time in which two boxes may overlap. The gap along an axis is a minimum of
/// linear functions, so the line between its values at both ends is a lower bound.
struct Overlap {
  Eight from, to;
  HWY_INLINE Overlap(const MovingBoxes& a, const MovingBoxes& b, const Eight& error)
      : from(wide::all(0)), to(wide::all(1)) {
    cut(b.low.from - a.high.from, b.low.to - a.high.to, error);
    cut(a.low.from - b.high.from, a.low.to - b.high.to, error);
  }
  /// Mask of the lanes in which the boxes never overlap.
  [[nodiscard]] HWY_INLINE unsigned empty() const { return positive(from - to); }

 private:
  HWY_INLINE void cut(const Points& first, const Points& last, const Eight& error) {
    cut(first.x - error, last.x - error);
    cut(first.y - error, last.y - error);
    cut(first.z - error, last.z - error);
  }
  HWY_INLINE void cut(const Eight& first, const Eight& last) {
    const Eight zero = wide::all(0);
    const Eight share = first / (first - last);
    const Eight after = wide::where_greater(last, zero, wide::all(2), share - wide::all(0x1p-20F));
    from = wide::max(from, wide::where_greater(first, zero, after, zero));
    to = wide::min(
        to, wide::where_greater(first, zero, to,
                                wide::where_greater(last, zero, share + wide::all(0x1p-20F), to)));
  }
};

/// Replaces the ends of the motion by the ends of a part of the time.
HWY_INLINE void cut(Ends (&t)[3], const Overlap& time) {
  for (Ends& p : t) {
    const Points way = p.to - p.from;
    p = {p.from + time.from * way, p.from + time.to * way};
  }
}

/// Mask of the pairs, without common corners, that are separated by the direction from centre to
/// centre or by either normal. Stops as soon as all `wanted` pairs are.
HWY_INLINE unsigned apart(const Ends (&a)[3], const Ends (&b)[3], const Separation& separation,
                          unsigned wanted) {
  const Ends* const of_a[3] = {&a[0], &a[1], &a[2]};
  const Ends* const of_b[3] = {&b[0], &b[1], &b[2]};
  const Points pa[3] = {middle(a[0]), middle(a[1]), middle(a[2])};
  const Points pb[3] = {middle(b[0]), middle(b[1]), middle(b[2])};
  const Points between = ((pb[0] + pb[1]) + pb[2]) - ((pa[0] + pa[1]) + pa[2]);
  unsigned result = positive(separation.gap(between, of_a, of_b));
  const auto along = [&](const Points& normal) {
    if ((result & wanted) == wanted) return;
    const Eight up = dot(normal, between);
    const Eight sign = wide::where_greater(up, wide::all(0), wide::all(1), wide::all(-1));
    result |= positive(separation.gap(sign * normal, of_a, of_b));
  };
  along(cross(pa[1] - pa[0], pa[2] - pa[0]));
  along(cross(pb[1] - pb[0], pb[2] - pb[0]));
  return result;
}

/// Masks, a bit per lane, of the corners and edges of t that come near the box `other`.
HWY_INLINE void find_parts(const Ends (&t)[3], const MovingBoxes& other, const Eight& error,
                           std::uint8_t (&corners)[3], std::uint8_t (&edges)[3]) {
  /// How far a box stays outside `other` on one side, along the best axis, at both ends of the
  /// motion.
  const auto outside = [&](const Points& low0, const Points& high0, const Points& low1,
                           const Points& high1) {
    const Points over = lowest(low0 - other.high.from, low1 - other.high.to);
    const Points under = lowest(other.low.from - high0, other.low.to - high1);
    const Points most = highest(over, under);
    return wide::max(most.x, wide::max(most.y, most.z));
  };
  const auto near = [&](const Eight& gap) {
    return static_cast<std::uint8_t>(~positive(gap - error) & 255U);
  };
  for (int i = 0; i < 3; ++i) {
    const Ends& p = t[i];
    const Ends& q = t[kTurned[i + 1]];
    corners[i] = near(outside(p.from, p.from, p.to, p.to));
    edges[i] = near(outside(lowest(p.from, q.from), highest(p.from, q.from), lowest(p.to, q.to),
                            highest(p.to, q.to)));
  }
}

/// Mask of the pairs with a common corner v that are separated: v lies strictly between the other
/// two corners of a and those of b. The best direction for two sectors is the difference of their
/// unit bisectors.
HWY_INLINE unsigned apart_at_corner(const Ends (&a)[3], const Ends (&b)[3],
                                    const Separation& separation) {
  const Points v = middle(a[0]);
  const auto bisector = [&](const Ends(&t)[3]) {
    return unit(middle(t[1]) - v) + unit(middle(t[2]) - v);
  };
  const Points n = unit(bisector(b)) - unit(bisector(a));
  return positive(wide::min(separation.gap(n, {&a[1], &a[2]}, {&a[0]}),
                            separation.gap(n, {&a[0]}, {&b[1], &b[2]})));
}

/// Mask of the pairs with a common edge v, w that are separated; p and q are the corners opposite
/// to it. A pair is separated if both hold: along one direction, p is strictly below v, w and q,
/// and q is strictly above v and w; and opposite sides of the quadrilateral v, p, w, q are
/// separated.
HWY_INLINE unsigned apart_at_edge(const Ends& v, const Ends& w, const Ends& p, const Ends& q,
                                  const Separation& separation) {
  const Points edge = middle(w) - middle(v);
  const Points across = middle(q) - middle(p);
  /// The part of a that is perpendicular to `along`.
  const auto without = [](const Points& a, const Points& along) {
    return a - (dot(a, along) / wide::max(dot(along, along), wide::all(1e-30F))) * along;
  };
  const Points n = without(across, edge);
  // Separates the side between `one` and p from the side between `other` and q.
  const auto sides = [&](const Ends& one, const Ends& other, const Points& between) {
    const Points along = unit(middle(p) - middle(one)) + unit(middle(other) - middle(q));
    return separation.gap(without(between, along), {&one, &p}, {&other, &q});
  };
  return positive(
      wide::min(wide::min(separation.gap(n, {&p}, {&v, &w, &q}), separation.gap(n, {&v, &w}, {&q})),
                wide::min(sides(v, w, edge), sides(w, v, wide::all(-1) * edge))));
}

void find_near(const FilterSide& a, const FilterSide& b, Neighbors neighbors,
               std::span<const CandidatePair> pairs, float slack, NearPairs& result) {
  const unsigned wanted = (1U << pairs.size()) - 1;
  // The corners of each triangle, cyclic from the named one. Lanes without a pair repeat the last
  // pair.
  const auto corners = [&](const FilterSide& side, auto index, auto first, Ends(&out)[3]) {
    std::uint32_t vertex[3][8];
    for (std::size_t i = 0; i < 8; ++i) {
      const CandidatePair& pair = pairs[std::min(i, pairs.size() - 1)];
      const Triangle& triangle = side.triangles[(pair.*index)()];
      const std::uint32_t corner = (pair.*first)();
      for (std::uint32_t k = 0; k < 3; ++k) vertex[k][i] = triangle[kTurned[corner + k]];
    }
    for (std::uint32_t k = 0; k < 3; ++k) {
      out[k] = {wide::load_rows([&](std::size_t i) { return side.rows->from(vertex[k][i]); }),
                wide::load_rows([&](std::size_t i) { return side.rows->to(vertex[k][i]); })};
    }
  };
  Ends p[3];
  Ends q[3];
  corners(a, &CandidatePair::a, &CandidatePair::corner_a, p);
  corners(b, &CandidatePair::b, &CandidatePair::corner_b, q);
  alignas(32) float slacks[8];
  for (std::size_t i = 0; i < 8; ++i) {
    const CandidatePair& pair = pairs[std::min(i, pairs.size() - 1)];
    // The factor covers the rounding of the sum.
    slacks[i] = slack + 1.000001F * (radius_of(a.triangles[pair.a()], a.radii) +
                                     radius_of(b.triangles[pair.b()], b.radii));
  }
  const Separation separation(p, q, wide::load(slacks));
  unsigned parted = 0;
  switch (neighbors) {
    case Neighbors::none: {
      const Overlap time(MovingBoxes(p), MovingBoxes(q), separation.error());
      parted = time.empty();
      if ((parted & wanted) == wanted) break;
      cut(p, time);
      cut(q, time);
      parted |= apart(p, q, separation, wanted & ~parted);
      if ((parted & wanted) == wanted) break;
      find_parts(p, MovingBoxes(q), separation.error(), result.corners_a, result.edges_a);
      find_parts(q, MovingBoxes(p), separation.error(), result.corners_b, result.edges_b);
      break;
    }
    case Neighbors::corner:
      parted = apart_at_corner(p, q, separation);
      break;
    case Neighbors::edge:
      parted = apart_at_edge(p[1], p[2], p[0], q[0], separation);
      break;
  }
  result.pairs = ~parted & wanted;
}

}  // namespace dermis::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::motion {

NearPairs may_touch(const FilterSide& a, const FilterSide& b, Neighbors neighbors,
                    std::span<const CandidatePair> pairs, float slack) {
  NearPairs result;
  DERMIS_DISPATCH(current_isa(), find_near(a, b, neighbors, pairs, slack, result));
  return result;
}

}  // namespace dermis::motion
#endif
