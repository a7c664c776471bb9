// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Whole characters: CGAL finds the overlapping boxes and decides about the triangles.
#include <CGAL/box_intersection_d.h>
#include <gtest/gtest.h>

#include "dermis/dermis.h"
#include "support/cgal_oracle.h"
#include "support/scenes.h"

namespace dermis {
namespace {

using Box = CGAL::Box_intersection_d::Box_with_handle_d<double, 3, const Corners*>;

std::vector<Corners> corners_of(const PosedMesh& mesh) {
  std::vector<Corners> all;
  for (const Triangle& t : mesh.triangles) {
    all.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  }
  return all;
}

std::vector<Box> boxes_of(const std::vector<Corners>& triangles) {
  std::vector<Box> boxes;
  for (const Corners& corners : triangles) {
    CGAL::Bbox_3 box;
    for (const Vec3& v : corners) box += test::cgal::point_of<test::cgal::Filtered>(v).bbox();
    boxes.emplace_back(box, &corners);
  }
  return boxes;
}

std::vector<TrianglePair> cgal_find_all(const PosedMesh& a, const PosedMesh& b) {
  const auto triangles_a = corners_of(a);
  const auto triangles_b = corners_of(b);
  auto boxes_a = boxes_of(triangles_a);
  auto boxes_b = boxes_of(triangles_b);
  std::vector<TrianglePair> pairs;
  CGAL::box_intersection_d(
      boxes_a.begin(), boxes_a.end(), boxes_b.begin(), boxes_b.end(),
      [&](const Box& p, const Box& q) {
        if (!test::cgal::intersect<test::cgal::Filtered>(*p.handle(), *q.handle())) return;
        pairs.push_back({static_cast<std::uint32_t>(p.handle() - triangles_a.data()),
                         static_cast<std::uint32_t>(q.handle() - triangles_b.data())});
      });
  std::ranges::sort(pairs);
  return pairs;
}

std::vector<TrianglePair> cgal_find_self(const PosedMesh& mesh) {
  const auto triangles = corners_of(mesh);
  auto boxes = boxes_of(triangles);
  std::vector<TrianglePair> pairs;
  CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const Box& p, const Box& q) {
    // Triangles without a common corner need no construction. This is a hundred times faster.
    const bool meet =
        test::cgal::common_corners(*p.handle(), *q.handle()).empty()
            ? test::cgal::intersect<test::cgal::Filtered>(*p.handle(), *q.handle())
            : test::cgal::pair_in_mesh(*p.handle(), *q.handle()) == PairKind::crossing;
    if (!meet) return;
    const auto i = static_cast<std::uint32_t>(p.handle() - triangles.data());
    const auto j = static_cast<std::uint32_t>(q.handle() - triangles.data());
    pairs.push_back({std::min(i, j), std::max(i, j)});
  });
  std::ranges::sort(pairs);
  return pairs;
}

TEST(CgalBruteForce, TwoCreaturesAtSeveralPoses) {
  const Model model = make_creature();
  struct Scene {
    double time_a, time_b, turn;
    Vec3 at;
  };
  // Snout to snout, flank to flank, deep inside each other, in exactly the same place, and apart.
  const Scene scenes[] = {{0.3, 0.8, 180, {0.15F, 0, 2.2F}},
                          {0.0, 0.5, 20, {0.6F, 0, 0.1F}},
                          {0.7, 0.2, 90, {0.1F, 0.05F, 0.1F}},
                          {0.4, 0.4, 0, {0, 0, 0}},
                          {0.4, 0.4, 0, {5, 0, 0}}};
  for (const Scene& scene : scenes) {
    const auto a = test::standing(model, scene.time_a, {}, 0);
    const auto b = test::standing(model, scene.time_b, scene.at, scene.turn);
    const PosedMesh mesh_a{a, model.triangles};
    const PosedMesh mesh_b{b, model.triangles};
    const Pairs found = brute_force::find_pairs(mesh_a, mesh_b);
    EXPECT_EQ(found.pairs, cgal_find_all(mesh_a, mesh_b));
    std::printf("turned by %3.0f: %6zu pairs, %6llu tests, %6llu by exact arithmetic\n", scene.turn,
                found.pairs.size(), static_cast<unsigned long long>(found.stats.triangle_tests),
                static_cast<unsigned long long>(found.stats.exact_tests));
  }
}

TEST(CgalBruteForce, OneCreatureWithItself) {
  const Model model = make_creature();
  for (const double time : {0.0, 0.3, 0.9}) {
    const auto vertices = test::standing(model, time, {}, 0);
    const PosedMesh mesh{vertices, model.triangles};
    EXPECT_EQ(brute_force::find_self_pairs(mesh).pairs, cgal_find_self(mesh)) << time;
  }
  // One half is folded over onto the other.
  auto vertices = test::standing(model, 0.3, {}, 0);
  for (Vec3& v : vertices) v.x = v.x > 0.02F ? 0.04F - v.x : v.x;
  const PosedMesh mesh{vertices, model.triangles};
  const Pairs folded = brute_force::find_self_pairs(mesh);
  EXPECT_GT(folded.pairs.size(), 1000U);
  EXPECT_EQ(folded.pairs, cgal_find_self(mesh));
}

}  // namespace
}  // namespace dermis
