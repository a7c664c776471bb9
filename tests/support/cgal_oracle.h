// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Gmpq.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>

#include <algorithm>
#include <variant>
#include <vector>

#include "dermis/triangle/triangle.h"

/// The functions of dermis/triangle/triangle.h, answered by CGAL, which shares no code with it.
namespace dermis::test::cgal {

using Filtered = CGAL::Exact_predicates_inexact_constructions_kernel;
using Rational = CGAL::Simple_cartesian<CGAL::Gmpq>;

/// CGAL accepts only triangles that are not degenerate.
template <class K>
using Shape = std::variant<typename K::Point_3, typename K::Segment_3, typename K::Triangle_3>;

template <class K>
typename K::Point_3 point_of(const Vec3& v) {
  using Number = typename K::FT;
  return {Number(double{v.x}), Number(double{v.y}), Number(double{v.z})};
}

template <class K>
Shape<K> shape_of(const Corners& corners) {
  const typename K::Point_3 p[3] = {point_of<K>(corners[0]), point_of<K>(corners[1]),
                                    point_of<K>(corners[2])};
  if (!CGAL::collinear(p[0], p[1], p[2])) return typename K::Triangle_3(p[0], p[1], p[2]);
  // On a line, the lexicographic order is the order along it.
  const auto [first, last] = std::minmax_element(p, p + 3);
  if (*first == *last) return *first;
  return typename K::Segment_3(*first, *last);
}

template <class K>
bool intersect(const Corners& a, const Corners& b) {
  return std::visit([](const auto& p, const auto& q) { return CGAL::do_intersect(p, q); },
                    shape_of<K>(a), shape_of<K>(b));
}

/// The corners of the intersection of two shapes.
template <class K>
struct CornersOfIntersection {
  using result_type = void;
  std::vector<typename K::Point_3> points;

  void operator()(const typename K::Point_3& p) { points.push_back(p); }
  void operator()(const typename K::Segment_3& s) {
    points.insert(points.end(), {s.source(), s.target()});
  }
  void operator()(const typename K::Triangle_3& t) {
    points.insert(points.end(), {t[0], t[1], t[2]});
  }
  void operator()(const std::vector<typename K::Point_3>& polygon) { points = polygon; }
};

inline bool contains(const std::vector<Vec3>& points, const Vec3& v) {
  return std::find(points.begin(), points.end(), v) != points.end();
}

inline std::vector<Vec3> common_corners(const Corners& a, const Corners& b) {
  std::vector<Vec3> common;
  for (const Vec3& v : a) {
    if (std::find(b.begin(), b.end(), v) != b.end() && !contains(common, v)) common.push_back(v);
  }
  return common;
}

inline PairKind pair_in_mesh(const Corners& a, const Corners& b) {
  using K = Rational;
  const std::vector<Vec3> common = common_corners(a, b);
  const auto is_common = [&](const Vec3& v) { return contains(common, v); };
  if (std::all_of(a.begin(), a.end(), is_common) && std::all_of(b.begin(), b.end(), is_common)) {
    return PairKind::duplicate;
  }
  CornersOfIntersection<K> corners;
  std::visit(
      [&](const auto& p, const auto& q) {
        if (const auto result = CGAL::intersection(p, q)) boost::apply_visitor(corners, *result);
      },
      shape_of<K>(a), shape_of<K>(b));
  if (common.empty()) return corners.points.empty() ? PairKind::none : PairKind::crossing;
  // Both sets are convex: one contains the other if it contains its corners.
  const Shape<K> hull =
      shape_of<K>(Corners{common.front(), common.back(), common[common.size() / 2]});
  const bool inside = std::all_of(corners.points.begin(), corners.points.end(), [&](const auto& p) {
    return std::visit([&](const auto& h) { return CGAL::do_intersect(p, h); }, hull);
  });
  return inside ? PairKind::none : PairKind::crossing;
}

}  // namespace dermis::test::cgal
