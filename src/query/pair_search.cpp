// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The whole query is compiled for each instruction set, so the traversal makes no calls through
// function pointers.
#include "query/pair_search.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/pair_search.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <bit>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "base/dispatch.h"
#include "base/internals.h"
#include "base/set_bits.h"
#include "math/eight-inl.h"
#include "query/posed_tree-inl.h"

#ifndef DERMIS_QUERY_PAIR_SEARCH_ONCE
#define DERMIS_QUERY_PAIR_SEARCH_ONCE
namespace dermis::query {

/// Pairs of triangles of two meshlets, up to 32 against 32, as indices within these 32.
struct IndexPairs {
  std::uint8_t p[32 * 32 + 8];
  std::uint8_t q[32 * 32 + 8];
};

}  // namespace dermis::query
#endif

HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

struct OpenPair {
  Slot a, b;
};

/// A stack of pairs still to be visited.
class OpenPairs {
 public:
  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// The pairs above the first `count`.
  [[nodiscard]] std::span<OpenPair> after(std::size_t count) {
    return std::span(pairs_).subspan(count, count_ - count);
  }

  /// Pushes pair(i) for each set bit i of a byte.
  template <class Pair>
  HWY_INLINE void push(unsigned bits, Pair pair) {
    if (pairs_.size() < count_ + 8) pairs_.resize(2 * count_ + 64);
    OpenPair* const end = pairs_.data() + count_;
    const std::uint8_t* const positions = base::kSetBits.of(bits);
    for (unsigned i = 0; i < 8; ++i) end[i] = pair(Slot{positions[i]});
    count_ += static_cast<std::size_t>(std::popcount(bits));
  }
  [[nodiscard]] OpenPair pop() { return pairs_[--count_]; }

 private:
  std::vector<OpenPair> pairs_;
  std::size_t count_ = 0;
};

class PairQuery {
 public:
  PairQuery(const State& a, const State& b, triangle::PairQueue& queue, QueryStats& stats,
            PairCache* cache)
      : a_(a, stats), b_(b, stats), queue_(queue), stats_(stats), cache_(cache) {}

  /// Descends both trees from their roots. If one of two overlapping nodes is much larger, it is
  /// opened alone. Otherwise both are opened at once: eight children against eight.
  void run() {
    if (last_hit_again()) return;
    a_.begin();
    b_.begin();
    static thread_local OpenPairs open;
    open.clear();
    open.push(1, [](Slot) { return OpenPair{kRootSlot, kRootSlot}; });
    std::size_t looked_at = 0;
    while (open.size() > 0 && !queue_.is_full()) {
      if (queue_.wants_one()) deepest_last(open.after(looked_at));
      const OpenPair pair = open.pop();
      looked_at = open.size();
      const BoxTree::Link a = a_.link(pair.a);
      const BoxTree::Link b = b_.link(pair.b);
      if (a.is_meshlet() && b.is_meshlet()) {
        meet(pair, a.meshlet(), b.meshlet());
        continue;
      }
      const Box box_a = a_.box(pair.a);
      const Box box_b = b_.box(pair.b);
      if (b.is_meshlet() || (!a.is_meshlet() && math::size_of(box_a) >= 2 * math::size_of(box_b))) {
        open.push(a_.overlaps(wide::WideBox(box_b), a.node()),
                  [&](Slot i) { return OpenPair{8 * a.node() + i, pair.b}; });
      } else if (a.is_meshlet() || math::size_of(box_b) >= 2 * math::size_of(box_a)) {
        open.push(b_.overlaps(wide::WideBox(box_a), b.node()),
                  [&](Slot j) { return OpenPair{pair.a, 8 * b.node() + j}; });
      } else {
        unsigned rows = a_.overlaps(wide::WideBox(box_b), a.node());
        if (rows == 0) continue;
        const unsigned columns = b_.overlaps(wide::WideBox(box_a), b.node());
        if (columns == 0) continue;
        const Boxes8& boxes_a = a_.boxes(a.node());
        const Boxes8& boxes_b = b_.boxes(b.node());
        for (; rows != 0; rows &= rows - 1) {
          const auto i = static_cast<Slot>(std::countr_zero(rows));
          stats_.box_tests += 8;
          open.push(wide::overlaps(wide::WideBox(boxes_a, i), boxes_b) & columns,
                    [&](Slot j) { return OpenPair{8 * a.node() + i, 8 * b.node() + j}; });
        }
      }
    }
  }

