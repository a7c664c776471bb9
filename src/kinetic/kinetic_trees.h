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
/// In place of the side on which two boxes are apart: none; or one or the other, whatever vertices
/// make their sides until the end of time.
inline constexpr Side kOverlap = 6, kSettled = 7;
inline Side opposite(Side side) {
  return side ^ 1U;
}
/// How far out a vertex is there.
inline Line along(Side side, const MovingPoint& plan) {
  const double sign = side % 2 == 0 ? 1 : -1;
  return {sign * plan.from[side / 2], sign * plan.to[side / 2]};
}

using BoxId = std::uint32_t;
inline constexpr BoxId kNoBox = ~0U;

/// A box that moves, made of one vertex for each side, and with it for as long as that vertex is
/// farther out than all others. What pairs look at first comes first.
struct KineticBox {
  double from[kSides];  ///< at time 0
  double speed = 0;     ///< along an axis, nothing below is faster
  double last[kSides];  ///< at time 1, of all that is below
  double to[kSides];    ///< at time 1
  std::uint32_t vertex[kSides];
  BoxId left = kNoBox;      ///< none: a triangle
  std::uint32_t right = 0;  ///< a node, or the triangle

  [[nodiscard]] bool is_triangle() const { return left == kNoBox; }
  [[nodiscard]] Line line(Side side) const { return {from[side], to[side]}; }
  /// How far what is in it may be outside: each match is late by an error of times.
  [[nodiscard]] double error() const { return 0x1p-42 * speed; }
};

/// Binary trees of boxes around the triangles of moving meshes, which stay valid while time goes
/// on: each side of each box is a match between the same side of both boxes below, or between three
/// corners, and has a certificate that fails when another vertex overtakes.
///
/// When a match is decided again, its winner's place at the end of time is farther out than that of
/// the winner before. So a side changes less often than there are vertices below it, and once more
/// for each of these that gets another plan; all of this ends: event_limit().
class KineticTrees {
 public:
  /// Bodies are numbered in the order in which they are added. `state` must outlive it and stay
  /// where it is.
  void add(const MovingMesh::State& state);
  /// None of a body without triangles.
  [[nodiscard]] BoxId root(std::uint32_t body) const { return bodies_[body].root; }

  /// There are six certificates for each node, numbered from 6 · node on.
  [[nodiscard]] std::uint32_t certificate_count() const {
    return kSides * static_cast<std::uint32_t>(boxes_.size());
  }
  [[nodiscard]] const KineticBox& box(BoxId node) const { return boxes_[node]; }
  [[nodiscard]] std::uint32_t node_count() const {
    return static_cast<std::uint32_t>(boxes_.size());
  }
  [[nodiscard]] std::uint32_t triangle_count(BoxId node) const { return counts_[node]; }
  [[nodiscard]] BoxId parent(BoxId node) const { return parents_[node]; }
  /// The box around a triangle of a body.
  [[nodiscard]] BoxId leaf(std::uint32_t body, std::uint32_t triangle) const {
    return bodies_[body].leaves[triangle];
  }

  /// Decides all matches from the plans as they are. No certificate is in the queue.
  void elect(double now, EventQueue& queue);

  /// A side of a box that is made by another vertex, or by one with another plan. kSettled: by a
  /// plan, it is farther out, now or at the end.
  struct Change {
    BoxId node;
    Side side;
    friend auto operator<=>(const Change&, const Change&) = default;
  };
  /// After a certificate failed: the other side wins, whatever rounding says. Appends what changes.
  void fail(std::uint32_t certificate, double now, EventQueue& queue, std::vector<Change>& changes);
  /// After a vertex got another plan. Appends what changes, some of it repeatedly.
  void replan(std::uint32_t body, std::uint32_t vertex, double now, EventQueue& queue,
              std::vector<Change>& changes);

  /// More events than there can have been up to now, of all matches since elect().
  [[nodiscard]] std::uint64_t event_limit() const { return event_limit_; }
  /// Whether all boxes hold what is below them now, but for their error.
  [[nodiscard]] bool are_valid(double now) const;

  [[nodiscard]] std::size_t byte_count() const;

 private:
  struct Body {
    const MovingMesh::State* state;
    BoxId root;
    std::vector<BoxId> leaves;  ///< of triangles
  };
  [[nodiscard]] const Body& body_of(BoxId node) const;
  enum class LastChange { none, farther, other };
  LastChange set_last(BoxId node, const Body& body);
  void raise_speed(BoxId node, double speed, std::vector<Change>& changes);
  BoxId build(Body& body, std::span<const bounds::BoxTree::Link> links, BoxId parent);

  void take(BoxId node, Side side, BoxId winner);
  void take(BoxId node, Side side, const Line& line, std::uint32_t vertex);
  void elect(BoxId node, Side side, const Body& body, double now);
  /// Who overtakes in a triangle, and when.
  struct Overtaking {
    double time;
    std::uint32_t vertex;
  };
  [[nodiscard]] Overtaking next(BoxId node, Side side, const MovingMesh::State& state,
                                double now) const;
  [[nodiscard]] BoxId loser(BoxId node, Side side) const;
  [[nodiscard]] double fails(BoxId node, Side side, const Body& body, double now) const;
  void certify(BoxId node, Side side, const Body& body, double now, EventQueue& queue) const;

  std::vector<KineticBox> boxes_;  ///< parents before children
  std::vector<BoxId> parents_;
  std::vector<std::uint32_t> counts_;
  std::vector<Body> bodies_;
  std::uint64_t event_limit_ = 0;
};

}  // namespace dermis::kinetic
