// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The whole query is compiled for each instruction set, so that nothing is called through a pointer
// on the way down.
#include "query/meshlet_query.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/meshlet_query.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "bounds/box_refit-inl.h"
#include "math/dispatch.h"
#include "math/eight-inl.h"
#include "query/set_bits.h"
#include "skinning/deform_block-inl.h"

#ifndef DERMIS_QUERY_MESHLET_QUERY_ONCE
#define DERMIS_QUERY_MESHLET_QUERY_ONCE
namespace dermis::query {

/// A node or a meshlet of a box tree: the child `slot` % 8 of node `slot` / 8, where its box is.
using Slot = std::uint32_t;
constexpr Slot kRootSlot = kNone;

struct SlotPair {
  Slot a, b;
};

/// Those yet to be looked at, the last one first.
class OpenPairs {
 public:
  void clear() { count_ = 0; }
  [[nodiscard]] std::size_t size() const { return count_; }
  /// From the one pushed after `count` others on.
  [[nodiscard]] std::span<SlotPair> after(std::size_t count) {
    return std::span(pairs_).subspan(count, count_ - count);
  }

  /// pair(i) for each bit i of a byte.
  template <class Pair>
  HWY_INLINE void push(unsigned bits, Pair pair) {
    if (pairs_.size() < count_ + 8) pairs_.resize(2 * count_ + 64);
    SlotPair* const end = pairs_.data() + count_;
    const std::uint8_t* const positions = kSetBits.of(bits);
    for (unsigned i = 0; i < 8; ++i) end[i] = pair(Slot{positions[i]});
    count_ += static_cast<std::size_t>(std::popcount(bits));
  }
  [[nodiscard]] SlotPair pop() { return pairs_[--count_]; }

 private:
  std::vector<SlotPair> pairs_;
  std::size_t count_ = 0;
};

/// The triangles of two meshlets, by their numbers in these, up to 32 against 32.
struct IndexPairs {
  std::uint8_t p[32 * 32 + 8];
  std::uint8_t q[32 * 32 + 8];
};

}  // namespace dermis::query
#endif

HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using bounds::BoxTree;
using math::Box;
using math::Boxes8;
using State = Character::State;

/// One character of a query: what it looks at is computed when the pose has not seen it yet.
class Side {
 public:
  Side(const State& state, QueryStats& stats)
      : state_(state), data_(*state.data), cache_(state.meshlets()), stats_(stats) {}

  ~Side() { cache_.touched_count.fetch_add(touched_, std::memory_order_relaxed); }
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  [[nodiscard]] const bounds::Meshlets& meshlets() const { return data_.meshlets; }

  /// Deforms everything if that is likely to pay.
  void begin() {
    if (cache_.prefers_eager) pose_all_once();
  }
  void touch(std::uint32_t meshlet) { touched_ += cache_.touch(meshlet, state_.epoch) ? 1 : 0; }

  [[nodiscard]] BoxTree::Link link(Slot slot) const {
    if (slot == kRootSlot) return BoxTree::Link::to_node(0);
    return data_.box_tree.nodes[slot / 8].children[slot % 8];
  }
  [[nodiscard]] Box box(Slot slot) {
    return slot == kRootSlot ? state_.root_box : boxes(slot / 8).get(slot % 8);
  }

  /// Bit i: the box shares a point with that of a node's child i. (Infinite boxes share one with
  /// empty ones, so these do not keep out what is no child.)
  HWY_INLINE unsigned overlaps(const wide::WideBox& box, std::uint32_t node) {
    stats_.box_tests += 8;
    return wide::overlaps(box, boxes(node)) & ((1U << data_.box_tree.nodes[node].child_count) - 1);
  }

  /// Of the children of a node.
  HWY_INLINE const Boxes8& boxes(std::uint32_t node) {
    Boxes8& boxes = cache_.node_boxes.data()[node];
    if (cache_.node_stamps.is_ready(node, state_.epoch)) return boxes;
    switch (cache_.node_stamps.begin(node, state_.epoch)) {
      case math::LazyStamps::State::ready:
        return boxes;
      case math::LazyStamps::State::ours:
        refit(node, boxes);
        cache_.node_stamps.finish(node, state_.epoch);
        return boxes;
      case math::LazyStamps::State::busy:
        break;
    }
    refit(node, spare_boxes_);
    return spare_boxes_;
  }

  [[nodiscard]] bool is_posed(std::uint32_t meshlet) const {
    return cache_.meshlet_stamps.is_ready(meshlet, state_.epoch);
  }

