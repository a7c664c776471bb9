// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_QUERY_POSED_TREE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_QUERY_POSED_TREE_INL_H
#undef DERMIS_QUERY_POSED_TREE_INL_H
#else
#define DERMIS_QUERY_POSED_TREE_INL_H
#endif

#include <cassert>
#include <memory>
#include <span>
#include <vector>

#include "collider/refit_node-inl.h"
#include "dermis/base/query_stats.h"
#include "math/eight-inl.h"
#include "query/character_state.h"
#include "query/deform_meshlet-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using collider::BoxTree;
using math::Box;
using math::Boxes8;
using State = Character::State;

/// A node or a meshlet of a box tree: child `slot` % 8 of node `slot` / 8, which stores its box.
using Slot = std::uint32_t;
inline constexpr Slot kRootSlot = kNone;

/// One character of a query. A source that uses it is compiled once per instruction set: list it in
/// dermis_compile_alone() of its CMakeLists.txt. Boxes and meshlets are computed when a query first
/// needs them in this pose.
class PosedTree {
 public:
  PosedTree(const State& state, QueryStats& stats)
      : state_(state), data_(*state.data), cache_(state.meshlets()), stats_(stats) {}

  ~PosedTree() { cache_.touched_count.fetch_add(touched_, std::memory_order_relaxed); }
  PosedTree(const PosedTree&) = delete;
  PosedTree& operator=(const PosedTree&) = delete;

  [[nodiscard]] const collider::Meshlets& meshlets() const { return data_.meshlets; }

  /// Poses everything if most of it is likely to be needed.
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

  /// Bit i: `box` shares a point with the box of the node's child i. The mask is necessary: unused
  /// children have empty boxes, but an infinite box overlaps even these.
  HWY_INLINE unsigned overlaps(const wide::WideBox& box, std::uint32_t node) {
    stats_.box_tests += 8;
    return wide::overlaps(box, boxes(node)) & ((1U << data_.box_tree.nodes[node].child_count) - 1);
  }

  /// The boxes of a node's children.
  HWY_INLINE const Boxes8& boxes(std::uint32_t node) {
    Boxes8& boxes = cache_.node_boxes.data()[node];
    if (cache_.node_stamps.is_ready(node, state_.epoch)) return boxes;
    switch (cache_.node_stamps.begin(node, state_.epoch)) {
      case base::LazyStamps::State::ready:
        return boxes;
      case base::LazyStamps::State::ours:
        refit(node, boxes);
        cache_.node_stamps.finish(node, state_.epoch);
        return boxes;
      case base::LazyStamps::State::busy:
        break;
    }
    refit(node, spare_boxes_);
    return spare_boxes_;
  }

  [[nodiscard]] bool is_posed(std::uint32_t meshlet) const {
    return cache_.meshlet_stamps.is_ready(meshlet, state_.epoch);
  }

  HWY_INLINE PosedMeshlet posed(std::uint32_t meshlet) {
    const collider::Meshlet& m = data_.meshlets.meshlets[meshlet];
    float* const rows = cache_.rows.data() + std::size_t{32} * m.first_block;
    Boxes8* const boxes = cache_.triangle_boxes.data() + m.first_group;
    Box* const box = cache_.meshlet_boxes.data() + meshlet;
    if (cache_.meshlet_stamps.is_ready(meshlet, state_.epoch)) return {rows, boxes, box};
    switch (cache_.meshlet_stamps.begin(meshlet, state_.epoch)) {
      case base::LazyStamps::State::ready:
        return {rows, boxes, box};
      case base::LazyStamps::State::ours:
        deform_in_place(meshlet);
        return {rows, boxes, box};
      case base::LazyStamps::State::busy:
        break;
    }
    const auto& spare = spares_.emplace_back(std::make_unique<Spare>());
    deform(m, spare->rows, spare->boxes, spare->box);
    return {spare->rows, spare->boxes, &spare->box};
  }

  /// Deforms all meshlets, except those that another thread is deforming.
  void deform_all() {
    for (std::uint32_t m = 0; m < data_.meshlets.meshlets.size(); ++m) deform_if_new(m);
  }

  /// Deforms all meshlets and refits all boxes of the tree from the leaves up. Does nothing if a
  /// thread has begun this in the present pose.
  void pose_all_once() {
    if (cache_.eager_epoch.load(std::memory_order_relaxed) == state_.epoch) return;
    if (cache_.eager_epoch.exchange(state_.epoch) == state_.epoch) return;
    deform_all();
    for (std::size_t n = data_.box_tree.nodes.size(); n-- > 0;) {
      const auto node = static_cast<std::uint32_t>(n);
      if (cache_.node_stamps.begin(node, state_.epoch) != base::LazyStamps::State::ours) continue;
      if (!unite(data_.box_tree.nodes[n], cache_.node_boxes.data()[n])) {
        refit(node, cache_.node_boxes.data()[n]);
      }
      cache_.node_stamps.finish(node, state_.epoch);
    }
  }

 private:
  struct Spare {
    alignas(64) float rows[4 * collider::kMostInMeshlet];
    Boxes8 boxes[collider::kMostInMeshlet / 8];
    Box box;
  };

  HWY_INLINE static Box around(const Boxes8& boxes) {
    return {{wide::lowest(wide::load(boxes.low[0])), wide::lowest(wide::load(boxes.low[1])),
             wide::lowest(wide::load(boxes.low[2]))},
            {wide::highest(wide::load(boxes.high[0])), wide::highest(wide::load(boxes.high[1])),
             wide::highest(wide::load(boxes.high[2]))}};
  }

  /// Computes the boxes of a node's children from the boxes below them. Returns false if one of
  /// these is not ready.
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
    if (cache_.meshlet_stamps.begin(meshlet, state_.epoch) == base::LazyStamps::State::ours) {
      deform_in_place(meshlet);
    }
  }

  /// For the thread to which `meshlet_stamps` gave the meshlet; asserts that nobody finished it.
  void deform_in_place(std::uint32_t meshlet) {
    assert(!cache_.meshlet_stamps.is_ready(meshlet, state_.epoch));
    const collider::Meshlet& m = data_.meshlets.meshlets[meshlet];
    deform(m, cache_.rows.data() + std::size_t{32} * m.first_block,
           cache_.triangle_boxes.data() + m.first_group, cache_.meshlet_boxes.data()[meshlet]);
    cache_.meshlet_stamps.finish(meshlet, state_.epoch);
  }

  /// Whether queries used at least six of the node's meshlets, in this pose or the one before.
  /// Contact is likely there again, so it pays to deform all of them: their boxes are tight, and
  /// cost less than boxes refitted from joints.
  [[nodiscard]] bool expects_contact(const BoxTree::Node& node) const {
    constexpr unsigned kEnough = 6;
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
    collider::HWY_NAMESPACE::refit_boxes(record, state_.skin, state_.box_slack, boxes);
    stats_.boxes_refitted += record.header.children;
  }

  void deform(const collider::Meshlet& meshlet, float* rows, Boxes8* boxes, Box& box) {
    deform_meshlet(data_.meshlets, meshlet, state_.skin, rows, boxes, box);
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

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
