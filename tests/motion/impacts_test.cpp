// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/motion/impacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "dermis/base/isa.h"
#include "support/kinetic_lists.h"
#include "support/moving_meshes.h"

namespace dermis {
namespace {

using test::cloth;
using test::flying;
using test::Motion;
using test::Random;
using test::random_point;
using test::soup;
using test::square;
using test::touch;
using testing::ElementsAre;
using testing::HasSubstr;

/// The pairs that touch, in order.
std::vector<std::pair<std::uint32_t, std::uint32_t>> touching(const MovingMesh& a,
                                                              const MovingMesh& b) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
  for (std::uint32_t p = 0; p < a.triangles().size(); ++p) {
    for (std::uint32_t q = &a == &b ? p + 1 : 0; q < b.triangles().size(); ++q) {
      if (touch(a, p, b, q)) result.emplace_back(p, q);
    }
  }
  return result;
}

/// All methods find the impacts of brute force, at the same times, in the same order. Brute force
/// finds those of all features one by one.
void expect_same(const MovingMesh& a, const MovingMesh& b, const std::string& about) {
  const auto find = [&](const ImpactOptions& options) {
    return &a == &b ? find_self_impacts(a, options).impacts : find_impacts(a, b, options).impacts;
  };
  const auto judged = find({.method = ImpactMethod::brute_force});
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const Impact& contact : judged) {
    pairs.emplace_back(contact.a, contact.b);
    const auto time = touch(a, contact.a, b, contact.b);
    ASSERT_TRUE(time) << about;
    // The precision of a search depends on the impacts found before, and so do the last digits.
    EXPECT_NEAR(contact.time, *time, 1e-5) << about;
  }
  EXPECT_TRUE(std::ranges::is_sorted(judged)) << about;
  std::ranges::sort(pairs);
  EXPECT_EQ(pairs, touching(a, b)) << about;
  for (const bool all_cores : {false, true}) {
    EXPECT_EQ(find({.executor = all_cores ? nullptr : &serial_executor()}), judged) << about;
    for (const std::uint32_t parts : {0U, 1U, 3U, 10U}) {
      for (const auto method : {ImpactMethod::swept, ImpactMethod::swept_static_front}) {
        EXPECT_EQ(find({.method = method,
                        .time_slices = parts,
                        .executor = all_cores ? nullptr : &serial_executor()}),
                  judged)
            << about << ", swept in " << parts;
      }
    }
  }
  for (const KineticMode mode : {KineticMode::relaxed, KineticMode::literal}) {
    EXPECT_EQ(test::kinetic_contacts(a, b, mode), judged) << about << ", kinetic list";
  }
}

TEST(Impacts, AreTheSameByAllMethods) {
  Random random(1);
  for (int i = 0; i < 12; ++i) {
    const bool on_grid = i % 2 == 1;
    const MovingMesh a = flying(soup(random, 40, on_grid));
    const MovingMesh b = flying(soup(random, 30, on_grid));
    expect_same(a, b, "soups " + std::to_string(i));
    expect_same(a, a, "soup " + std::to_string(i));
  }
  for (int i = 0; i < 12; ++i) {
    const MovingMesh mesh = flying(cloth(random, 8, 0.2F * static_cast<float>(i)));
    expect_same(mesh, mesh, "cloth " + std::to_string(i));
  }
}

TEST(Impacts, AreTheSameOnEveryInstructionSet) {
  Random random(2);
  const MovingMesh mesh = flying(cloth(random, 12, 1));
  const MovingMesh other = flying(soup(random, 200, false));
  const auto self = find_self_impacts(mesh).impacts;
  const auto both = find_impacts(mesh, other).impacts;
  EXPECT_GT(self.size(), 50U);
  EXPECT_GT(both.size(), 20U);
  const Isa best = current_isa();
  for (const Isa isa : {Isa::scalar, Isa::sse4, Isa::avx2, Isa::avx512}) {
    if (!use_isa(isa)) continue;
    EXPECT_EQ(find_self_impacts(mesh).impacts, self) << to_string(isa);
    EXPECT_EQ(find_impacts(mesh, other).impacts, both) << to_string(isa);
  }
  ASSERT_TRUE(use_isa(best));
}

