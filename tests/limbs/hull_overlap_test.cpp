// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/hull_overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "dermis/model/solids.h"
#include "math/elementary.h"
#include "support/random.h"

namespace dermis {
namespace {

using limbs::hull_overlap;
using limbs::PointCloud;
using math::Vec3d;
using test::Random;

std::vector<Vec3> placed_at(const Model& model, const Vec3& at, const Affine& turned = {}) {
  std::vector<Vec3> result;
  for (const Vec3& p : model.positions) {
    const Vec3d q = math::to_double(turned) * math::to_double(p) + math::to_double(at);
    result.push_back(math::to_float(q));
  }
  return result;
}

std::optional<limbs::HullOverlap> overlap_of(const std::vector<Vec3>& a,
                                             const std::vector<Vec3>& b) {
  std::uint64_t supports = 0;
  return hull_overlap(PointCloud(a), PointCloud(b), {0, 1, 0}, supports);
}

struct Case {
  const char* name;
  Model a, b;
  Vec3 at;
  double depth;
};

TEST(HullOverlap, IsTheDepthOfBallsBoxesAndCapsules) {
  const Model ball = make_ball(0.5F, 64);
  const Model box = make_box({1, 2, 3});
  const Model capsule = make_capsule(1, 0.5F, 64);
  const float diagonal = std::sqrt(0.5F);
  const Case cases[] = {
      {"ball, ball", ball, ball, {0.8F * diagonal, 0.8F * diagonal, 0}, 0.2},
      {"ball, ball, the same", ball, ball, {0, 0, 0}, 1},
      {"ball, side of a box", ball, box, {0.7F, 0.1F, -0.2F}, 0.3},
      {"ball deep in a box", ball, box, {0.1F, 0, 0}, 0.9},
      {"ball, edge of a box", ball, box, {0.5F + 0.4F * diagonal, 1 + 0.4F * diagonal, 0}, 0.1},
      {"box, box", box, box, {0.9F, 0.3F, 0.5F}, 0.1},
      {"box, box, on top", box, box, {0.3F, 1.95F, 0.2F}, 0.05},
      {"capsule, capsule, beside", capsule, capsule, {0.9F, 0.4F, 0}, 0.1},
      {"capsule, capsule, on top", capsule, capsule, {0, 1.9F, 0}, 0.1},
      {"capsule, box", capsule, box, {0.85F, 0.2F, 0.1F}, 0.15},
      {"capsule, ball", capsule, ball, {0.5F, 0.2F, 0.6F}, 1 - std::sqrt(0.61)},
  };
  for (const Case& c : cases) {
    const auto found = overlap_of(placed_at(c.a, {0, 0, 0}), placed_at(c.b, c.at));
    ASSERT_TRUE(found) << c.name;
    EXPECT_NEAR(found->depth, c.depth, 0.02 * c.depth + 1e-4) << c.name;
    EXPECT_NEAR(length(found->normal), 1, 1e-6) << c.name;
    // The points that touch last are this far apart.
    EXPECT_NEAR(dot(found->on_a - found->on_b, found->normal), found->depth, 1e-4) << c.name;
    // A move along the normal by the depth separates them.
    const Vec3d out = 1.0001 * found->depth * found->normal + math::to_double(c.at);
    const auto after = overlap_of(placed_at(c.a, {0, 0, 0}), placed_at(c.b, math::to_float(out)));
    EXPECT_TRUE(!after || after->depth < 1e-4) << c.name;
  }
}

TEST(HullOverlap, IsNothingBetweenWhatIsApart) {
  const auto ball = placed_at(make_ball(0.5F), {0, 0, 0});
  EXPECT_FALSE(overlap_of(ball, placed_at(make_ball(0.5F), {1.001F, 0, 0})));
  EXPECT_FALSE(overlap_of(ball, placed_at(make_box({1, 1, 1}), {0.9F, 0.9F, 0})));
  EXPECT_FALSE(overlap_of(ball, {}));
  EXPECT_FALSE(overlap_of({}, {}));
}

/// The least overlap along `count` directions. The true depth is not larger.
double sampled_depth(const std::vector<Vec3>& a, const std::vector<Vec3>& b, int count) {
  double least = HUGE_VAL;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count;
    const auto [s, c] = math::sin_cos_degrees(137.50776405 * i);
    const double r = std::sqrt(1 - z * z);
    const Vec3d n{r * c, r * s, z};
    double top = -HUGE_VAL;
    double bottom = HUGE_VAL;
    for (const Vec3& p : a) top = std::max(top, dot(math::to_double(p), n));
    for (const Vec3& p : b) bottom = std::min(bottom, dot(math::to_double(p), n));
    least = std::min(least, top - bottom);
  }
  return least;
}

TEST(HullOverlap, IsNeverMoreThanAnyDirectionNeeds) {
  Random random(4);
  int overlapping = 0;
  for (int round = 0; round < 400; ++round) {
    // Random points; points of a grid, many in one plane; very flat sets; few or many.
    const int kind = round % 4;
    const auto points = [&](float aside) {
      std::vector<Vec3> result;
      const std::uint32_t count = 1 + random.below(kind == 0 ? 6 : 60);
      for (std::uint32_t i = 0; i < count; ++i) {
        const auto coordinate = [&] {
          return kind == 1 ? static_cast<float>(random.below(3)) : random.between(0, 2);
        };
        const float x = coordinate() + aside;
        const float y = coordinate();
        const float z = kind == 2 ? 1e-6F * coordinate() : coordinate();
        result.push_back({x, y, z});
      }
      return result;
    };
    const auto a = points(0);
    const auto b = points(random.between(0, 2.2F));
    const double sampled = sampled_depth(a, b, 3000);
    const auto found = overlap_of(a, b);
    if (found) {
      ++overlapping;
      EXPECT_LE(found->depth, sampled + 1e-5) << round;
      EXPECT_GE(found->depth, -1e-6) << round;
      // The samples are dense: the error is a small angle times the extent.
      EXPECT_GE(found->depth, sampled - 0.12) << round;
    } else {
      EXPECT_LT(sampled, 0.12) << round;
    }
  }
  EXPECT_GT(overlapping, 100);
}

TEST(HullOverlap, ContainsPointsInside) {
  const PointCloud box(make_box({2, 2, 2}).positions);
  EXPECT_TRUE(limbs::hull_contains(box, {0, 0, 0}));
  EXPECT_TRUE(limbs::hull_contains(box, {0.99F, -0.99F, 0.99F}));
  EXPECT_FALSE(limbs::hull_contains(box, {1.01F, 0, 0}));
}

TEST(PointCloud, FindsTheFirstOfTheFarthest) {
  const std::vector<Vec3> points(21, {1, 2, 3});
  EXPECT_EQ(PointCloud(points).farthest({1, 0, 0}), 0U);
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec3> some(1 + random.below(40));
    for (Vec3& p : some) {
      p.x = random.between(-1, 1);
      p.y = random.between(-1, 1);
      p.z = random.between(-1, 1);
    }
    const float x = random.between(-1, 1);
    const float y = random.between(-1, 1);
    const float z = random.between(-1, 1);
    const auto along = [&](const Vec3& p) { return (p.x * x + p.y * y) + p.z * z; };
    const auto expected = std::ranges::max_element(some, {}, along) - some.begin();
    EXPECT_EQ(PointCloud(some).farthest({x, y, z}), expected);
  }
}

}  // namespace
}  // namespace dermis
