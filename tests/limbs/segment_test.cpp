// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/segment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/nearest_on_triangle.h"
#include "support/random.h"

namespace dermis {
namespace {

using limbs::Segment;
using math::Vec3d;
using test::Random;

Vec3d any(Random& random) {
  // On a grid, so that some lines are parallel, cross or touch.
  const auto coordinate = [&] { return double(random.below(5)) - 2; };
  const double x = coordinate();
  const double y = coordinate();
  const double z = coordinate();
  return {x, y, z};
}

Vec3d between(const Vec3d& a, const Vec3d& b, double share) {
  return (1 - share) * a + share * b;
}

constexpr int kSteps = 24;

TEST(Segment, NearestPointsOfSegmentsAreNearest) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const Vec3d p[4] = {any(random), any(random), any(random), any(random)};
    const Segment a{p[0], p[1]};
    const Segment b{p[2], p[3]};
    const auto found = nearest_points(a, b);
    EXPECT_LT(a.distance(found.on_a), 1e-12);
    EXPECT_LT(b.distance(found.on_b), 1e-12);
    const double distance = length(found.on_a - found.on_b);
    for (int i = 0; i <= kSteps; ++i) {
      EXPECT_LE(distance, b.distance(between(a.a, a.b, double(i) / kSteps)) + 1e-9) << round;
    }
  }
}

TEST(Segment, NearestPointsOfATriangleAreNearest) {
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    const Vec3d a = any(random);
    const Vec3d b = any(random);
    const Segment segment{a, b};
    const Vec3d t[3] = {any(random), any(random), any(random)};
    const auto found = nearest_points(segment, t);
    const double distance = length(found.on_a - found.on_b);
    EXPECT_LT(segment.distance(found.on_a), 1e-12) << round;
    EXPECT_LT(math::nearest_on_triangle(found.on_b, t[0], t[1], t[2]).distance_sq, 1e-18) << round;
    for (int i = 0; i <= kSteps; ++i) {
      for (int j = 0; i + j <= kSteps; ++j) {
        const double u = double(i) / kSteps;
        const double v = double(j) / kSteps;
        const Vec3d p = (1 - u - v) * t[0] + u * t[1] + v * t[2];
        EXPECT_LE(distance, segment.distance(p) + 1e-9) << round;
      }
    }
  }
}

TEST(Capsule, OverlapsWhatItTouches) {
  const Capsule a{{0, 0, 0}, {0, 1, 0}, 0.25F};
  EXPECT_TRUE(overlap(a, {{1, 0.5F, 0}, {2, 0.5F, 0}, 0.75F}));
  EXPECT_FALSE(overlap(a, {{1, 0.5F, 0}, {2, 0.5F, 0}, 0.7499F}));
  EXPECT_TRUE(overlap(a, {{0, 2, 0}, {0, 2, 0}, 0.75F}));
  EXPECT_TRUE(overlap(a, a));
}

TEST(Capsule, HoldsWhatAJointMakesOfItsPoints) {
  Random random(3);
  for (int round = 0; round < 500; ++round) {
    const auto coordinate = [&] { return random.between(-1, 1); };
    const auto vector = [&] {
      const float x = coordinate();
      const float y = coordinate();
      const float z = coordinate();
      return Vec3{x, y, z};
    };
    Affine joint;
    for (Vec3* const column : {&joint.x, &joint.y, &joint.z, &joint.t}) *column = vector();
    Capsule capsule;
    capsule.a = vector();
    capsule.b = vector();
    capsule.radius = random.unit();
    const Segment posed(moved(capsule, joint));
    const math::Affined matrix = math::to_double(joint);
    for (int i = 0; i < 50; ++i) {
      const Vec3d way = normalized(math::to_double(vector()));
      const double share = random.unit();
      const Vec3d p = between(math::to_double(capsule.a), math::to_double(capsule.b), share) +
                      double{capsule.radius} * way;
      EXPECT_LE(posed.distance(matrix * p), double{moved(capsule, joint).radius});
    }
  }
}

TEST(Capsule, HasTheVolumeOfACylinderAndABall) {
  EXPECT_NEAR(volume({{0, 0, 0}, {0, 0, 0}, 2}), 33.5103216, 1e-5);
  EXPECT_NEAR(volume({{0, 0, 0}, {3, 4, 0}, 1}), 15.7079633 + 4.1887902, 1e-5);
}

}  // namespace
}  // namespace dermis