/// Triangles with a repeated corner, repeated triangles, and points.
TEST(Impacts, AreTheSameWithOddTriangles) {
  Random random(3);
  for (int i = 0; i < 12; ++i) {
    Motion motion = cloth(random, 5, 0.8F);
    const auto vertices = static_cast<std::uint32_t>(motion.from.size());
    for (int extra = 0; extra < 12; ++extra) {
      const std::uint32_t a = random.below(vertices);
      const std::uint32_t b = random.below(vertices);
      const std::uint32_t c = random.below(vertices);
      motion.triangles.push_back(random.below(2) == 0 ? Triangle{a, a, b} : Triangle{a, b, c});
    }
    motion.triangles.push_back(motion.triangles[0]);
    motion.triangles.push_back({3, 3, 3});
    const MovingMesh mesh = flying(motion);
    expect_same(mesh, mesh, "odd " + std::to_string(i));
  }
}

std::vector<double> times(const std::vector<Impact>& contacts) {
  std::vector<double> result;
  for (const Impact& contact : contacts) result.push_back(contact.time);
  return result;
}

TEST(Impacts, OfThingsAtRestInOnePlane) {
  const MovingMesh a = flying(square(1, {0, 0, 0}, {0, 0, 0}));
  const MovingMesh b = flying(square(1, {0.5, 0.25, 0}, {0.5, 0.25, 0}));
  expect_same(a, b, "rest");
  EXPECT_THAT(times(find_impacts(a, b).impacts), ElementsAre(0, 0, 0));
  // A mesh that never moved has no plans.
  const Motion rest = square(1, {0, 0, 0}, {0, 0, 0});
  const auto still = MovingMesh::make({rest.from, rest.triangles});
  EXPECT_EQ(find_impacts(*still, b).impacts.size(), 3U);
}

TEST(Impacts, AtKeyframesAndWhereBoxesBeginToOverlap) {
  const MovingMesh ground = flying(square(4, {0, 0, 0}, {0, 0, 0}));
  // One arrives at the end, one leaves at the beginning. Both boxes are flat, so they overlap only
  // then.
  const MovingMesh arrives = flying(square(1, {0, 0, 1}, {0, 0, 0}));
  const MovingMesh leaves = flying(square(1, {0, 0, 0}, {0, 0, 1}));
  const MovingMesh passes = flying(square(1, {0, 0, 1}, {0, 0, -3}));
  expect_same(ground, arrives, "arrives");
  expect_same(ground, leaves, "leaves");
  expect_same(ground, passes, "passes");
  for (const double time : times(find_impacts(ground, arrives).impacts)) {
    EXPECT_NEAR(time, 1, 1e-6);
  }
  EXPECT_EQ(find_impacts(ground, arrives).impacts.size(), 4U);
  for (const double time : times(find_impacts(ground, leaves).impacts)) EXPECT_EQ(time, 0);
  EXPECT_EQ(find_impacts(ground, leaves).impacts.size(), 4U);
  // Simultaneous impacts are sorted by pair.
  const auto contacts = find_impacts(ground, passes).impacts;
  ASSERT_EQ(contacts.size(), 4U);
  for (const Impact& contact : contacts) EXPECT_NEAR(contact.time, 0.25, 1e-6);
}

TEST(Impacts, OfAFlatPatchThatTurns) {
  // The patch rotates about the x axis by 90 degrees, every vertex in a straight line, near a wall.
  Motion patch{{}, {}, {}};
  const std::uint32_t n = 6;
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      patch.from.push_back({0.2 * x, 0.2 * y - 0.5, 0});
      patch.to.push_back({0.2 * x, 0, 0.2 * y - 0.5});
      if (x + 1 == n || y + 1 == n) continue;
      const std::uint32_t v = y * n + x;
      patch.triangles.push_back({v, v + 1, v + n});
      patch.triangles.push_back({v + n, v + 1, v + n + 1});
    }
  }
  const MovingMesh mesh = flying(patch);
  expect_same(mesh, mesh, "patch");
  EXPECT_THAT(find_self_impacts(mesh).impacts, testing::IsEmpty());
  const MovingMesh wall = flying(square(2, {0, 0, 0.25}, {0, 0, 0.25}));
  expect_same(mesh, wall, "patch and wall");
  EXPECT_FALSE(find_impacts(mesh, wall).impacts.empty());
}

