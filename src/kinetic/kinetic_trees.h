// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ccd/moving_mesh_state.h"
#include "kinetic/event_queue.h"
#include "kinetic/line.h"

namespace dermis::kinetic {

/// A side of a box: 2 · axis is where it is highest, 2 · axis + 1 where it is lowest. Coordinates
/// are negative there, so that all six are about what is largest.
using Side = std::uint32_t;
inline constexpr Side kSides = 6;
inline Side opposite(Side side) {
  return side ^ 1U;
}
inline Line along(Side side, const MovingPoint& plan) {
  const double sign = side % 2 == 0 ? 1 : -1;
  return {sign * plan.from[side / 2], sign * plan.to[side / 2]};
}

using Node = std::uint32_t;
inline constexpr Node kNoNode = ~0U;

/// A box that moves, made of one vertex for each side, and with it for as long as that vertex is
/// farther out than all others.
struct KineticBox {
  double from[kSides], to[kSides];
  std::uint32_t vertex[kSides];
  Node left = kNoNode;      ///< none: a triangle
  std::uint32_t right = 0;  ///< a node, or the triangle

  [[nodiscard]] bool is_triangle() const { return left == kNoNode; }
  [[nodiscard]] Line line(Side side) const { return {from[side], to[side]}; }
};

/// Binary trees of boxes around the triangles of moving meshes, which stay valid while time goes
/// on: each side of each box is a match between the same side of both boxes below, or between three
/// corners, and has a certificate that fails when another vertex overtakes.
///
/// When a match is decided again, its winner's place at the end of time is farther out than that of
/// the winner before. So a side changes less often than there are vertices below it, and all of
/// this ends: event_limit().
class KineticTrees {
 public:
  /// Returns its root. `state` must outlive it and stay where it is.
  Node add(const MovingMesh::State& state);

  /// There are six certificates for each node, numbered from 6 · node on.
  [[nodiscard]] std::uint32_t certificate_count() const {
    return kSides * static_cast<std::uint32_t>(boxes_.size());
  }
  [[nodiscard]] const KineticBox& box(Node node) const { return boxes_[node]; }
  [[nodiscard]] std::uint32_t node_count() const {
    return static_cast<std::uint32_t>(boxes_.size());
  }
  [[nodiscard]] std::uint32_t triangle_count(Node node) const { return counts_[node]; }
  [[nodiscard]] Node parent(Node node) const { return parents_[node]; }
  /// The box around a triangle of the mesh with this root.
  [[nodiscard]] Node leaf(Node root, std::uint32_t triangle) const;

  /// Decides all matches from the plans as they are.
  void elect(double now, EventQueue& queue);

  /// A side of a box that is made by another vertex, or by one with another plan.
  struct Change {
    Node node;
    Side side;
    friend auto operator<=>(const Change&, const Change&) = default;
  };
  /// After a certificate failed: the other side wins, whatever rounding says. Appends what changes.
  void fail(std::uint32_t certificate, double now, EventQueue& queue, std::vector<Change>& changes);
  /// After a vertex got another plan. Appends what changes, some of it repeatedly.
  void replan(Node root, std::uint32_t vertex, double now, EventQueue& queue,
              std::vector<Change>& changes);

  /// More events than there can be, of all matches since elect(), whatever the plans.
  [[nodiscard]] std::uint64_t event_limit() const { return event_limit_; }
  /// How far a box may be from what is in it, where nothing is faster than that along an axis:
  /// each match is late by an error of times.
  static double error(double speed) { return 0x1p-42 * speed; }
  /// Whether all boxes hold what is below them now, but for that error.
  [[nodiscard]] bool are_valid(double now, double error) const;

  [[nodiscard]] std::size_t byte_count() const;

 private:
  struct Body {
    const MovingMesh::State* state;
    Node root;
    std::vector<Node> leaves;  ///< of triangles
  };
  [[nodiscard]] const Body& body_of(Node node) const;
  Node build(Body& body, std::span<const bounds::BoxTree::Link> links, Node parent);

  void take(Node node, Side side, Node winner);
  void take(Node node, Side side, const MovingMesh::State& state, std::uint32_t vertex);
  void elect(Node node, Side side, const Body& body, double now);
  /// Who overtakes in a triangle, and when.
  struct Overtaking {
    double time;
    std::uint32_t vertex;
  };
  [[nodiscard]] Overtaking next(Node node, Side side, const MovingMesh::State& state,
                                double now) const;
  [[nodiscard]] Node loser(Node node, Side side) const;
  void certify(Node node, Side side, const Body& body, double now, EventQueue& queue) const;

  std::vector<KineticBox> boxes_;  ///< parents before children
  std::vector<Node> parents_;
  std::vector<std::uint32_t> counts_;
  std::vector<Body> bodies_;
  std::uint64_t event_limit_ = 0;
};

}  // namespace dermis::kinetic
