// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Error bound of a box. A match whose certificate has not failed is decided correctly, up to the
// error of the time at which it fails: some roundings of numbers up to 1, below 2⁻⁴⁹. In that time,
// two vertices move relative to each other by at most 2⁻⁴⁸ of their largest speed along an axis. A
// winner that inherits a match from the previous winner also inherits its error. Each winner is
// faster than the previous one, so all errors of a match together are no larger than that. A match
// at mid-time is decided by a difference with a smaller error than that. Trees are balanced: 2²⁴
// triangles make 27 levels, and a triangle has two more. Fewer than 32 matches on the way from a
// vertex to the root add up to 2⁻⁴³ of the speed.
#include "kinetic/kinetic_trees.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace dermis::kinetic {

using Link = collider::BoxTree::Link;

void KineticTrees::add(const MovingMesh::State& state) {
  Body body{&state, state.triangles.empty() ? kNone : node_count(),
            std::vector<BoxId>(state.triangles.size())};
  if (!state.tree.is_empty()) {
    const collider::BoxTree::Node& root = state.tree.node(0);
    build(body, std::span(root.children).first(root.child_count), kNone);
  }
  bodies_.push_back(std::move(body));
}

/// Builds a node over some of the children of a wide node.
BoxId KineticTrees::build(Body& body, std::span<const Link> links, BoxId parent) {
  const motion::SpaceTimeTree& tree = body.state->tree;
  while (links.size() == 1 && !links[0].is_meshlet()) {
    const collider::BoxTree::Node& wide = tree.node(links[0].node());
    links = std::span(wide.children).first(wide.child_count);
  }
  const BoxId node = node_count();
  boxes_.emplace_back();
  parents_.push_back(parent);
  counts_.push_back(1);
  if (links.size() == 1) {
    const std::uint32_t triangle = tree.triangle(links[0]);
    boxes_[node].right = triangle;
    body.leaves[triangle] = node;
    return node;
  }
  const BoxId left = build(body, links.first(links.size() / 2), node);
  const BoxId right = build(body, links.subspan(links.size() / 2), node);
  boxes_[node].left = left;
  boxes_[node].right = right;
  counts_[node] = counts_[left] + counts_[right];
  return node;
}

const KineticTrees::Body& KineticTrees::body_of(BoxId node) const {
  std::size_t body = bodies_.size() - 1;
  while (bodies_[body].root > node) --body;  // kNone is larger, too
  return bodies_[body];
}

void KineticTrees::take(BoxId node, Side side, BoxId winner) {
  KineticBox& box = boxes_[node];
  const KineticBox& other = boxes_[winner];
  box.from[side] = other.from[side];
  box.to[side] = other.to[side];
  box.vertex[side] = other.vertex[side];
}

void KineticTrees::take(BoxId node, Side side, const Line& line, std::uint32_t vertex) {
  KineticBox& box = boxes_[node];
  box.from[side] = line.from;
  box.to[side] = line.to;
  box.vertex[side] = vertex;
}

namespace {

/// The line of a corner of a triangle, moved out by the largest radius of all three corners. The
/// radius is rounded up: it is more than the one in first_touch(), and covers the rounding of sums
/// with it.
Line corner_line(Side side, const MovingMesh::State& state, std::uint32_t triangle,
                 std::uint32_t vertex) {
  const Line line = along(side, state.plans[vertex]);
  if (!state.has_radii()) return line;
  const double radius = (1 + 0x1p-38) * motion::radius_of(state.triangles[triangle], state.radii) +
                        0x1p-48 * std::max(std::abs(line.from), std::abs(line.to));
  return {line.from + radius, line.to + radius};
}

/// The largest speed along an axis.
double speed_of(const MovingPoint& plan) {
  double speed = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    speed = std::max(speed, std::abs(plan.to[axis] - plan.from[axis]));
  }
  return speed;
}