/// Neighbors meet if they fold over: through each other, or onto each other.
TEST(Impacts, OfNeighborsThatFoldOver) {
  Motion fold{{{0, 1, 2}, {1, 0, 3}},
              {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, -1, 0}},
              {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, 0.8, 0.2}}};
  const auto contacts = [](const Motion& motion) {
    const MovingMesh mesh = flying(motion);
    expect_same(mesh, mesh, "fold");
    return find_self_impacts(mesh).impacts.size();
  };
  EXPECT_EQ(contacts(fold), 0U);  // folded, but not through
  fold.to[3] = {0.5, 0.5, -0.5};  // in a straight line behind it
  EXPECT_EQ(contacts(fold), 0U);
  fold.from[3] = {0.5, 0.5, 0.5};  // through the other triangle
  EXPECT_EQ(contacts(fold), 1U);
  fold.to[3] = {0.5, 0.5, 0};  // onto it
  EXPECT_EQ(contacts(fold), 1U);
  fold.from[3] = {0.5, 2, 0.5};
  fold.to[3] = {0.5, 2, 0};  // covers it
  EXPECT_EQ(contacts(fold), 1U);

  // Two triangles that share one corner.
  Motion hinge{{{0, 1, 2}, {0, 3, 4}},
               {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}},
               {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0.5}, {-1, -1, 0.5}}};
  EXPECT_EQ(contacts(hinge), 0U);
  hinge.to[3] = {2, 0.5, 0.5};
  hinge.to[4] = {2, 0.5, -0.5};
  EXPECT_EQ(contacts(hinge), 1U);
}

/// All triangles around a vertex are turned the same way, but wind around it twice: they overlap.
TEST(Impacts, OfAStarThatGoesAroundTwice) {
  Motion star;
  star.from = {{0, 0, 0}};
  // Every 120 degrees plus a bit, so that no two corners coincide.
  const double corner[6][2] = {{1, 0},      {-0.5, 0.9},  {-0.5, -0.9},
                               {1.1, 0.02}, {-0.6, 0.95}, {-0.55, -1}};
  for (std::uint32_t i = 0; i < 6; ++i) {
    star.from.push_back({corner[i][0], corner[i][1], 0});
    star.triangles.push_back({0, 1 + i, 1 + (i + 1) % 6});
  }
  star.to = star.from;
  const MovingMesh mesh = flying(star);
  expect_same(mesh, mesh, "twice around");
  EXPECT_GE(find_self_impacts(mesh).impacts.size(), 3U);
}

TEST(Impacts, FollowChangedPlans) {
  Random random(4);
  const Motion before = cloth(random, 8, 0.5F);
  Motion after = before;
  MovingMesh changed = flying(before);
  for (int i = 0; i < 40; ++i) {
    const std::uint32_t v = random.below(64);
    after.from[v] = random_point(random, 5);
    after.to[v] = random_point(random, 5);
    ASSERT_TRUE(changed.set_plan(v, {after.from[v], after.to[v]}));
    if (i % 10 != 9) continue;
    const MovingMesh fresh = [&] {
      auto mesh = MovingMesh::make({before.from, before.triangles});
      EXPECT_TRUE(mesh->fly(after.from, after.to));
      return std::move(*mesh);
    }();
    const auto contacts = find_self_impacts(changed);
    EXPECT_EQ(contacts.impacts, find_self_impacts(fresh).impacts);
    EXPECT_EQ(contacts.stats.box_tests, find_self_impacts(fresh).stats.box_tests);
  }
}

