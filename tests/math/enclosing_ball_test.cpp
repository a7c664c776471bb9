// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/enclosing_ball.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/random.h"

namespace dermis::math {
namespace {

using test::Random;

std::vector<Vec3> random_points(Random& random, std::uint32_t count, bool on_grid) {
  std::vector<Vec3> points;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto coordinate = [&] {
      return on_grid ? static_cast<float>(random.below(4)) : random.between(-1, 1);
    };
    points.push_back({coordinate(), coordinate(), coordinate()});
  }
  return points;
}

bool contains_all(const Ball& ball, const std::vector<Vec3>& points) {
  return std::ranges::all_of(points, [&](const Vec3& p) { return contains(ball, p); });
}

/// The smallest ball by descent: decreasing steps from the centre towards the farthest point.
double radius_by_descent(const std::vector<Vec3>& points) {
  double c[3] = {points[0].x, points[0].y, points[0].z};
  double best = 0;
  double step = 0.5;
  for (int i = 0; i < 4000; ++i, step *= 0.995) {
    double largest = -1;
    const Vec3* far = nullptr;
    for (const Vec3& p : points) {
      const double d = std::hypot(p.x - c[0], p.y - c[1], p.z - c[2]);
      if (d > largest) largest = d, far = &p;
    }
    best = i == 0 ? largest : std::min(best, largest);
    c[0] += step * (far->x - c[0]);
    c[1] += step * (far->y - c[1]);
    c[2] += step * (far->z - c[2]);
  }
  return best;
}

TEST(EnclosingBall, HoldsAllPointsAndIsSmall) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const auto points = random_points(random, 1 + random.below(40), i % 2 == 0);
    const Ball ball = enclosing_ball(points);
    EXPECT_TRUE(contains_all(ball, points)) << i;
    EXPECT_LE(ball.radius, radius_by_descent(points) * 1.00001 + 1e-30) << i;
  }
}

TEST(EnclosingBall, KnownBalls) {
  const std::vector<Vec3> one{{1, 2, 3}};
  EXPECT_EQ(enclosing_ball(one).center, one[0]);
  EXPECT_EQ(enclosing_ball(one).radius, 0);
  const std::vector<Vec3> same(5, Vec3{1, 2, 3});
  EXPECT_EQ(enclosing_ball(same).radius, 0);
  const std::vector<Vec3> line{{0, 0, 0}, {1, 0, 0}, {4, 0, 0}, {2, 0, 0}};
  EXPECT_EQ(enclosing_ball(line).center, (Vec3{2, 0, 0}));
  EXPECT_FLOAT_EQ(enclosing_ball(line).radius, 2);
  // In an obtuse triangle, the longest side decides, not the circumscribed circle.
  const std::vector<Vec3> obtuse{{-3, 0, 0}, {3, 0, 0}, {0, 1, 0}};
  EXPECT_FLOAT_EQ(enclosing_ball(obtuse).radius, 3);
  // A cube has eight corners on its sphere.
  std::vector<Vec3> cube;
  for (int i = 0; i < 8; ++i) {
    cube.push_back({float(i & 1), float(i >> 1 & 1), float(i >> 2 & 1)});
  }
  EXPECT_FLOAT_EQ(enclosing_ball(cube).radius, std::sqrt(0.75F));
}

TEST(EnclosingBall, HoldsPointsOfAllScales) {
  Random random(2);
  for (const float scale : {0x1p-145F, 0x1p-120F, 1e-6F, 1e9F, 0x1p125F}) {
    auto points = random_points(random, 30, false);
    for (Vec3& p : points) p = {p.x * scale, p.y * scale, p.z * scale};
    EXPECT_TRUE(contains_all(enclosing_ball(points), points)) << scale;
  }
}

}  // namespace
}  // namespace dermis::math
