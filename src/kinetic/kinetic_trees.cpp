// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// How far a box may be off. A match whose certificate has not failed is decided rightly, but for
// the error of the time at which it fails: some roundings of numbers up to 1, below 2⁻⁴⁹. In that
// time, two vertices that are at most so fast along an axis move 2⁻⁴⁸ of it relative to each other.
// Matches at mid-time are decided by a difference with less of an error than that. Trees are
// balanced: 2²⁴ triangles make 27 levels, and two more in a triangle: less than 32 matches on the
// way from a vertex to the root come to 2⁻⁴³ of the speed.
#include "kinetic/kinetic_trees.h"

#include <algorithm>

namespace dermis::kinetic {

using Link = bounds::BoxTree::Link;

Node KineticTrees::add(const MovingMesh::State& state) {
  Body body{&state, node_count(), std::vector<Node>(state.triangles.size())};
  if (!state.tree.is_empty()) {
    const bounds::BoxTree::Node& root = state.tree.node(0);
    build(body, std::span(root.children).first(root.child_count), kNoNode);
  }
  bodies_.push_back(std::move(body));
  return bodies_.back().root;
}

/// A node over some of a wide node's children.
Node KineticTrees::build(Body& body, std::span<const Link> links, Node parent) {
  const ccd::SpaceTimeTree& tree = body.state->tree;
  while (links.size() == 1 && !links[0].is_meshlet()) {
    const bounds::BoxTree::Node& wide = tree.node(links[0].node());
    links = std::span(wide.children).first(wide.child_count);
  }
  const Node node = node_count();
  boxes_.emplace_back();
  parents_.push_back(parent);
  counts_.push_back(1);
  if (links.size() == 1) {
    const std::uint32_t triangle = tree.triangle(links[0]);
    boxes_[node].right = triangle;
    body.leaves[triangle] = node;
    return node;
  }
  const Node left = build(body, links.first(links.size() / 2), node);
  const Node right = build(body, links.subspan(links.size() / 2), node);
  boxes_[node].left = left;
  boxes_[node].right = right;
  counts_[node] = counts_[left] + counts_[right];
  return node;
}

const KineticTrees::Body& KineticTrees::body_of(Node node) const {
  return *--std::ranges::upper_bound(bodies_, node, {}, &Body::root);
}

Node KineticTrees::leaf(Node root, std::uint32_t triangle) const {
  return body_of(root).leaves[triangle];
}

void KineticTrees::take(Node node, Side side, Node winner) {
  KineticBox& box = boxes_[node];
  const KineticBox& other = boxes_[winner];
  box.from[side] = other.from[side];
  box.to[side] = other.to[side];
  box.vertex[side] = other.vertex[side];
}

void KineticTrees::take(Node node, Side side, const MovingMesh::State& state,
                        std::uint32_t vertex) {
  KineticBox& box = boxes_[node];
  const Line line = along(side, state.plans[vertex]);
  box.from[side] = line.from;
  box.to[side] = line.to;
  box.vertex[side] = vertex;
}

namespace {

/// Whether the first is ahead of the second now; if both are equal, for the rest of time.
bool is_ahead(const Line& first, const Line& second, double now) {
  const Line lead = first - second;
  const double lead_now = lead.at(now);
  return lead_now > 0 || (lead_now == 0 && lead.to >= 0);
}

}  // namespace

void KineticTrees::elect(Node node, Side side, const Body& body, double now) {
  const KineticBox& box = boxes_[node];
  if (!box.is_triangle()) {
    const bool is_left = is_ahead(boxes_[box.left].line(side), boxes_[box.right].line(side), now);
    take(node, side, is_left ? box.left : box.right);
    return;
  }
  const Triangle& corners = body.state->triangles[box.right];
  std::uint32_t best = corners[0];
  for (const std::uint32_t v : {corners[1], corners[2]}) {
    const auto& plans = body.state->plans;
    if (!is_ahead(along(side, plans[best]), along(side, plans[v]), now)) best = v;
  }
  take(node, side, *body.state, best);
}

Node KineticTrees::loser(Node node, Side side) const {
  const KineticBox& box = boxes_[node];
  return boxes_[box.left].vertex[side] == box.vertex[side] ? box.right : box.left;
}

KineticTrees::Overtaking KineticTrees::next(Node node, Side side, const MovingMesh::State& state,
                                            double now) const {
  const KineticBox& box = boxes_[node];
  Overtaking first{EventQueue::kNever, 0};
  for (const std::uint32_t v : state.triangles[box.right]) {
    const double time = overtaken(box.line(side), along(side, state.plans[v]), now);
    if (time < first.time) first = {time, v};
  }
  return first;
}

void KineticTrees::certify(Node node, Side side, const Body& body, double now,
                           EventQueue& queue) const {
  const KineticBox& box = boxes_[node];
  // Of a vertex against itself, nobody overtakes.
  const double time = box.is_triangle()
                          ? next(node, side, *body.state, now).time
                          : overtaken(box.line(side), boxes_[loser(node, side)].line(side), now);
  queue.set(kSides * node + side, time);
}

void KineticTrees::elect(double now, EventQueue& queue) {
  event_limit_ = 0;
  for (const Body& body : bodies_) {
    const auto count = static_cast<Node>(body.leaves.empty() ? 0 : 2 * body.leaves.size() - 1);
    for (Node node = body.root + count; node-- > body.root;) {
      for (Side side = 0; side < kSides; ++side) {
        elect(node, side, body, now);
        certify(node, side, body, now, queue);
      }
      event_limit_ += kSides * (3 * std::uint64_t{counts_[node]} - 1);
    }
  }
}

void KineticTrees::fail(std::uint32_t certificate, double now, EventQueue& queue,
                        std::vector<Change>& changes) {
  Node node = certificate / kSides;
  const Side side = certificate % kSides;
  const Body& body = body_of(node);
  const std::uint32_t before = boxes_[node].vertex[side];
  if (boxes_[node].is_triangle()) {
    take(node, side, *body.state, next(node, side, *body.state, now).vertex);
  } else {
    take(node, side, loser(node, side));
  }
  for (;;) {
    changes.push_back({node, side});
    certify(node, side, body, now, queue);
    const Node parent = parents_[node];
    if (parent == kNoNode) return;
    const KineticBox& above = boxes_[parent];
    const Node sibling = above.left == node ? above.right : above.left;
    // The new winner is no farther out than the one before, at this time: it inherits all matches
    // that this one had won, unless it is there through the sibling, too.
    if (above.vertex[side] != before || boxes_[sibling].vertex[side] == before) {
      certify(parent, side, body, now, queue);
      return;
    }
    take(parent, side, node);
    node = parent;
  }
}

void KineticTrees::replan(Node root, std::uint32_t vertex, double now, EventQueue& queue,
                          std::vector<Change>& changes) {
  const Body& body = body_of(root);
  for (const std::uint32_t triangle : body.state->triangles_at(vertex)) {
    unsigned open = (1U << kSides) - 1;
    for (Node node = body.leaves[triangle]; node != kNoNode && open != 0; node = parents_[node]) {
      for (Side side = 0; side < kSides; ++side) {
        if ((open >> side & 1U) == 0) continue;
        const std::uint32_t before = boxes_[node].vertex[side];
        elect(node, side, body, now);
        certify(node, side, body, now, queue);
        const std::uint32_t after = boxes_[node].vertex[side];
        if (after != before || after == vertex) {
          changes.push_back({node, side});
        } else {
          open &= ~(1U << side);
        }
      }
      event_limit_ += kSides * 3 * std::uint64_t{counts_[node]};
    }
  }
}

bool KineticTrees::are_valid(double now, double error) const {
  for (const Body& body : bodies_) {
    for (std::uint32_t t = 0; t < body.leaves.size(); ++t) {
      for (const std::uint32_t v : body.state->triangles[t]) {
        for (Side side = 0; side < kSides; ++side) {
          const Line line = along(side, body.state->plans[v]);
          for (Node node = body.leaves[t]; node != kNoNode; node = parents_[node]) {
            if ((line - boxes_[node].line(side)).at(now) > error) return false;
          }
        }
      }
    }
  }
  return true;
}

std::size_t KineticTrees::byte_count() const {
  const auto bytes = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
  std::size_t result = bytes(boxes_) + bytes(parents_) + bytes(counts_);
  for (const Body& body : bodies_) result += bytes(body.leaves);
  return result;
}

}  // namespace dermis::kinetic
