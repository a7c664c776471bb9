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

using brute_force::find_all;
using brute_force::find_any;
using brute_force::find_self;
using test::Random;
using testing::ElementsAre;
using testing::IsEmpty;

/// A heap of triangles that owns its data.
struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;

  operator PosedMesh() const { return {vertices, triangles}; }  // NOLINT(*-explicit-*)
  [[nodiscard]] Corners corners(std::size_t i) const {
    const Triangle& t = triangles[i];
    return {vertices[t[0]], vertices[t[1]], vertices[t[2]]};
  }
};

/// On a grid, so that many touch and some are degenerate, or anywhere.
Mesh random_mesh(std::uint64_t seed, std::uint32_t triangles, bool on_grid) {
  Random random(seed);
  Mesh mesh;
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
    const Mesh a = random_mesh(2 * seed, 90, seed % 2 == 0);
    const Mesh b = random_mesh(2 * seed + 1, 130, seed % 2 == 0);
    std::vector<TrianglePair> expected;
    for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
      for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
        if (intersect(a.corners(i), b.corners(j))) expected.push_back({i, j});
      }
    }
    const Contacts found = find_all(a, b);
    EXPECT_EQ(found.pairs, expected) << "seed " << seed;
    EXPECT_GT(found.pairs.size(), 100U);
    const Contacts judged = find_all(a, b, {.filters = false});
    EXPECT_EQ(judged.pairs, expected) << "seed " << seed;
    EXPECT_EQ(judged.stats.exact_tests, judged.stats.triangle_tests) << "all by exact arithmetic";
  }
}

TEST(BruteForce, FindAnyIsTheFirstOfFindAll) {
  const Mesh a = random_mesh(1, 60, true);
  const Mesh b = random_mesh(2, 60, true);
  const Contacts all = find_all(a, b);
  const Contacts any = find_any(a, b);
  EXPECT_THAT(any.pairs, ElementsAre(all.pairs.front()));
  EXPECT_LT(any.stats.triangle_tests, all.stats.triangle_tests);

  Mesh far = b;
  for (Vec3& v : far.vertices) v.x += 100;
  EXPECT_THAT(find_any(a, far).pairs, IsEmpty());
}

TEST(BruteForce, OrderOfTheMeshesDoesNotMatter) {
  const Mesh a = random_mesh(3, 80, true);
  const Mesh b = random_mesh(4, 70, true);
  std::vector<TrianglePair> swapped;
  for (const auto& [i, j] : find_all(b, a).pairs) swapped.push_back({j, i});
  std::ranges::sort(swapped);
  EXPECT_EQ(find_all(a, b).pairs, swapped);
}

TEST(BruteForce, FindSelfIsTheTestOfEveryPair) {
  for (std::uint64_t seed = 10; seed < 18; ++seed) {
    const Mesh mesh = random_mesh(seed, 120, seed % 2 == 0);
    std::vector<TrianglePair> expected;
    std::uint64_t duplicates = 0;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
      for (std::uint32_t j = i + 1; j < mesh.triangles.size(); ++j) {
        const Contact contact = contact_in_mesh(mesh.corners(i), mesh.corners(j));
        duplicates += contact == Contact::duplicate;
        if (contact == Contact::crossing) expected.push_back({i, j});
      }
    }
    const Contacts found = find_self(mesh);
    EXPECT_EQ(found.pairs, expected) << "seed " << seed;
    EXPECT_EQ(found.stats.duplicates, duplicates);
    const Contacts judged = find_self(mesh, {.filters = false});
    EXPECT_EQ(judged.pairs, expected) << "seed " << seed;
    EXPECT_GT(judged.stats.exact_tests, found.stats.exact_tests);
  }
}

TEST(BruteForce, ClosedSurfaceDoesNotMeetItself) {
  // An octahedron: every two triangles share a corner or an edge, or are opposite.
  Mesh mesh;
  mesh.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const std::uint32_t x : {0U, 1U}) {
    for (const std::uint32_t y : {2U, 3U}) {
      for (const std::uint32_t z : {4U, 5U}) mesh.triangles.push_back({x, y, z});
    }
  }
  EXPECT_THAT(find_self(mesh).pairs, IsEmpty());

  // One tip pushed through the other side.
  mesh.vertices[0] = {-0.9F, 0.5F, 0};
  EXPECT_THAT(find_self(mesh).pairs, testing::Not(IsEmpty()));
}

TEST(BruteForce, DuplicatesAreCountedNotReported) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0F, 0, 0}, {1, -0.0F, 0}, {0, 1, -0.0F}};
  mesh.triangles = {{0, 1, 2}, {4, 3, 5}, {2, 0, 1}};
  const Contacts contacts = find_self(mesh);
  EXPECT_THAT(contacts.pairs, IsEmpty());
  EXPECT_EQ(contacts.stats.duplicates, 3U);
}

TEST(BruteForce, CountsItsWork) {
  const test::FaceToFace scene;
  const std::size_t triangles = scene.model.triangles.size();
  const Contacts contacts = find_all(scene.mesh_a(), scene.mesh_b());
  EXPECT_EQ(contacts.pairs.size(), 175U);
  EXPECT_EQ(contacts.stats.box_tests, triangles * triangles);
  EXPECT_EQ(contacts.stats.triangle_tests, 844U);
  EXPECT_EQ(contacts.stats.exact_tests, 0U);
  EXPECT_EQ(find_all(scene.mesh_a(), scene.mesh_b(), {.filters = false}).stats.exact_tests, 844U);

  // In its own place every triangle touches its neighbours' copies: no filter can tell.
  const Contacts twins = find_all(scene.mesh_a(), scene.mesh_a());
  EXPECT_EQ(twins.pairs.size(), 184802U);
  EXPECT_EQ(twins.stats.triangle_tests, 189086U);
  EXPECT_EQ(twins.stats.exact_tests, 184796U);

  const Contacts self = find_self(scene.mesh_a());
  EXPECT_EQ(self.pairs.size(), 7U);
  EXPECT_EQ(self.stats.box_tests, triangles * (triangles - 1) / 2);
  EXPECT_EQ(self.stats.triangle_tests, 87649U);
}

TEST(BruteForce, EmptyMeshesMeetNothing) {
  const Mesh some = random_mesh(5, 20, true);
  EXPECT_THAT(find_all({}, some).pairs, IsEmpty());
  EXPECT_THAT(find_any(some, {}).pairs, IsEmpty());
  EXPECT_THAT(find_self({}).pairs, IsEmpty());
}

#if defined(__x86_64__)
TEST(BruteForce, IgnoresTheHostsFloatingPointModes) {
  // Denormal coordinates: flush-to-zero would make all of them meet.
  Mesh a = random_mesh(6, 60, false);
  Mesh b = random_mesh(7, 60, false);
  for (Mesh* mesh : {&a, &b}) {
    for (Vec3& v : mesh->vertices) v = {v.x * 0x1p-135F, v.y * 0x1p-135F, v.z * 0x1p-135F};
  }
  const Contacts all = find_all(a, b);
  const Contacts self = find_self(a);
  EXPECT_GT(all.pairs.size(), 10U);
  EXPECT_LT(all.pairs.size(), 2000U);
  const unsigned saved = _mm_getcsr();
  for (const unsigned mode : {0x8000U, 0x0040U, 0x8040U, 0x2000U, 0x4000U, 0x6000U}) {
    _mm_setcsr(saved | mode);
    const Contacts all_again = find_all(a, b);
    const Contacts self_again = find_self(a);
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