 private:
  /// Moves the pair whose boxes have the largest common volume to the end, where it is popped
  /// first. For queries that need only one pair.
  void deepest_last(std::span<OpenPair> pairs) {
    if (pairs.size() < 2) return;
    std::size_t deepest = 0;
    float most = -1;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const float depth = common_volume(a_.box(pairs[i].a), b_.box(pairs[i].b));
      if (depth <= most) continue;
      most = depth;
      deepest = i;
    }
    std::swap(pairs[deepest], pairs.back());
  }

  static float common_volume(const Box& a, const Box& b) {
    return (std::min(a.high.x, b.high.x) - std::max(a.low.x, b.low.x)) *
           (std::min(a.high.y, b.high.y) - std::max(a.low.y, b.low.y)) *
           (std::min(a.high.z, b.high.z) - std::max(a.low.z, b.low.z));
  }

  /// Tests the meshlets that the cache names. Returns whether this completes the query.
  bool last_hit_again() {
    if (cache_ == nullptr || !queue_.wants_one()) return false;
    const auto [a, b] = Internals::hint(*cache_);
    if (a >= a_.meshlets().meshlets.size() || b >= b_.meshlets().meshlets.size()) return false;
    meet_posed(a, a_.posed(a), b, b_.posed(b));
    return queue_.is_full();
  }

  /// Tests two meshlets whose boxes overlap.
  void meet(const OpenPair& pair, std::uint32_t a, std::uint32_t b) {
    a_.touch(a);
    b_.touch(b);
    // The triangle boxes of a posed meshlet are known. If none of them overlaps the box of the
    // other meshlet, the other one need not be deformed.
    if (b_.is_posed(b) && !a_.is_posed(a) && !reaches(b_, b, a_.box(pair.a))) return;
    const PosedMeshlet posed_a = a_.posed(a);
    if (!b_.is_posed(b) && !reaches(a_, a, b_.box(pair.b))) return;
    const PosedMeshlet posed_b = b_.posed(b);
    meet_posed(a, posed_a, b, posed_b);
  }

  /// Whether the box of any triangle of a posed meshlet shares a point with `box`.
  static bool reaches(PosedTree& side, std::uint32_t meshlet, const Box& box) {
    const PosedMeshlet posed = side.posed(meshlet);
    if (!math::overlap(*posed.box, box)) return false;
    const Patch patch(side, meshlet, posed);
    const wide::WideBox wide_box(box);
    for (std::size_t first = 0; first < patch.groups; first += 4) {
      if (patch.overlaps(wide_box, first) != 0) return true;
    }
    return false;
  }

  void meet_posed(std::uint32_t a, const PosedMeshlet& posed_a, std::uint32_t b,
                  const PosedMeshlet& posed_b) {
    if (!math::overlap(*posed_a.box, *posed_b.box)) return;
    const Patch patch_a(a_, a, posed_a);
    const Patch patch_b(b_, b, posed_b);
    for (std::size_t first_b = 0; first_b < patch_b.groups; first_b += 4) {
      const auto columns = patch_b.overlaps(wide::WideBox(*posed_a.box), first_b);
      if (columns == 0) continue;
      for (std::size_t first_a = 0; first_a < patch_a.groups; first_a += 4) {
        const auto rows = patch_a.overlaps(wide::WideBox(*posed_b.box), first_a);
        if (rows == 0) continue;
        meet({patch_a, first_a, rows}, {patch_b, first_b, columns});
      }
    }
    if (cache_ == nullptr || !queue_.wants_one()) return;
    queue_.flush();  // now, so that a found pair belongs to these two meshlets
    if (queue_.is_full()) Internals::hint(*cache_) = {a, b};
  }

  /// The triangles of a meshlet in a pose.
  struct Patch {
    const float* vertices;
    const Boxes8* boxes;
    const triangle::PackedTriangle* triangles;
    std::size_t groups;

    HWY_INLINE Patch(const PosedTree& side, std::uint32_t index, const PosedMeshlet& posed)
        : vertices(posed.rows), boxes(posed.boxes) {
      const collider::Meshlet& meshlet = side.meshlets().meshlets[index];
      triangles = side.meshlets().triangles.data() + std::size_t{8} * meshlet.first_group;
      groups = meshlet.group_count;
    }

    /// Bit i: `box` shares a point with the box of triangle i, counted from group `first`.
    [[nodiscard]] HWY_INLINE std::uint32_t overlaps(const wide::WideBox& box,
                                                    std::size_t first) const {
      std::uint32_t result = 0;
      for (std::size_t g = 0; g < std::min<std::size_t>(groups - first, 4); ++g) {
        result |= wide::overlaps(box, boxes[first + g]) << (8 * g);
      }
      return result;
    }
  };

  /// Up to 32 triangles of a patch.
  struct Part {
    const float* vertices;
    const Boxes8* boxes;
    const triangle::PackedTriangle* triangles;
    std::uint32_t near;  ///< bit i: triangle i overlaps the box of the other meshlet

    HWY_INLINE Part(const Patch& patch, std::size_t first_group, std::uint32_t some)
        : vertices(patch.vertices),
          boxes(patch.boxes + first_group),
          triangles(patch.triangles + 8 * first_group),
          near(some) {}
  };

  HWY_INLINE void meet(const Part& a, const Part& b) {
    IndexPairs met;
    const bool swapped = std::popcount(a.near) > std::popcount(b.near);
    const std::size_t count = find_overlaps(swapped ? b : a, swapped ? a : b, met);
    const std::uint8_t* const of_a = swapped ? met.q : met.p;
    const std::uint8_t* const of_b = swapped ? met.p : met.q;
    for (std::size_t i = 0; i < count && !queue_.is_full(); ++i) {
      queue_.add({a.vertices, a.triangles + of_a[i]}, {b.vertices, b.triangles + of_b[i]});
    }
  }

  /// Tests one triangle of p at a time against eight of q. Returns the number of overlapping boxes.
  static std::size_t find_overlaps(const Part& p, const Part& q, IndexPairs& found) {
    constexpr std::uint64_t kEightTimes = 0x0101'0101'0101'0101;  // a byte
    std::size_t count = 0;
    for (unsigned group = 0; group < 4; ++group) {
      const unsigned near = q.near >> (8 * group) & 255U;
      if (near == 0) continue;
      for (std::uint32_t rest = p.near; rest != 0; rest &= rest - 1) {
        const auto i = static_cast<unsigned>(std::countr_zero(rest));
        const wide::WideBox box(p.boxes[i / 8], i % 8);
        const unsigned hits = wide::overlaps(box, q.boxes[group]) & near;
        const std::uint64_t of_p = kEightTimes * i;
        const std::uint64_t of_q = kEightTimes * 8 * group + base::kSetBits.packed(hits);
        std::memcpy(found.p + count, &of_p, sizeof(of_p));
        std::memcpy(found.q + count, &of_q, sizeof(of_q));
        count += static_cast<std::size_t>(std::popcount(hits));
      }
    }
    return count;
  }

  PosedTree a_, b_;
  triangle::PairQueue& queue_;
  QueryStats& stats_;
  PairCache* cache_;
};

void find_pairs(const State& a, const State& b, triangle::PairQueue& queue, QueryStats& stats,
                PairCache* cache) {
  PairQuery query(a, b, queue, stats, cache);
  query.run();
  queue.flush();  // before `query` is destroyed: it owns spare meshlets that the queue refers to
}

void deform_all(const State& state, QueryStats& stats) {
  PosedTree(state, stats).deform_all();
}

void pose_all_once(const State& state, QueryStats& stats) {
  PosedTree(state, stats).pose_all_once();
}

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::query {

void search_pairs(const Character::State& a, const Character::State& b, triangle::PairQueue& queue,
                  QueryStats& stats, PairCache* cache) {
  DERMIS_DISPATCH(current_isa(), find_pairs(a, b, queue, stats, cache));
}

void deform_all_meshlets(const Character::State& state, QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), deform_all(state, stats));
}

void pose_all_meshlets(const Character::State& state, QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), pose_all_once(state, stats));
}

}  // namespace dermis::query
#endif
