// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/brute_force.h"

#include <cassert>
#include <limits>

#include "base/float_mode.h"
#include "triangle/exact_test.h"
#include "triangle/triangle_boxes.h"

namespace dermis::brute_force {

namespace {

using triangle::Arithmetic;
using triangle::Boxes;
using triangle::TriangleTest;

triangle::Arithmetic arithmetic(const Options& options) {
  return options.filters ? triangle::Arithmetic::filtered : triangle::Arithmetic::exact;
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

/// Stops as soon as `most` pairs are found.
Pairs find(const PosedMesh& a, const PosedMesh& b, const Options& options, std::size_t most) {
  const base::DefinedFloatMode mode;
  const std::vector<Corners> corners_a = corners_of(a);
  const std::vector<Corners> corners_b = corners_of(b);
  const triangle::Boxes boxes_b(corners_b);
  triangle::TriangleTest test(arithmetic(options));
  Pairs result;
  for (std::uint32_t i = 0; i < corners_a.size() && result.pairs.size() < most; ++i) {
    result.stats.box_tests += corners_b.size();
    boxes_b.for_each_overlap(triangle::box_of(corners_a[i]), 0, [&](std::uint32_t j) {
      ++result.stats.triangle_tests;
      if (test.intersect(corners_a[i], corners_b[j])) result.pairs.push_back({i, j});
      return result.pairs.size() < most;
    });
  }
  result.stats.exact_tests = test.exact_pairs();
  return result;
}

}  // namespace

Pairs find_pairs(const PosedMesh& a, const PosedMesh& b, const Options& options) {
  return find(a, b, options, std::numeric_limits<std::size_t>::max());
}

Pairs find_any_pair(const PosedMesh& a, const PosedMesh& b, const Options& options) {
  return find(a, b, options, 1);
}

Pairs find_self_pairs(const PosedMesh& mesh, const Options& options) {
  const base::DefinedFloatMode mode;
  const std::vector<Corners> corners = corners_of(mesh);
  const triangle::Boxes boxes(corners);
  triangle::TriangleTest test(arithmetic(options));
  Pairs result;
  for (std::uint32_t i = 0; i < corners.size(); ++i) {
    result.stats.box_tests += corners.size() - i - 1;
    boxes.for_each_overlap(triangle::box_of(corners[i]), i + 1, [&](std::uint32_t j) {
      ++result.stats.triangle_tests;
      const PairKind kind = test.pair_in_mesh(corners[i], corners[j]);
      result.stats.duplicates += kind == PairKind::duplicate;
      if (kind == PairKind::crossing) result.pairs.push_back({i, j});
      return true;
    });
  }
  result.stats.exact_tests = test.exact_pairs();
  return result;
}

}  // namespace dermis::brute_force
