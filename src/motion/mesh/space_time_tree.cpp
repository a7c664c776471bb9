// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "motion/mesh/space_time_tree.h"

#include <algorithm>
#include <cassert>

#include "math/four.h"

namespace dermis::motion {

namespace {

using math::Box;
using math::Boxes8;
using math::Four;

/// Rows are rounded to nearest, so boxes are widened by this share of their coordinates.
constexpr float kWider = 0x1p-22F;

Four absolute(const Four& a) {
  return math::max(a, -a);
}

struct Bounds {
  Four low, high;
};

/// The box around three rows.
Bounds around(const float* p, const float* q, const float* r) {
  const Four a = math::load(p);
  const Four b = math::load(q);
  const Four c = math::load(r);
  return {math::min(math::min(a, b), c), math::max(math::max(a, b), c)};
}

/// Covers the rounding of sums with the radius.
float widened(float radius) {
  return radius * (1 + kWider);
}

void set_wider(Boxes8& boxes, unsigned lane, const Bounds& box, float slack = 0) {
  const Four low = box.low - kWider * absolute(box.low) - (slack + 1e-37F);
  const Four high = box.high + kWider * absolute(box.high) + (slack + 1e-37F);
  for (int axis = 0; axis < 3; ++axis) {
    boxes.low[axis][lane] = low[axis];
    boxes.high[axis][lane] = high[axis];
  }
}

/// Sets a box to the union of all eight children.
void set_union(Boxes8& boxes, unsigned lane, const Boxes8& children) {
  for (int axis = 0; axis < 3; ++axis) {
    const float* const low = children.low[axis];
    const float* const high = children.high[axis];
    boxes.low[axis][lane] = math::lowest(math::min(math::load(low), math::load(low + 4)));
    boxes.high[axis][lane] = math::highest(math::max(math::load(high), math::load(high + 4)));
  }
}

Box box_at_rest(const Triangle& triangle, std::span<const Point> places) {
  Box box = Box::empty();
  for (const std::uint32_t v : triangle) {
    const Point& p = places[v];
    box.include(Vec3{static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])});
  }
  return box;
}

}  // namespace

SpaceTimeTree::SpaceTimeTree(std::span<const Triangle> triangles, std::span<const Point> at_rest) {
  std::vector<Box> boxes;
  boxes.reserve(triangles.size());
  for (const Triangle& triangle : triangles) boxes.push_back(box_at_rest(triangle, at_rest));
  tree_ =
      collider::build_box_tree(collider::BoxSplit({std::move(boxes)}), triangles.size(), order_);
  parents_.resize(tree_.nodes.size());
  slots_.resize(triangles.size());
  for (std::uint32_t n = 0; n < tree_.nodes.size(); ++n) {
    for (std::uint32_t i = 0; i < tree_.nodes[n].child_count; ++i) {
      const collider::BoxTree::Link link = tree_.nodes[n].children[i];
      if (link.is_meshlet()) {
        slots_[order_[link.meshlet()]] = 8 * n + i;
      } else {
        parents_[link.node()] = 8 * n + i;
      }
    }
  }
  corners_.reserve(triangles.size());
  for (const std::uint32_t t : order_) corners_.push_back(triangles[t]);
  MovingBoxes8 none;
  for (std::size_t lane = 0; lane < 8; ++lane) {
    none.from.set(lane, Box::empty());
    none.to.set(lane, Box::empty());
    none.swept.set(lane, Box::empty());
  }
  boxes_.assign(tree_.nodes.size(), none);
  if (!is_empty()) cut({0, static_cast<std::uint32_t>(tree_.nodes.size())});
}

void SpaceTimeTree::cut(const Subtree& subtree) {
  constexpr std::uint32_t kMostNodes = 128;
  if (subtree.end - subtree.begin <= kMostNodes) {
    parts_.push_back(subtree);
    return;
  }
  std::uint32_t end = subtree.end;
  for (std::uint32_t i = node(subtree.begin).child_count; i-- > 0;) {
    const collider::BoxTree::Link link = node(subtree.begin).children[i];
    if (link.is_meshlet()) continue;
    cut({link.node(), end});
    end = link.node();
  }
  above_.push_back(subtree.begin);
}