/// Whether `first` is ahead of `second` now; if both are equal now, whether it is not behind at the
/// end.
bool is_ahead(const Line& first, const Line& second, double now) {
  const Line lead = first - second;
  const double lead_now = lead.at(now);
  return lead_now > 0 || (lead_now == 0 && lead.to >= 0);
}

}  // namespace

void KineticTrees::elect(BoxId node, Side side, const Body& body, double now) {
  const KineticBox& box = boxes_[node];
  if (!box.is_triangle()) {
    const bool is_left = is_ahead(boxes_[box.left].line(side), boxes_[box.right].line(side), now);
    take(node, side, is_left ? box.left : box.right);
    return;
  }
  const Triangle& corners = body.state->triangles[box.right];
  const auto line = [&](std::uint32_t v) { return corner_line(side, *body.state, box.right, v); };
  std::uint32_t best = corners[0];
  for (const std::uint32_t v : {corners[1], corners[2]}) {
    if (!is_ahead(line(best), line(v), now)) best = v;
  }
  take(node, side, line(best), best);
}

BoxId KineticTrees::loser(BoxId node, Side side) const {
  const KineticBox& box = boxes_[node];
  return boxes_[box.left].vertex[side] == box.vertex[side] ? box.right : box.left;
}

KineticTrees::Overtaking KineticTrees::next(BoxId node, Side side, const MovingMesh::State& state,
                                            double now) const {
  const KineticBox& box = boxes_[node];
  Overtaking first{CertificateQueue::kNever, 0};
  for (const std::uint32_t v : state.triangles[box.right]) {
    const double time = overtaken(box.line(side), corner_line(side, state, box.right, v), now);
    if (time < first.time) first = {time, v};
  }
  return first;
}

/// The time at which a match will be decided again.
double KineticTrees::fails(BoxId node, Side side, const Body& body, double now) const {
  const KineticBox& box = boxes_[node];
  if (box.is_triangle()) return next(node, side, *body.state, now).time;
  // If both children have the same vertex, neither overtakes.
  return overtaken(box.line(side), boxes_[loser(node, side)].line(side), now);
}

void KineticTrees::certify(BoxId node, Side side, const Body& body, double now,
                           CertificateQueue& queue) const {
  queue.set(kSides * node + side, fails(node, side, body, now));
}

void KineticTrees::elect(double now, CertificateQueue& queue) {
  assert(queue.is_empty());
  event_limit_ = 0;
  for (const Body& body : bodies_) {
    const auto count = static_cast<BoxId>(body.leaves.empty() ? 0 : 2 * body.leaves.size() - 1);
    for (BoxId node = body.root + count; node-- > body.root;) {
      for (Side side = 0; side < kSides; ++side) {
        elect(node, side, body, now);
        const double time = fails(node, side, body, now);
        if (time != CertificateQueue::kNever) queue.set(kSides * node + side, time);
      }
      KineticBox& box = boxes_[node];
      if (box.is_triangle()) {
        box.speed = 0;
        for (const std::uint32_t v : body.state->triangles[box.right]) {
          box.speed = std::max(box.speed, speed_of(body.state->plans[v]));
        }
      } else {
        box.speed = std::max(boxes_[box.left].speed, boxes_[box.right].speed);
      }
      set_last(node, body);
      event_limit_ += kSides * (3 * std::uint64_t{counts_[node]} - 1);
    }
  }
}

void KineticTrees::fail(std::uint32_t certificate, double now, CertificateQueue& queue,
                        std::vector<Change>& changes) {
  BoxId node = certificate / kSides;
  const Side side = certificate % kSides;
  const Body& body = body_of(node);
  const std::uint32_t before = boxes_[node].vertex[side];
  if (boxes_[node].is_triangle()) {
    const std::uint32_t vertex = next(node, side, *body.state, now).vertex;
    take(node, side, corner_line(side, *body.state, boxes_[node].right, vertex), vertex);
  } else {
    take(node, side, loser(node, side));
  }
  for (;;) {
    changes.push_back({node, side});
    certify(node, side, body, now, queue);
    const BoxId parent = parents_[node];
    if (parent == kNone) return;
    const KineticBox& above = boxes_[parent];
    const BoxId sibling = above.left == node ? above.right : above.left;
    // At this time, the new winner is no farther out than the previous one. So it inherits all
    // matches that the previous one had won, unless that one is also there through the sibling.
    if (above.vertex[side] != before || boxes_[sibling].vertex[side] == before) {
      certify(parent, side, body, now, queue);
      return;
    }
    take(parent, side, node);
    node = parent;
  }
}

