// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/brute_force.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include <algorithm>

#include "dermis/dermis.h"
#include "support/random.h"
#include "support/scenes.h"

namespace dermis {
namespace {

using brute_force::find_any_pair;
using brute_force::find_pairs;
using brute_force::find_self_pairs;
using test::Random;
using testing::ElementsAre;
using testing::IsEmpty;

/// Unconnected triangles that own their data.
struct TestMesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;

  operator PosedMesh() const { return {vertices, triangles}; }  // NOLINT(*-explicit-*)
  [[nodiscard]] Corners corners(std::size_t i) const {
    const Triangle& t = triangles[i];
    return {vertices[t[0]], vertices[t[1]], vertices[t[2]]};
  }
};

/// Random triangles. On a grid, many touch and some are degenerate.
TestMesh random_mesh(std::uint64_t seed, std::uint32_t triangles, bool on_grid) {
  Random random(seed);
  TestMesh mesh;
  const auto coordinate = [&] {
    return on_grid ? static_cast<float>(random.below(6)) : random.between(0, 6);
  };
  for (std::uint32_t v = 0; v < 2 * triangles; ++v) {
    mesh.vertices.push_back({coordinate(), coordinate(), coordinate()});
  }
  const auto vertex = [&] { return random.below(2 * triangles); };
  for (std::uint32_t t = 0; t < triangles; ++t) {
    mesh.triangles.push_back({vertex(), vertex(), vertex()});
  }
  return mesh;
}

TEST(BruteForce, FindAllIsTheTestOfEveryPair) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const TestMesh a = random_mesh(2 * seed, 90, seed % 2 == 0);
    const TestMesh b = random_mesh(2 * seed + 1, 130, seed % 2 == 0);
    std::vector<TrianglePair> expected;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
      for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
        if (intersect(a.corners(i), b.corners(j))) expected.push_back({i, j});
      }
    }
    const Pairs found = find_pairs(a, b);
    EXPECT_EQ(found.pairs, expected) << "seed " << seed;
    EXPECT_GT(found.pairs.size(), 100U);
    const Pairs judged = find_pairs(a, b, {.filters = false});
    EXPECT_EQ(judged.pairs, expected) << "seed " << seed;
    EXPECT_EQ(judged.stats.exact_tests, judged.stats.triangle_tests) << "all by exact arithmetic";
  }
}

TEST(BruteForce, FindAnyIsTheFirstOfFindAll) {
  const TestMesh a = random_mesh(1, 60, true);
  const TestMesh b = random_mesh(2, 60, true);
  const Pairs all = find_pairs(a, b);
  const Pairs any = find_any_pair(a, b);
  EXPECT_THAT(any.pairs, ElementsAre(all.pairs.front()));
  EXPECT_LT(any.stats.triangle_tests, all.stats.triangle_tests);

  TestMesh far = b;
  for (Vec3& v : far.vertices) v.x += 100;
  EXPECT_THAT(find_any_pair(a, far).pairs, IsEmpty());
}

TEST(BruteForce, OrderOfTheMeshesDoesNotMatter) {
  const TestMesh a = random_mesh(3, 80, true);
  const TestMesh b = random_mesh(4, 70, true);
  std::vector<TrianglePair> swapped;
  for (const auto& [i, j] : find_pairs(b, a).pairs) swapped.push_back({j, i});
  std::ranges::sort(swapped);
  EXPECT_EQ(find_pairs(a, b).pairs, swapped);
}

TEST(BruteForce, FindSelfIsTheTestOfEveryPair) {
  for (std::uint64_t seed = 10; seed < 18; ++seed) {
    const TestMesh mesh = random_mesh(seed, 120, seed % 2 == 0);
    std::vector<TrianglePair> expected;
    std::uint64_t duplicates = 0;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
      for (std::uint32_t j = i + 1; j < mesh.triangles.size(); ++j) {
        const PairKind contact = pair_in_mesh(mesh.corners(i), mesh.corners(j));
        duplicates += contact == PairKind::duplicate;
        if (contact == PairKind::crossing) expected.push_back({i, j});
      }
    }
    const Pairs found = find_self_pairs(mesh);
    EXPECT_EQ(found.pairs, expected) << "seed " << seed;
    EXPECT_EQ(found.stats.duplicates, duplicates);
    const Pairs judged = find_self_pairs(mesh, {.filters = false});
    EXPECT_EQ(judged.pairs, expected) << "seed " << seed;
    EXPECT_GT(judged.stats.exact_tests, found.stats.exact_tests);
  }
}

