// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "triangle/neighbors.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "base/float_mode.h"
#include "triangle/projection.h"
#include "triangle/signs.h"

namespace dermis::triangle {

namespace {

/// Two common corners a and b, and one more corner each, p and q. In different planes, the
/// triangles share only the edge ab. In one plane, they share more iff p and q are on the same side
/// of ab. If both p and q are on the line ab, the triangles share more iff both lie beyond the same
/// end. If only one is on the line, the other one's triangle meets the line only in ab.
bool more_than_edge(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q,
                    math::Orientation& orientation) {
  if (orientation.in_space(a, b, p, q) != 0) return false;
  for (int axis = 0; axis < 3; ++axis) {
    const auto side = [&](const Vec3& x) {
      return orientation.in_plane(along(axis, a), along(axis, b), along(axis, x));
    };
    const int side_p = side(p);
    const int side_q = side(q);
    if (side_p != 0 || side_q != 0) return side_p == side_q;
  }
  const auto [first, last] = std::minmax({a, b}, before);
  return (before(last, p) && before(last, q)) || (before(p, first) && before(q, first));
}

/// The point or segment opposite the corner `apex` of a triangle.
struct Far {
  Vec3 a, b;
};
Corners triangle(const Vec3& apex, const Far& far) {
  return {apex, far.a, far.b};
}
Corners segment(const Far& far) {
  return {far.a, far.b, far.b};
}

/// The far sides of a triangle seen from its corner `apex`: the opposite side, which does not
/// contain the apex; or, if the apex is on the segment between them, the two other corners.
std::vector<Far> far_sides(const Vec3& apex, const PointSet& others,
                           math::Orientation& orientation) {
  const Vec3& a = others.points[0];
  if (others.count == 1) return {{a, a}};
  const Vec3& b = others.points[1];
  const auto [first, last] = std::minmax({a, b}, before);
  if (before(first, apex) && before(apex, last) && collinear(a, b, apex, orientation)) {
    return {{a, a}, {b, b}};
  }
  return {{a, b}};
}

/// One common corner, degenerate triangles included. If the triangles share another point, the ray
/// from the apex through it leaves one of them first, or both at once, through its far side. It
/// leaves at a point of the other triangle. So each far side is tested against the other triangle.
bool more_than_corner_degenerate(const Vec3& apex, const PointSet& only_p, const PointSet& only_q,
                                 math::Orientation& orientation) {
  for (const Far& p : far_sides(apex, only_p, orientation)) {
    for (const Far& q : far_sides(apex, only_q, orientation)) {
      if (intersect_by_signs(segment(p), triangle(apex, q), orientation) ||
          intersect_by_signs(segment(q), triangle(apex, p), orientation)) {
        return true;
      }
    }
  }
  return false;
}

/// The usual case needs four signs. The planes intersect in a line through the apex. Each triangle
/// cuts a piece out of it that begins at the apex, unless both its far corners are strictly on one
/// side of the other's plane. The triangles share more than the apex iff both pieces point in the
/// same direction. The order of the far corners, seen from the other plane, gives that direction.
bool more_than_corner(const Vec3& apex, const PointSet& only_p, const PointSet& only_q,
                      math::Orientation& orientation) {
  if (only_p.count == 2 && only_q.count == 2) {
    const auto& p = only_p.points;
    const auto& q = only_q.points;
    const int s0 = orientation.in_space(apex, q[0], q[1], p[0]);
    const int s1 = orientation.in_space(apex, q[0], q[1], p[1]);
    if (s0 * s1 > 0) return false;
    const int t0 = orientation.in_space(apex, p[0], p[1], q[0]);
    const int t1 = orientation.in_space(apex, p[0], p[1], q[1]);
    if (t0 * t1 > 0) return false;
    if (s0 != s1 && t0 != t1) return (s0 > s1) != (t0 > t1);
  }
  return more_than_corner_degenerate(apex, only_p, only_q, orientation);
}

}  // namespace

void PointSet::insert(const Vec3& point) {
  if (!contains(point)) points[count++] = point;
}

bool PointSet::contains(const Vec3& point) const {
  return std::find(points.begin(), points.begin() + count, point) != points.begin() + count;
}

CornerSets compare_corners(const Corners& p, const Corners& q) {
  const auto is_in = [](const Corners& corners, const Vec3& point) {
    return std::ranges::find(corners, point) != corners.end();
  };
  CornerSets sets;
  for (const Vec3& corner : p) (is_in(q, corner) ? sets.common : sets.only_p).insert(corner);
  for (const Vec3& corner : q) {
    if (!is_in(p, corner)) sets.only_q.insert(corner);
  }
  return sets;
}

PairKind pair_of_neighbors(const CornerSets& sets, math::Orientation& orientation) {
  assert(base::float_mode_is_defined());
  const auto& [common, only_p, only_q] = sets;
  if (only_p.count == 0 && only_q.count == 0) return PairKind::duplicate;
  // One of the triangles is the hull of the common corners.
  if (only_p.count == 0 || only_q.count == 0) return PairKind::none;
  const bool more = common.count == 2
                        ? more_than_edge(common.points[0], common.points[1], only_p.points[0],
                                         only_q.points[0], orientation)
                        : more_than_corner(common.points[0], only_p, only_q, orientation);
  return more ? PairKind::crossing : PairKind::none;
}

}  // namespace dermis::triangle
