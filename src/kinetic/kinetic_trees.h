// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/base/none.h"
#include "kinetic/certificate_queue.h"
#include "kinetic/line.h"
#include "motion/mesh/moving_mesh_state.h"

namespace dermis::kinetic {

/// A side of a box: 2 · axis is the upper side, 2 · axis + 1 the lower side. Coordinates are
/// negated on lower sides, so that on all six sides the largest coordinate is farthest out.
using Side = std::uint32_t;
inline constexpr Side kSides = 6;
/// Values in place of the side on which two boxes are apart. kOverlap: none. kSettled: some side,
/// until the end of time, whichever vertices come to make their sides.
inline constexpr Side kOverlap = 6, kSettled = 7;
inline Side opposite(Side side) {
  return side ^ 1U;
}
/// How far out a vertex is on a side.
inline Line along(Side side, const MovingPoint& plan) {
  const double sign = side % 2 == 0 ? 1 : -1;
  return {sign * plan.from[side / 2], sign * plan.to[side / 2]};
}

using BoxId = std::uint32_t;

/// A moving box. Each side is made by one vertex and moves with it while that vertex is farther out
/// than all others. The members that pairs read first come first.
struct KineticBox {
  double from[kSides];  ///< the sides at time 0
  double speed = 0;     ///< no vertex below is faster along an axis
  double last[kSides];  ///< farthest out of all vertices below at time 1
  double to[kSides];    ///< the sides at time 1
  std::uint32_t vertex[kSides];
  BoxId left = kNone;       ///< kNone for a triangle
  std::uint32_t right = 0;  ///< a child, or the triangle

  [[nodiscard]] bool is_triangle() const { return left == kNone; }
  [[nodiscard]] Line line(Side side) const { return {from[side], to[side]}; }
  /// How far its contents may be outside: each match may be decided late, by the error of a time.
  [[nodiscard]] double error() const { return 0x1p-42 * speed; }
};

/// Binary trees of boxes around the triangles of moving meshes. They stay valid as time advances:
/// each side of each box is a match between the same side of both children, or between three
/// corners. Its certificate fails when another vertex overtakes.
///
/// When a match is decided again, the new winner is farther out at the end of time than the
/// previous one. So a side changes less often than there are vertices below it, and once more for
/// each of these that gets another plan. So the number of events is finite: event_limit().
class KineticTrees {
 public:
  /// Bodies are numbered in the order in which they are added. `state` must outlive this object and
  /// must not move in memory.
  void add(const MovingMesh::State& state);
  /// kNone for a body without triangles.
  [[nodiscard]] BoxId root(std::uint32_t body) const { return bodies_[body].root; }

  /// Each node has six certificates, from number 6 · node on.
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

  /// Decides all matches from the current plans. The queue must not hold any certificates.
  void elect(double now, CertificateQueue& queue);

  /// A side of a box that is now made by another vertex, or by a vertex with another plan. If
  /// `side` is kSettled, a new plan moved the box farther out, now or at the end,
  /// or raised its speed.
  struct Change {
    BoxId node;
    Side side;
    friend auto operator<=>(const Change&, const Change&) = default;
  };
  /// Handles a failed certificate: the other candidate wins, regardless of rounding. Appends all
  /// changes.
  void fail(std::uint32_t certificate, double now, CertificateQueue& queue,
            std::vector<Change>& changes);
  /// Call after a vertex got another plan. Appends all changes, some more than once.
  void replan(std::uint32_t body, std::uint32_t vertex, double now, CertificateQueue& queue,
              std::vector<Change>& changes);

  /// An upper bound of the number of events of all matches since elect().
  [[nodiscard]] std::uint64_t event_limit() const { return event_limit_; }
  /// Whether all boxes contain their vertices now, up to their error.
  [[nodiscard]] bool are_valid(double now) const;

  [[nodiscard]] std::size_t byte_count() const;

 private:
  struct Body {
    const MovingMesh::State* state;
    BoxId root;
    std::vector<BoxId> leaves;  ///< the box of each triangle
  };
  [[nodiscard]] const Body& body_of(BoxId node) const;
  enum class LastChange { none, farther, other };
  LastChange set_last(BoxId node, const Body& body);
  void raise_speed(BoxId node, double speed, std::vector<Change>& changes);
  BoxId build(Body& body, std::span<const collider::BoxTree::Link> links, BoxId parent);

  void take(BoxId node, Side side, BoxId winner);
  void take(BoxId node, Side side, const Line& line, std::uint32_t vertex);
  void elect(BoxId node, Side side, const Body& body, double now);
  /// The vertex that overtakes in a triangle, and when.
  struct Overtaking {
    double time;
    std::uint32_t vertex;
  };
  [[nodiscard]] Overtaking next(BoxId node, Side side, const MovingMesh::State& state,
                                double now) const;
  [[nodiscard]] BoxId loser(BoxId node, Side side) const;
  [[nodiscard]] double fails(BoxId node, Side side, const Body& body, double now) const;
  void certify(BoxId node, Side side, const Body& body, double now, CertificateQueue& queue) const;

  std::vector<KineticBox> boxes_;  ///< parents before children
  std::vector<BoxId> parents_;
  std::vector<std::uint32_t> counts_;
  std::vector<Body> bodies_;
  std::uint64_t event_limit_ = 0;
};

}  // namespace dermis::kinetic
