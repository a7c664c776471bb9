// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Provenance: the test on the line where two planes meet follows Guigue and Devillers, "Fast and
// robust triangle-triangle overlap test using orientation predicates" (2003). Deviations: all
// patterns of zero signs and all degenerate triangles are covered, and triangles in one plane are
// tested by separating lines, which need no case distinction.
#include "triangle/signs.h"

#include <algorithm>
#include <cassert>

#include "base/float_mode.h"
#include "triangle/projection.h"

namespace dermis::triangle {

namespace {

using Signs = std::array<int, 3>;

bool all_zero(const Signs& s) {
  return s[0] == 0 && s[1] == 0 && s[2] == 0;
}
/// Whether all corners are strictly on one side.
bool one_sided(const Signs& s) {
  return s[0] != 0 && s[0] == s[1] && s[0] == s[2];
}

/// The sides of p's corners relative to the plane of q.
Signs sides(const Corners& q, const Corners& p, math::Orientation& orientation) {
  return {orientation.in_space(q[0], q[1], q[2], p[0]),
          orientation.in_space(q[0], q[1], q[2], p[1]),
          orientation.in_space(q[0], q[1], q[2], p[2])};
}

/// Whether an edge of p has all of p on one side and all of q strictly on the other.
bool edge_separates(const FlatCorners& p, const FlatCorners& q, math::Orientation& orientation) {
  for (int i = 0; i < 3; ++i) {
    const math::Vec2& a = p[i];
    const math::Vec2& b = p[(i + 1) % 3];
    const int side = orientation.in_plane(a, b, q[0]);
    if (side == 0 || orientation.in_plane(a, b, p[(i + 2) % 3]) == side) continue;
    if (orientation.in_plane(a, b, q[1]) == side && orientation.in_plane(a, b, q[2]) == side) {
      return true;
    }
  }
  return false;
}

bool ranges_overlap(float p0, float p1, float p2, float q0, float q1, float q2) {
  return std::min({p0, p1, p2}) <= std::max({q0, q1, q2}) &&
         std::min({q0, q1, q2}) <= std::max({p0, p1, p2});
}

/// Whether two closed triangles in a plane, degenerate or not, share a point.
///
/// They do not iff the origin is outside p − q, the set of all differences. If p − q has an
/// interior, one of its edges separates it from the origin. Each of these edges is parallel to an
/// edge of p or q, so a line along an edge separates p from q. If p − q is a segment, p and q lie
/// on parallel lines or are points. Then either the line along an edge separates them, or they are
/// on one line, and their extents along an axis separate them.
bool overlap(const FlatCorners& p, const FlatCorners& q, math::Orientation& orientation) {
  return ranges_overlap(p[0].x, p[1].x, p[2].x, q[0].x, q[1].x, q[2].x) &&
         ranges_overlap(p[0].y, p[1].y, p[2].y, q[0].y, q[1].y, q[2].y) &&
         !edge_separates(p, q, orientation) && !edge_separates(q, p, orientation);
}

/// For triangles whose corners all lie in the plane of the other, or that have no plane.
bool intersect_in_one_plane(const Corners& p, const Corners& q, math::Orientation& orientation) {
  for (int axis = 0; axis < 3; ++axis) {
    const FlatCorners flat_p = along(axis, p);
    const FlatCorners flat_q = along(axis, q);
    // One triangle keeps an area. All corners lie in its plane, and the projection is injective on
    // it.
    if (orientation.in_plane(flat_p[0], flat_p[1], flat_p[2]) != 0 ||
        orientation.in_plane(flat_q[0], flat_q[1], flat_q[2]) != 0) {
      return overlap(flat_p, flat_q, orientation);
    }
  }
  // Two segments or points. If they are not in one plane, they are apart. Otherwise at least one of
  // the three projections is injective on their plane, or line. That projection decides; if they
  // intersect, so do all projections.
  const auto [first_p, last_p] = std::minmax({p[0], p[1], p[2]}, before);
  const auto [first_q, last_q] = std::minmax({q[0], q[1], q[2]}, before);
  if (orientation.in_space(first_p, last_p, first_q, last_q) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    if (!overlap(along(axis, p), along(axis, q), orientation)) return false;
  }
  return true;
}

/// p is a segment that crosses the plane of the triangle q in one point; s are the sides of its
/// corners. Every edge of p with corners on different sides crosses at that point. The point is
/// inside q iff the edge does not pass two of q's edges on different sides.
bool segment_meets_triangle(const Corners& p, const Signs& s, const Corners& q,
                            math::Orientation& orientation) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (s[i] == s[j]) continue;
    bool left = false;
    bool right = false;
    for (int k = 0; k < 3; ++k) {
      const int side = orientation.in_space(p[i], p[j], q[k], q[(k + 1) % 3]);
      left |= side > 0;
      right |= side < 0;
    }
    return !(left && right);
  }
  return false;  // not reached: not all corners are on one side
}

/// The corner whose two neighbours are both on the opposite side or on the plane. If two corners
/// are strictly on one side and the third is on the plane, it is the third. The edges at the lone
/// corner meet the plane in one point each.
int lone_corner(const Signs& s) {
  for (int i = 0; i < 3; ++i) {
    const int j = s[(i + 1) % 3];
    const int k = s[(i + 2) % 3];
    if (s[i] != j && s[i] != k && j * k >= 0) return i;
  }
  return 0;  // not reached: the signs are neither all zero nor all on one side
}

/// The triangle with its lone corner first, and mirrored if that corner is below.
struct Turned {
  Vec3 lone, left, right;
  int side;  ///< 1 if the lone corner is above the others, −1 if below
};
Turned turn(const Corners& p, const Signs& s) {
  const int i = lone_corner(s);
  const int j = (i + 1) % 3;
  const int k = (i + 2) % 3;
  // A lone corner on the plane has both others on one side.
  const bool above = s[i] > 0 || s[j] < 0;
  if (above) return {p[i], p[j], p[k], 1};
  return {p[i], p[k], p[j], -1};
}

/// Both triangles have a plane and cross the plane of the other. They intersect where the intervals
/// that they cut out of the planes' common line overlap. The ends of an interval lie on the two
/// edges at the lone corner. The order of two ends is the side on which their edges pass each
/// other.
bool intersect_on_line(const Corners& p, const Signs& s, const Corners& q, const Signs& t,
                       math::Orientation& orientation) {
  const Turned a = turn(p, s);
  const Turned b = turn(q, t);
  const int side = a.side * b.side;
  return side * orientation.in_space(a.lone, a.left, b.lone, b.left) <= 0 &&
         side * orientation.in_space(a.lone, a.right, b.lone, b.right) >= 0;
}

}  // namespace

bool intersect_by_signs(const Corners& p, const Corners& q, math::Orientation& orientation) {
  assert(base::float_mode_is_defined());
  const Signs s = sides(q, p, orientation);
  if (one_sided(s)) return false;
  const Signs t = sides(p, q, orientation);
  if (one_sided(t)) return false;
  // A degenerate triangle has no plane: all signs relative to it are zero.
  const bool p_leaves_plane = !all_zero(s);
  const bool q_leaves_plane = !all_zero(t);
  if (p_leaves_plane && q_leaves_plane) return intersect_on_line(p, s, q, t, orientation);
  if (p_leaves_plane) return segment_meets_triangle(p, s, q, orientation);
  if (q_leaves_plane) return segment_meets_triangle(q, t, p, orientation);
  return intersect_in_one_plane(p, q, orientation);
}

}  // namespace dermis::triangle