/// Far from the origin, single precision is coarse: slower, but with the same results.
TEST(Impacts, AreTheSameFarAway) {
  Random random(5);
  Motion motion = cloth(random, 6, 0.7F);
  for (auto* places : {&motion.from, &motion.to}) {
    for (Point& p : *places) {
      p[0] += 1e6;
      p[2] -= 1e6;
    }
  }
  const MovingMesh mesh = flying(motion);
  expect_same(mesh, mesh, "far");
}

void scale(Motion& motion, double factor) {
  for (auto* places : {&motion.from, &motion.to}) {
    for (Point& p : *places) {
      for (double& x : p) x *= factor;
    }
  }
}

/// Powers of two change nothing in double precision. Single precision fails at some of them.
TEST(Impacts, AreTheSameAtEveryScale) {
  Random random(6);
  for (const Motion& motion : {soup(random, 150, false), cloth(random, 12, 0.6F)}) {
    const auto find = [](const MovingMesh& mesh, ImpactMethod method) {
      return find_self_impacts(mesh, {.method = method, .time_slices = 3, .tolerance = 0}).impacts;
    };
    const auto pairs = [](const std::vector<Impact>& contacts) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> result;
      for (const Impact& contact : contacts) result.emplace_back(contact.a, contact.b);
      std::ranges::sort(result);
      return result;
    };
    const auto wanted = pairs(find(flying(motion), ImpactMethod::brute_force));
    EXPECT_GT(wanted.size(), 10U);
    for (int power = -140; power <= 96; power += 3) {
      Motion scaled = motion;
      scale(scaled, std::ldexp(1.0, power));
      const MovingMesh mesh = flying(scaled);
      const auto judged = find(mesh, ImpactMethod::brute_force);
      EXPECT_EQ(pairs(judged), wanted) << "2^" << power;
      for (const auto method :
           {ImpactMethod::space_time, ImpactMethod::swept, ImpactMethod::swept_static_front}) {
        EXPECT_TRUE(find(mesh, method) == judged) << to_string(method) << " at 2^" << power;
      }
    }
  }
}

/// Meshes as small as the tolerance: many impacts are reported of features that are only near.
TEST(Impacts, AreTheSameWithinTheTolerance) {
  Random random(7);
  for (int i = 0; i < 6; ++i) {
    for (const double factor : {1e-7, 1e-6, 1e-5}) {
      Motion motion = i % 2 == 0 ? soup(random, 30, false) : cloth(random, 6, 0.2F);
      scale(motion, factor);
      const MovingMesh mesh = flying(motion);
      expect_same(mesh, mesh, "size " + std::to_string(1e6 * factor) + " tolerances");
    }
  }
}

/// Balls around vertices: all methods agree, and miss no pair that comes near enough.
TEST(Impacts, AreTheSameWithRadii) {
  Random random(8);
  std::size_t contacts = 0;
  for (int i = 0; i < 12; ++i) {
    MovingMesh a = flying(i % 3 == 0 ? cloth(random, 6, 0.5F) : soup(random, 40, i % 3 == 1));
    MovingMesh b = flying(soup(random, 40, i % 2 == 1));
    const auto contacts_without = find_impacts(a, b).impacts.size();
    for (MovingMesh* const mesh : {&a, &b}) {
      std::vector<float> radii(mesh->plans().size());
      for (float& radius : radii) radius = random.below(4) == 0 ? 0 : random.between(0, 0.1F);
      ASSERT_TRUE(mesh->set_radii(radii));
    }
    for (const MovingMesh* const other : {&a, &b}) {
      const auto judged = find_impacts(a, *other, {.method = ImpactMethod::brute_force}).impacts;
      if (other == &b) {
        EXPECT_GE(judged.size(), contacts_without);
        contacts += judged.size();
      }
      for (const auto method :
           {ImpactMethod::space_time, ImpactMethod::swept, ImpactMethod::swept_static_front}) {
        for (const std::uint32_t parts : {1U, 4U}) {
          EXPECT_TRUE(find_impacts(a, *other, {.method = method, .time_slices = parts}).impacts ==
                      judged)
              << to_string(method) << " in " << parts << ", " << i << (other == &a ? " self" : "");
        }
      }
      for (const KineticMode mode : {KineticMode::relaxed, KineticMode::literal}) {
        EXPECT_TRUE(test::kinetic_contacts(a, *other, mode) == judged) << "kinetic list " << i;
      }
    }
    // If the balls around two corners overlap at some time, the pair of triangles must be found.
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const auto& [time, p, q] : find_impacts(a, b).impacts) found.emplace(p, q);
    for (int k = 0; k < 2000; ++k) {
      const double time = random.between(0, 1);
      const std::uint32_t p = random.below(static_cast<std::uint32_t>(a.triangles().size()));
      const std::uint32_t q = random.below(40);
      const auto point = [&](const MovingMesh& mesh, std::uint32_t v) {
        const MovingPoint& plan = mesh.plans()[v];
        Point at;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          at[axis] = (1 - time) * plan.from[axis] + time * plan.to[axis];
        }
        return at;
      };
      for (const std::uint32_t v : a.triangles()[p]) {
        for (const std::uint32_t w : b.triangles()[q]) {
          const Point x = point(a, v);
          const Point y = point(b, w);
          const double distance = std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
          if (distance <= double{a.radii()[v]} + double{b.radii()[w]}) {
            EXPECT_TRUE(found.contains({p, q})) << i;
          }
        }
      }
    }
  }
  EXPECT_GT(contacts, 500U);
}

