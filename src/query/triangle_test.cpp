// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/triangle_test.h"

#include <algorithm>
#include <cmath>

#include "math/float_mode.h"
#include "query/mesh_contact.h"
#include "query/triangle_filter.h"
#include "query/triangle_signs.h"

namespace dermis::query {

namespace {

bool finite(const Corners& p) {
  return std::ranges::all_of(p, [](const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
  });
}

}  // namespace

bool TriangleTest::intersect(const Corners& p, const Corners& q) {
  if (arithmetic_ == Arithmetic::filtered) {
    // About what is not finite the filter is unsure or says no, never yes.
    const Answer answer = filter_triangles(p, q);
    if (answer != Answer::unsure) return answer == Answer::yes;
  }
  return intersect_unsure(p, q);
}

bool TriangleTest::intersect_unsure(const Corners& p, const Corners& q) {
  if (!finite(p) || !finite(q)) return false;
  math::Orientation orientation(arithmetic_);
  const bool yes = intersect_by_signs(p, q, orientation);
  exact_pairs_ += orientation.exact_count() > 0;
  return yes;
}

Contact TriangleTest::contact_in_mesh(const Corners& p, const Corners& q) {
  const CornerSets sets = compare_corners(p, q);
  if (sets.common.count == 0) return intersect(p, q) ? Contact::crossing : Contact::none;
  if (!finite(p) || !finite(q)) return Contact::none;
  math::Orientation orientation(arithmetic_);
  const Contact contact = contact_of_neighbours(sets, orientation);
  exact_pairs_ += orientation.exact_count() > 0;
  return contact;
}

}  // namespace dermis::query

namespace dermis {

bool intersect(const Corners& a, const Corners& b) {
  const math::DefinedFloatMode mode;
  return query::TriangleTest(query::Arithmetic::filtered).intersect(a, b);
}

Contact contact_in_mesh(const Corners& a, const Corners& b) {
  const math::DefinedFloatMode mode;
  return query::TriangleTest(query::Arithmetic::filtered).contact_in_mesh(a, b);
}

}  // namespace dermis