void SpaceTimeTree::refit_leaf(Slot slot, const VertexRows& rows, Radii radii) {
  const Triangle& corners = corners_[link(slot).meshlet()];
  const auto& [p, q, r] = corners;
  const float slack = widened(radius_of(corners, radii));
  MovingBoxes8& boxes = boxes_[slot / 8];
  set_wider(boxes.from, slot % 8, around(rows.from(p), rows.from(q), rows.from(r)), slack);
  set_wider(boxes.to, slot % 8, around(rows.to(p), rows.to(q), rows.to(r)), slack);
}

void SpaceTimeTree::sweep(std::uint32_t node) {
  auto& [from, to, swept] = boxes_[node];
  for (int axis = 0; axis < 3; ++axis) {
    for (int lane = 0; lane < 8; ++lane) {
      swept.low[axis][lane] = std::min(from.low[axis][lane], to.low[axis][lane]);
      swept.high[axis][lane] = std::max(from.high[axis][lane], to.high[axis][lane]);
    }
  }
}

void SpaceTimeTree::refit_parent(std::uint32_t node) {
  MovingBoxes8& boxes = boxes_[parents_[node] / 8];
  set_union(boxes.from, parents_[node] % 8, boxes_[node].from);
  set_union(boxes.to, parents_[node] % 8, boxes_[node].to);
}

void SpaceTimeTree::refit(const VertexRows& rows, Radii radii) {
  base::parallel_for(parts_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      // Parents come before their children.
      for (std::uint32_t n = parts_[i].end; n-- > parts_[i].begin;) refit_node(n, rows, radii);
    }
  });
  for (const std::uint32_t n : above_) refit_node(n, rows, radii);
}

void SpaceTimeTree::refit_node(std::uint32_t node, const VertexRows& rows, Radii radii) {
  for (std::uint32_t i = 0; i < tree_.nodes[node].child_count; ++i) {
    if (tree_.nodes[node].children[i].is_meshlet()) refit_leaf(8 * node + i, rows, radii);
  }
  sweep(node);
  if (node > 0) refit_parent(node);
}

void SpaceTimeTree::refit(const VertexRows& rows, Radii radii,
                          std::span<const std::uint32_t> triangles) {
  for (const std::uint32_t t : triangles) {
    refit_leaf(slots_[t], rows, radii);
    sweep(slots_[t] / 8);
    for (std::uint32_t n = slots_[t] / 8; n > 0; n = parents_[n] / 8) {
      refit_parent(n);
      sweep(parents_[n] / 8);
    }
  }
}

void SpaceTimeTree::sweep(const VertexRows& rows, Radii radii, float slack,
                          std::vector<Boxes8>& boxes) const {
  assert(boxes.empty() || boxes.size() == tree_.nodes.size());
  if (boxes.size() != tree_.nodes.size()) {
    Boxes8 none;
    for (std::size_t lane = 0; lane < 8; ++lane) none.set(lane, Box::empty());
    boxes.assign(tree_.nodes.size(), none);
  }
  for (auto n = static_cast<std::uint32_t>(tree_.nodes.size()); n-- > 0;) {
    for (std::uint32_t i = 0; i < tree_.nodes[n].child_count; ++i) {
      if (!tree_.nodes[n].children[i].is_meshlet()) continue;
      const Triangle& corners = corners_[tree_.nodes[n].children[i].meshlet()];
      const auto& [p, q, r] = corners;
      const Bounds first = around(rows.from(p), rows.from(q), rows.from(r));
      const Bounds last = around(rows.to(p), rows.to(q), rows.to(r));
      set_wider(boxes[n], i, {math::min(first.low, last.low), math::max(first.high, last.high)},
                slack + widened(radius_of(corners, radii)));
    }
    if (n > 0) set_union(boxes[parents_[n] / 8], parents_[n] % 8, boxes[n]);
  }
}

std::span<const std::uint32_t> SpaceTimeTree::triangles(collider::BoxTree::Link link) const {
  // The triangles below a link are contiguous in order_.
  const auto down = [&](collider::BoxTree::Link at, auto&& child) {
    while (!at.is_meshlet()) at = node(at.node()).children[child(node(at.node()).child_count)];
    return at.meshlet();
  };
  const auto first = down(link, [](std::uint32_t) { return 0U; });
  const auto last = down(link, [](std::uint32_t count) { return count - 1; });
  return std::span(order_).subspan(first, last + 1 - first);
}

std::size_t SpaceTimeTree::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return bytes(tree_.nodes) + bytes(order_) + bytes(corners_) + bytes(parents_) + bytes(slots_) +
         bytes(parts_) + bytes(above_) + bytes(boxes_);
}

}  // namespace dermis::motion