  HWY_INLINE PosedMeshlet posed(std::uint32_t meshlet) {
    const bounds::Meshlet& m = data_.meshlets.meshlets[meshlet];
    float* const rows = cache_.rows.data() + std::size_t{32} * m.first_block;
    Boxes8* const boxes = cache_.triangle_boxes.data() + m.first_group;
    Box* const box = cache_.meshlet_boxes.data() + meshlet;
    if (cache_.meshlet_stamps.is_ready(meshlet, state_.epoch)) return {rows, boxes, box};
    switch (cache_.meshlet_stamps.begin(meshlet, state_.epoch)) {
      case math::LazyStamps::State::ready:
        return {rows, boxes, box};
      case math::LazyStamps::State::ours:
        deform_in_place(meshlet);
        return {rows, boxes, box};
      case math::LazyStamps::State::busy:
        break;
    }
    const auto& spare = spares_.emplace_back(std::make_unique<Spare>());
    deform(m, spare->rows, spare->boxes, spare->box);
    return {spare->rows, spare->boxes, &spare->box};
  }

  /// All meshlets, as far as no other thread is at them.
  void deform_all() {
    for (std::uint32_t m = 0; m < data_.meshlets.meshlets.size(); ++m) deform_if_new(m);
  }

  /// Also the boxes of the tree, from the bottom up; unless somebody has begun to in this pose.
  void pose_all_once() {
    if (cache_.eager_epoch.load(std::memory_order_relaxed) == state_.epoch) return;
    if (cache_.eager_epoch.exchange(state_.epoch) == state_.epoch) return;
    deform_all();
    for (std::size_t n = data_.box_tree.nodes.size(); n-- > 0;) {
      const auto node = static_cast<std::uint32_t>(n);
      if (cache_.node_stamps.begin(node, state_.epoch) != math::LazyStamps::State::ours) continue;
      if (!unite(data_.box_tree.nodes[n], cache_.node_boxes.data()[n])) {
        refit(node, cache_.node_boxes.data()[n]);
      }
      cache_.node_stamps.finish(node, state_.epoch);
    }
  }

 private:
  struct Spare {
    alignas(64) float rows[4 * bounds::kMostInMeshlet];
    Boxes8 boxes[bounds::kMostInMeshlet / 8];
    Box box;
  };

  HWY_INLINE static Box around(const Boxes8& boxes) {
    return {{wide::lowest(wide::load(boxes.low[0])), wide::lowest(wide::load(boxes.low[1])),
             wide::lowest(wide::load(boxes.low[2]))},
            {wide::highest(wide::load(boxes.high[0])), wide::highest(wide::load(boxes.high[1])),
             wide::highest(wide::load(boxes.high[2]))}};
  }

  /// The boxes of a node's children from what is below them; false when something there is not
  /// ready.
  bool unite(const BoxTree::Node& node, Boxes8& boxes) {
    for (std::size_t i = 0; i < 8; ++i) {
      const BoxTree::Link child = node.children[i];
      if (i >= node.child_count) {
        boxes.set(i, Box::empty());
      } else if (child.is_meshlet()) {
        if (!is_posed(child.meshlet())) return false;
        boxes.set(i, cache_.meshlet_boxes.data()[child.meshlet()]);
      } else {
        if (!cache_.node_stamps.is_ready(child.node(), state_.epoch)) return false;
        boxes.set(i, around(cache_.node_boxes.data()[child.node()]));
      }
    }
    stats_.boxes_refitted += node.child_count;
    return true;
  }

  void deform_if_new(std::uint32_t meshlet) {
    if (cache_.meshlet_stamps.begin(meshlet, state_.epoch) == math::LazyStamps::State::ours) {
      deform_in_place(meshlet);
    }
  }

  /// Who has begun it.
  void deform_in_place(std::uint32_t meshlet) {
    const bounds::Meshlet& m = data_.meshlets.meshlets[meshlet];
    deform(m, cache_.rows.data() + std::size_t{32} * m.first_block,
           cache_.triangle_boxes.data() + m.first_group, cache_.meshlet_boxes.data()[meshlet]);
    cache_.meshlet_stamps.finish(meshlet, state_.epoch);
  }

  /// Whether contact is likely at most children of a node, because it was in the pose before: then
  /// it pays to deform all of them, whose boxes are tight and cost less than those by joints.
  [[nodiscard]] bool expects_contact(const BoxTree::Node& node) const {
    constexpr unsigned kEnough = 5;
    unsigned count = 0;
    for (const BoxTree::Link child : std::span(node.children, node.child_count)) {
      if (!child.is_meshlet()) return false;
      count += cache_.was_touched(child.meshlet(), state_.epoch) ? 1 : 0;
    }
    return count >= kEnough;
  }

