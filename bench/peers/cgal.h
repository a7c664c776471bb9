// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>

#include "dermis/triangle/triangle.h"

/// CGAL's do_intersect with exact predicates. It is defined only for triangles that are not
/// degenerate; degenerate ones are passed to it nevertheless.
namespace dermis::peers {

inline bool cgal_intersect(const Corners& p, const Corners& q) {
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  const auto triangle = [](const Corners& c) {
    const auto point = [](const Vec3& v) { return Kernel::Point_3(v.x, v.y, v.z); };
    return Kernel::Triangle_3(point(c[0]), point(c[1]), point(c[2]));
  };
  return CGAL::do_intersect(triangle(p), triangle(q));
}

}  // namespace dermis::peers
