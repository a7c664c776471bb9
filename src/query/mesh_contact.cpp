// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/mesh_contact.h"

#include <algorithm>
#include <vector>

#include "query/flat.h"
#include "query/triangle_signs.h"

namespace dermis::query {

namespace {

/// Two common corners, a and b, and one more each. In different planes the triangles share the edge
/// ab and nothing else. In one plane they share more iff p and q are on the same side of ab. If
/// both are on the line ab, they share more iff both lie beyond the same end; if only one is, the
/// triangle of the other one meets the line in ab alone.
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

/// The point or segment that closes a triangle at the far side of its corner `apex`.
struct Far {
  Vec3 a, b;
};
Corners triangle(const Vec3& apex, const Far& far) {
  return {apex, far.a, far.b};
}
Corners segment(const Far& far) {
  return {far.a, far.b, far.b};
}

/// A triangle seen from its corner `apex`: a far side that does not contain the apex, or two far
/// points when the apex is on the segment between them.
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

/// One common corner. A ray from there through another common point leaves one of the triangles
/// first, or both at once, through its far side, at a point of the other triangle.
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

/// The usual case needs four signs. The planes meet in a line through the apex; each triangle cuts
/// a piece out of it that begins there, unless both its far corners are strictly on one side of the
/// other's plane. They share more than the apex iff both pieces point the same way, which shows in
/// the order of the far corners as seen from the other plane.
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

Contact contact_of_neighbours(const CornerSets& sets, math::Orientation& orientation) {
  const auto& [common, only_p, only_q] = sets;
  if (only_p.count == 0 && only_q.count == 0) return Contact::duplicate;
  // One of them is the hull of the common corners.
  if (only_p.count == 0 || only_q.count == 0) return Contact::none;
  const bool more = common.count == 2
                        ? more_than_edge(common.points[0], common.points[1], only_p.points[0],
                                         only_q.points[0], orientation)
                        : more_than_corner(common.points[0], only_p, only_q, orientation);
  return more ? Contact::crossing : Contact::none;
}

}  // namespace dermis::query