TEST(Impacts, OfAMeshAndItself) {
  Random random(7);
  const MovingMesh mesh = flying(cloth(random, 8, 1));
  for (const auto method : {ImpactMethod::space_time, ImpactMethod::swept,
                            ImpactMethod::swept_static_front, ImpactMethod::brute_force}) {
    EXPECT_EQ(find_impacts(mesh, mesh, {.method = method}).impacts,
              find_self_impacts(mesh).impacts);
  }
}

TEST(Impacts, OfNothing) {
  const auto nothing = MovingMesh::make({});
  const auto points = MovingMesh::make({{{0, 0, 0}}, {}});
  Random random(6);
  const MovingMesh mesh = flying(cloth(random, 3, 0));
  ASSERT_TRUE(nothing && points);
  EXPECT_TRUE(find_self_impacts(*nothing).impacts.empty());
  EXPECT_TRUE(find_impacts(*nothing, mesh).impacts.empty());
  EXPECT_TRUE(find_impacts(mesh, *points).impacts.empty());
}

TEST(Impacts, RefuseBadMeshes) {
  const auto why = [](const auto& result) { return result ? "" : result.error().message; };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(why(MovingMesh::make({{{0, 0, 0}, {0, nan, 0}}, {}})), HasSubstr("vertex 1"));
  EXPECT_THAT(why(MovingMesh::make({{{0, 0, 1e40}}, {}})), HasSubstr("too large"));
  EXPECT_THAT(why(MovingMesh::make({{{0, 0, 0}}, {{0, 0, 1}}})),
              HasSubstr("triangle 0 has the vertex 1, but there is 1 vertex"));
  auto mesh = MovingMesh::make({{{0, 0, 0}}, {{0, 0, 0}}});
  ASSERT_TRUE(mesh);
  EXPECT_THAT(why(mesh->fly_to({})), HasSubstr("0 positions for 1 vertex"));
  const std::vector<Point> bad{{nan, 0, 0}};
  EXPECT_THAT(why(mesh->fly_to(bad)), HasSubstr("vertex 0"));
  EXPECT_THAT(why(mesh->set_plan(1, {})), HasSubstr("no vertex 1"));
  EXPECT_THAT(why(mesh->set_plan(0, {}, 1.5)), HasSubstr("from 0 to 1"));
  const std::vector<float> radii{1, 2};
  EXPECT_THAT(why(mesh->set_radii(radii)), HasSubstr("2 radii for 1 vertex"));
  const std::vector<float> negative{-1};
  EXPECT_THAT(why(mesh->set_radii(negative)), HasSubstr("vertex 0 has a radius"));
  EXPECT_THAT(why(mesh->set_plan(0, {{nan, 0, 0}, {}})), HasSubstr("vertex 0"));
}

}  // namespace
}  // namespace dermis
