// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/brute_force.h"

#include <cassert>
#include <limits>

#include "math/float_mode.h"
#include "query/boxes.h"
#include "query/triangle_test.h"

namespace dermis::brute_force {

namespace {

using query::Arithmetic;
using query::Boxes;
using query::TriangleTest;

Arithmetic arithmetic(const Options& options) {
  return options.filters ? Arithmetic::filtered : Arithmetic::exact;
}

std::vector<Corners> corners_of(const PosedMesh& mesh) {
  std::vector<Corners> all;
  all.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    assert(t[0] < mesh.vertices.size() && t[1] < mesh.vertices.size() &&
           t[2] < mesh.vertices.size());
    all.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  }
  return all;
}

/// Stops after `most` pairs.
Contacts find(const PosedMesh& a, const PosedMesh& b, const Options& options, std::size_t most) {
  const math::DefinedFloatMode mode;
  const std::vector<Corners> corners_a = corners_of(a);
  const std::vector<Corners> corners_b = corners_of(b);
  const Boxes boxes_b(corners_b);
  TriangleTest test(arithmetic(options));
  Contacts contacts;
  for (std::uint32_t i = 0; i < corners_a.size() && contacts.pairs.size() < most; ++i) {
    contacts.stats.box_tests += corners_b.size();
    boxes_b.for_each_overlap(query::box_of(corners_a[i]), 0, [&](std::uint32_t j) {
      ++contacts.stats.triangle_tests;
      if (test.intersect(corners_a[i], corners_b[j])) contacts.pairs.push_back({i, j});
      return contacts.pairs.size() < most;
    });
  }
  contacts.stats.exact_tests = test.exact_pairs();
  return contacts;
}

}  // namespace

Contacts find_all(const PosedMesh& a, const PosedMesh& b, const Options& options) {
  return find(a, b, options, std::numeric_limits<std::size_t>::max());
}

Contacts find_any(const PosedMesh& a, const PosedMesh& b, const Options& options) {
  return find(a, b, options, 1);
}

Contacts find_self(const PosedMesh& mesh, const Options& options) {
  const math::DefinedFloatMode mode;
  const std::vector<Corners> corners = corners_of(mesh);
  const Boxes boxes(corners);
  TriangleTest test(arithmetic(options));
  Contacts contacts;
  for (std::uint32_t i = 0; i < corners.size(); ++i) {
    contacts.stats.box_tests += corners.size() - i - 1;
    boxes.for_each_overlap(query::box_of(corners[i]), i + 1, [&](std::uint32_t j) {
      ++contacts.stats.triangle_tests;
      const Contact contact = test.contact_in_mesh(corners[i], corners[j]);
      contacts.stats.duplicates += contact == Contact::duplicate;
      if (contact == Contact::crossing) contacts.pairs.push_back({i, j});
      return true;
    });
  }
  contacts.stats.exact_tests = test.exact_pairs();
  return contacts;
}

}  // namespace dermis::brute_force