TEST(BruteForce, ClosedSurfaceDoesNotMeetItself) {
  // An octahedron: every two triangles share a corner or an edge, or are opposite.
  TestMesh mesh;
  mesh.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const std::uint32_t x : {0U, 1U}) {
    for (const std::uint32_t y : {2U, 3U}) {
      for (const std::uint32_t z : {4U, 5U}) mesh.triangles.push_back({x, y, z});
    }
  }
  EXPECT_THAT(find_self_pairs(mesh).pairs, IsEmpty());

  // One tip is pushed through the other side.
  mesh.vertices[0] = {-0.9F, 0.5F, 0};
  EXPECT_THAT(find_self_pairs(mesh).pairs, testing::Not(IsEmpty()));
}

TEST(BruteForce, DuplicatesAreCountedNotReported) {
  TestMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0F, 0, 0}, {1, -0.0F, 0}, {0, 1, -0.0F}};
  mesh.triangles = {{0, 1, 2}, {4, 3, 5}, {2, 0, 1}};
  const Pairs contacts = find_self_pairs(mesh);
  EXPECT_THAT(contacts.pairs, IsEmpty());
  EXPECT_EQ(contacts.stats.duplicates, 3U);
}

TEST(BruteForce, CountsItsWork) {
  const test::FaceToFace scene;
  const std::size_t triangles = scene.model.triangles.size();
  const Pairs contacts = find_pairs(scene.mesh_a(), scene.mesh_b());
  EXPECT_EQ(contacts.pairs.size(), 175U);
  EXPECT_EQ(contacts.stats.box_tests, triangles * triangles);
  EXPECT_EQ(contacts.stats.triangle_tests, 844U);
  EXPECT_EQ(contacts.stats.exact_tests, 0U);
  EXPECT_EQ(find_pairs(scene.mesh_a(), scene.mesh_b(), {.filters = false}).stats.exact_tests, 844U);

  // In the same place, every triangle touches the copies of its neighbours: no filter can decide.
  const Pairs twins = find_pairs(scene.mesh_a(), scene.mesh_a());
  EXPECT_EQ(twins.pairs.size(), 184802U);
  EXPECT_EQ(twins.stats.triangle_tests, 189086U);
  EXPECT_EQ(twins.stats.exact_tests, 184796U);

  const Pairs self = find_self_pairs(scene.mesh_a());
  EXPECT_EQ(self.pairs.size(), 7U);
  EXPECT_EQ(self.stats.box_tests, triangles * (triangles - 1) / 2);
  EXPECT_EQ(self.stats.triangle_tests, 87649U);
}

TEST(BruteForce, EmptyMeshesMeetNothing) {
  const TestMesh some = random_mesh(5, 20, true);
  EXPECT_THAT(find_pairs({}, some).pairs, IsEmpty());
  EXPECT_THAT(find_any_pair(some, {}).pairs, IsEmpty());
  EXPECT_THAT(find_self_pairs({}).pairs, IsEmpty());
}

#if defined(__x86_64__)
TEST(BruteForce, IgnoresTheHostsFloatingPointModes) {
  // Denormal coordinates: with flush-to-zero, all of them would meet.
  TestMesh a = random_mesh(6, 60, false);
  TestMesh b = random_mesh(7, 60, false);
  for (TestMesh* mesh : {&a, &b}) {
    for (Vec3& v : mesh->vertices) v = {v.x * 0x1p-135F, v.y * 0x1p-135F, v.z * 0x1p-135F};
  }
  const Pairs all = find_pairs(a, b);
  const Pairs self = find_self_pairs(a);
  EXPECT_GT(all.pairs.size(), 10U);
  EXPECT_LT(all.pairs.size(), 2000U);
  const unsigned saved = _mm_getcsr();
  for (const unsigned mode : {0x8000U, 0x0040U, 0x8040U, 0x2000U, 0x4000U, 0x6000U}) {
    _mm_setcsr(saved | mode);
    const Pairs all_again = find_pairs(a, b);
    const Pairs self_again = find_self_pairs(a);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(saved);
    EXPECT_EQ(all_again.pairs, all.pairs) << mode;
    EXPECT_EQ(self_again.pairs, self.pairs) << mode;
    EXPECT_EQ(after & ~0x3fU, (saved | mode) & ~0x3fU) << "the host's mode must come back";
  }
}
#endif

}  // namespace
}  // namespace dermis