void KineticTrees::replan(std::uint32_t body_number, std::uint32_t vertex, double now,
                          CertificateQueue& queue, std::vector<Change>& changes) {
  const Body& body = bodies_[body_number];
  const double speed = speed_of(body.state->plans[vertex]);
  for (const std::uint32_t triangle : body.state->triangles_at(vertex)) {
    raise_speed(body.leaves[triangle], speed, changes);
    unsigned open = (1U << kSides) - 1;
    LastChange last = LastChange::other;
    for (BoxId node = body.leaves[triangle];
         node != kNone && (open != 0 || last != LastChange::none); node = parents_[node]) {
      bool has_grown = false;
      for (Side side = 0; side < kSides; ++side) {
        if ((open >> side & 1U) == 0) continue;
        const KineticBox& box = boxes_[node];
        const std::uint32_t before = box.vertex[side];
        const Line line = box.line(side);
        elect(node, side, body, now);
        certify(node, side, body, now, queue);
        if (box.vertex[side] != before || box.vertex[side] == vertex) {
          changes.push_back({node, side});
          has_grown = has_grown || (box.line(side) - line).at(now) > 0;
        } else {
          open &= ~(1U << side);
        }
      }
      last = set_last(node, body);
      if (has_grown || last == LastChange::farther) changes.push_back({node, kSettled});
      event_limit_ += std::uint64_t{kSides} * 3 * counts_[node];
    }
    // Above these nodes, the vertex may win once more than before.
    constexpr std::uint64_t kMostLevels = 64;
    event_limit_ += kSides * kMostLevels;
  }
}

/// Sets the farthest positions at the end of all vertices below.
KineticTrees::LastChange KineticTrees::set_last(BoxId node, const Body& body) {
  KineticBox& box = boxes_[node];
  auto change = LastChange::none;
  for (Side side = 0; side < kSides; ++side) {
    double last = box.to[side];
    if (box.is_triangle()) {
      for (const std::uint32_t v : body.state->triangles[box.right]) {
        last = std::max(last, corner_line(side, *body.state, box.right, v).to);
      }
    } else {
      last = std::max(boxes_[box.left].last[side], boxes_[box.right].last[side]);
    }
    if (last > box.last[side]) change = LastChange::farther;
    if (last < box.last[side] && change == LastChange::none) change = LastChange::other;
    box.last[side] = last;
  }
  return change;
}

/// Raises the speed of a box and of all boxes above it. The error of a box grows with its speed, so
/// all pairs of the box must be tested again. The speed is set to twice the needed value, so that
/// this happens rarely.
void KineticTrees::raise_speed(BoxId node, double speed, std::vector<Change>& changes) {
  // Always goes up to the root: a box that was raised to twice the speed may be below one that was
  // not.
  for (; node != kNone; node = parents_[node]) {
    if (boxes_[node].speed >= speed) continue;
    boxes_[node].speed = 2 * speed;
    for (Side side = 0; side < kSides; ++side) changes.push_back({node, side});
    changes.push_back({node, kSettled});
  }
}

bool KineticTrees::are_valid(double now) const {
  for (const Body& body : bodies_) {
    for (std::uint32_t t = 0; t < body.leaves.size(); ++t) {
      for (const std::uint32_t v : body.state->triangles[t]) {
        for (Side side = 0; side < kSides; ++side) {
          const Line line = corner_line(side, *body.state, t, v);
          for (BoxId node = body.leaves[t]; node != kNone; node = parents_[node]) {
            if ((line - boxes_[node].line(side)).at(now) > boxes_[node].error()) return false;
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
