// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Between the ends of the motion, the gap of two boxes along an axis is not below the line between
// its values there. So boxes may meet only in a window of time: while none of six such lines is
// positive. Gaps are differences of floats, with a relative error. Shares of time have an error of
// a few 2⁻²⁴.
#include "motion/search/box_pairs.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motion/search/box_pairs.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <bit>

#include "base/dispatch.h"
#include "math/eight-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::motion::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using collider::BoxTree;
using wide::Eight;

struct WideMovingBox {
  wide::WideBox from, to;
  HWY_INLINE WideMovingBox(const MovingBoxes8& boxes, std::size_t lane)
      : from(boxes.from, lane), to(boxes.to, lane) {}
};

/// Mask of the `wanted` boxes that may share a point, at some time, with the box `lane` of
/// `others`.
HWY_INLINE unsigned may_meet(const MovingBoxes8& others, std::size_t lane,
                             const MovingBoxes8& boxes, unsigned wanted) {
  wanted &= wide::overlaps(wide::WideBox(others.swept, lane), boxes.swept);
  if (wanted == 0) return 0;
  const WideMovingBox box(others, lane);
  // Along each axis: the gap if `boxes` are above `box`, then the gap if they are below.
  Eight first[6];
  Eight last[6];
  Eight least = wide::all(-1);  // the largest gap that is there at both ends
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t above = 2 * axis;
    const std::size_t below = above + 1;
    first[above] = wide::load(boxes.from.low[axis]) - box.from.high[axis];
    last[above] = wide::load(boxes.to.low[axis]) - box.to.high[axis];
    first[below] = box.from.low[axis] - wide::load(boxes.from.high[axis]);
    last[below] = box.to.low[axis] - wide::load(boxes.to.high[axis]);
    least = wide::max(least, wide::min(first[above], last[above]));
    least = wide::max(least, wide::min(first[below], last[below]));
  }
  const Eight zero = wide::all(0);
  const unsigned near = ~wide::Apart::where_greater(least, zero).bits() & wanted;
  if (near == 0) return 0;
  Eight low = zero;
  Eight high = wide::all(1);
  for (int i = 0; i < 6; ++i) {
    const Eight share = first[i] / (first[i] - last[i]);
    low = wide::max(low, wide::where_greater(first[i], zero, share, low));
    high = wide::min(high, wide::where_greater(last[i], zero, share, high));
  }
  return near & ~wide::Apart::where_greater(low - high, wide::all(0x1p-20F)).bits();
}

HWY_INLINE unsigned may_meet(const math::Boxes8& others, std::size_t lane,
                             const math::Boxes8& boxes, unsigned wanted) {
  return wide::overlaps(wide::WideBox(others, lane), boxes) & wanted;
}

template <class Boxes>
class Descent {
 public:
  Descent(const BoxedTree<Boxes>& a, const BoxedTree<Boxes>& b,
          std::vector<TrianglePairFound>& found, QueryStats& stats)
      : a_(*a.tree),
        b_(*b.tree),
        boxes_a_(a.boxes),
        boxes_b_(b.boxes),
        found_(found),
        stats_(stats) {}

  void from(const SlotPair& pair) {
    push(pair.a, pair.b);
    run();
  }
  void from(const StaticFront::Row& row) {
    add_row(row.slot(), row.node(), row.lanes());
    run();
  }

 private:
  void push(Slot a, Slot b) {
    const BoxTree::Link of_a = a_.link(a);
    const BoxTree::Link of_b = b_.link(b);
    if (of_a.is_meshlet() && of_b.is_meshlet()) {
      found_.push_back({a_.triangle(of_a), b_.triangle(of_b)});
    } else {
      open_.push_back({a, b});
    }
  }

  /// Tests a box of a against the boxes `lanes` of a node of b.
  HWY_INLINE void add_row(Slot a, std::uint32_t node, unsigned lanes) {
    stats_.box_tests += 8;
    unsigned near = may_meet(boxes_a_[a / 8], a % 8, boxes_b_[node], lanes);
    for (; near != 0; near &= near - 1) {
      push(a, 8 * node + static_cast<Slot>(std::countr_zero(near)));
    }
  }
  HWY_INLINE unsigned near_of_a(std::uint32_t node, Slot b) {
    stats_.box_tests += 8;
    return may_meet(boxes_b_[b / 8], b % 8, boxes_a_[node], 255);
  }

  void run() {
    while (!open_.empty()) {
      const auto [a, b] = open_.back();
      open_.pop_back();
      const BoxTree::Link of_a = a_.link(a);
      const BoxTree::Link of_b = b_.link(b);
      if (of_a.is_meshlet()) {
        add_row(a, of_b.node(), 255);
        continue;
      }
      const std::uint32_t node = of_a.node();
      for (unsigned near = near_of_a(node, b); near != 0; near &= near - 1) {
        const Slot child = 8 * node + static_cast<Slot>(std::countr_zero(near));
        if (of_b.is_meshlet()) {
          push(child, b);
        } else {
          add_row(child, of_b.node(), 255);
        }
      }
    }
  }

  const SpaceTimeTree& a_;
  const SpaceTimeTree& b_;
  const Boxes* boxes_a_;
  const Boxes* boxes_b_;
  std::vector<TrianglePairFound>& found_;
  QueryStats& stats_;
  std::vector<SlotPair> open_;
};

template <class Boxes, class From>
void descend(const BoxedTree<Boxes>& a, const BoxedTree<Boxes>& b, std::span<const From> from,
             std::vector<TrianglePairFound>& found, QueryStats& stats) {
  Descent<Boxes> descent(a, b, found, stats);
  for (const From& one : from) descent.from(one);
}

}  // namespace dermis::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::motion {

void find_box_pairs(const MovingTree& a, const MovingTree& b, std::span<const SlotPair> from,
                    std::vector<TrianglePairFound>& found, QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), descend(a, b, from, found, stats));
}
void find_box_pairs(const MovingTree& tree, std::span<const StaticFront::Row> from,
                    std::vector<TrianglePairFound>& found, QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), descend(tree, tree, from, found, stats));
}
void find_box_pairs(const SweptTree& a, const SweptTree& b, std::span<const SlotPair> from,
                    std::vector<TrianglePairFound>& found, QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), descend(a, b, from, found, stats));
}
void find_box_pairs(const SweptTree& tree, std::span<const StaticFront::Row> from,
                    std::vector<TrianglePairFound>& found, QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), descend(tree, tree, from, found, stats));
}

}  // namespace dermis::motion
#endif