  void refit(std::uint32_t index, Boxes8& boxes) {
    const BoxTree::Node& node = data_.box_tree.nodes[index];
    if (expects_contact(node)) {
      for (const BoxTree::Link child : std::span(node.children, node.child_count)) {
        deform_if_new(child.meshlet());
      }
      if (unite(node, boxes)) return;
    }
    const auto record = data_.box_refit.record(index);
    bounds::HWY_NAMESPACE::refit_boxes(record, state_.skin, state_.box_slack, boxes);
    stats_.boxes_refitted += record.header.children;
  }

  void deform(const bounds::Meshlet& meshlet, float* rows, Boxes8* boxes, Box& box) {
    const bounds::Meshlets& all = data_.meshlets;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const wide::Eight most = wide::all(kInfinity);
    const wide::Eight least = wide::all(-kInfinity);
    wide::Points low{most, most, most};
    wide::Points high{least, least, least};
    for (std::size_t i = 0; i < meshlet.block_count; ++i) {
      const wide::Points p =
          skinning::HWY_NAMESPACE::deform_block(all.vertices, meshlet.first_block + i, state_.skin);
      wide::store_rows(p.x, p.y, p.z, wide::all(0), rows + 32 * i);
      low = {min(low.x, p.x), min(low.y, p.y), min(low.z, p.z)};
      high = {max(high.x, p.x), max(high.y, p.y), max(high.z, p.z)};
    }
    box = {{wide::lowest(low.x), wide::lowest(low.y), wide::lowest(low.z)},
           {wide::highest(high.x), wide::highest(high.y), wide::highest(high.z)}};

    for (std::size_t g = 0; g < meshlet.group_count; ++g) {
      const bounds::MeshletTriangle* const group =
          all.triangles.data() + 8 * (meshlet.first_group + g);
      const auto corner = [=](unsigned c) {
        return wide::load_rows(
            [=](std::size_t lane) { return bounds::row_of(rows, group[lane].corner[c]); });
      };
      const wide::Points a = corner(0);
      const wide::Points b = corner(1);
      const wide::Points c = corner(2);
      wide::store(min(min(a.x, b.x), c.x), boxes[g].low[0]);
      wide::store(min(min(a.y, b.y), c.y), boxes[g].low[1]);
      wide::store(min(min(a.z, b.z), c.z), boxes[g].low[2]);
      wide::store(max(max(a.x, b.x), c.x), boxes[g].high[0]);
      wide::store(max(max(a.y, b.y), c.y), boxes[g].high[1]);
      wide::store(max(max(a.z, b.z), c.z), boxes[g].high[2]);
    }
    for (std::size_t i = meshlet.triangle_count; i < std::size_t{8} * meshlet.group_count; ++i) {
      boxes[i / 8].set(i % 8, Box::empty());
    }
    stats_.vertices_deformed += meshlet.vertex_count;
    ++stats_.meshlets_deformed;
  }

  Boxes8 spare_boxes_;
  const State& state_;
  const Collider::Data& data_;
  MeshletCache& cache_;
  QueryStats& stats_;
  std::vector<std::unique_ptr<Spare>> spares_;
  std::uint32_t touched_ = 0;
};

class PairQuery {
 public:
  PairQuery(const State& a, const State& b, TriangleQueue& queue, QueryStats& stats,
            PairCache* cache)
      : a_(a, stats), b_(b, stats), queue_(queue), stats_(stats), cache_(cache) {}

  /// Descends both trees from their roots. Of two nodes whose boxes overlap, a much larger one is
  /// opened alone, else both at once: eight children against eight.
  void run() {
    if (last_hit_again()) return;
    a_.begin();
    b_.begin();
    static thread_local OpenPairs open;
    open.clear();
    open.push(1, [](Slot) { return SlotPair{kRootSlot, kRootSlot}; });
    std::size_t looked_at = 0;
    while (open.size() > 0 && !queue_.is_full()) {
      if (queue_.wants_one()) deepest_last(open.after(looked_at));
      const SlotPair pair = open.pop();
      looked_at = open.size();
      const BoxTree::Link a = a_.link(pair.a);
      const BoxTree::Link b = b_.link(pair.b);
      if (a.is_meshlet() && b.is_meshlet()) {
        meet(pair, a.meshlet(), b.meshlet());
        continue;
      }
      const Box box_a = a_.box(pair.a);
      const Box box_b = b_.box(pair.b);
      if (b.is_meshlet() || (!a.is_meshlet() && size_of(box_a) >= 2 * size_of(box_b))) {
        open.push(a_.overlaps(wide::WideBox(box_b), a.node()),
                  [&](Slot i) { return SlotPair{8 * a.node() + i, pair.b}; });
      } else if (a.is_meshlet() || size_of(box_b) >= 2 * size_of(box_a)) {
        open.push(b_.overlaps(wide::WideBox(box_a), b.node()),
                  [&](Slot j) { return SlotPair{pair.a, 8 * b.node() + j}; });
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
                    [&](Slot j) { return SlotPair{8 * a.node() + i, 8 * b.node() + j}; });
        }
      }
    }
  }

 private:
  /// Who looks for one contact looks first where boxes have most in common.
  void deepest_last(std::span<SlotPair> pairs) {
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

  /// Whether the meshlets that the cache knows are all that it takes.
  bool last_hit_again() {
    if (cache_ == nullptr || !queue_.wants_one()) return false;
    const auto [a, b] = *cache_;
    if (a >= a_.meshlets().meshlets.size() || b >= b_.meshlets().meshlets.size()) return false;
    meet_posed(a, a_.posed(a), b, b_.posed(b));
    return queue_.is_full();
  }

  /// Two meshlets whose boxes overlap.
  void meet(const SlotPair& pair, std::uint32_t a, std::uint32_t b) {
    a_.touch(a);
    b_.touch(b);
    // Posed ones have tight boxes: perhaps the other one needs no look.
    if (b_.is_posed(b) && !a_.is_posed(a) && !math::overlap(*b_.posed(b).box, a_.box(pair.a))) {
      return;
    }
    const PosedMeshlet posed_a = a_.posed(a);
    if (!b_.is_posed(b) && !math::overlap(*posed_a.box, b_.box(pair.b))) return;
    const PosedMeshlet posed_b = b_.posed(b);
    meet_posed(a, posed_a, b, posed_b);
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
    queue_.flush();  // here, or one would not know where it was found
    if (queue_.is_full()) *cache_ = {a, b};
  }

  /// The triangles of a meshlet in a pose.
  struct Patch {
    const float* vertices;
    const Boxes8* boxes;
    const bounds::MeshletTriangle* triangles;
    std::size_t groups;

    HWY_INLINE Patch(const Side& side, std::uint32_t index, const PosedMeshlet& posed)
        : vertices(posed.rows), boxes(posed.boxes) {
      const bounds::Meshlet& meshlet = side.meshlets().meshlets[index];
      triangles = side.meshlets().triangles.data() + std::size_t{8} * meshlet.first_group;
      groups = meshlet.group_count;
    }

    /// Bit i: the box shares a point with that of triangle i, counted from group `first`.
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
    const bounds::MeshletTriangle* triangles;
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

  /// One triangle of p at a time against eight of q; returns how many pairs of boxes overlap.
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
        const std::uint64_t of_q = kEightTimes * 8 * group + kSetBits.packed(hits);
        std::memcpy(found.p + count, &of_p, sizeof(of_p));
        std::memcpy(found.q + count, &of_q, sizeof(of_q));
        count += static_cast<std::size_t>(std::popcount(hits));
      }
    }
    return count;
  }

  Side a_, b_;
  TriangleQueue& queue_;
  QueryStats& stats_;
  PairCache* cache_;
};

void find_pairs(const State& a, const State& b, TriangleQueue& queue, QueryStats& stats,
                PairCache* cache) {
  PairQuery query(a, b, queue, stats, cache);
  query.run();
  queue.flush();  // while the query lives: it owns what another thread was busy with
}

void deform_all(const State& state, QueryStats& stats) {
  Side(state, stats).deform_all();
}

void pose_all_once(const State& state, QueryStats& stats) {
  Side(state, stats).pose_all_once();
}

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::query {

void find_by_meshlets(const Character::State& a, const Character::State& b, TriangleQueue& queue,
                      QueryStats& stats, PairCache* cache) {
  DERMIS_DISPATCH(best_isa(), find_pairs(a, b, queue, stats, cache));
}

void deform_all_meshlets(const Character::State& state, QueryStats& stats) {
  DERMIS_DISPATCH(best_isa(), deform_all(state, stats));
}

void pose_all_meshlets(const Character::State& state, QueryStats& stats) {
  DERMIS_DISPATCH(best_isa(), pose_all_once(state, stats));
}

}  // namespace dermis::query
#endif
