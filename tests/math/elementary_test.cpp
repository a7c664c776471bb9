// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/elementary.h"

#include <gtest/gtest.h>

#include <cmath>

namespace dermis::math {
namespace {

TEST(Elementary, SineAndCosineAreAccurate) {
  for (int i = -4000; i <= 4000; ++i) {
    const double x = 0.01 * i + 1e-5 * i * i / 4000;
    const auto [s, c] = sin_cos(x);
    EXPECT_NEAR(s, std::sin(x), 4e-16) << x;
    EXPECT_NEAR(c, std::cos(x), 4e-16) << x;
  }
}

TEST(Elementary, DegreesAreExactAtQuarterTurns) {
  for (int k = -12; k <= 12; ++k) {
    const auto [s, c] = sin_cos_degrees(90.0 * k);
    const int q = ((k % 4) + 4) % 4;
    EXPECT_EQ(s, q == 1 ? 1 : q == 3 ? -1 : 0) << k;
    EXPECT_EQ(c, q == 0 ? 1 : q == 2 ? -1 : 0) << k;
  }
  for (const double d : {1.0, -30.0, 44.9, 45.0, 45.1, 100.0, -179.0, 1234.5, 7.2e5}) {
    EXPECT_NEAR(sin_cos_degrees(d).sin, std::sin(std::fmod(d, 360) * kPi / 180), 1e-14) << d;
    EXPECT_NEAR(sin_cos_degrees(d).cos, std::cos(std::fmod(d, 360) * kPi / 180), 1e-14) << d;
  }
  EXPECT_TRUE(std::isfinite(sin_cos_degrees(1e300).sin));
}

TEST(Elementary, ArcTangentIsAccurate) {
  for (int i = 0; i <= 1000; ++i) {
    const double z = i / 1000.0;
    EXPECT_NEAR(arc_tangent(z), std::atan(z), 3e-16) << z;
  }
}

/// Textbook slerp with the system's library.
Quatd reference_slerp(const Quatd& a, const Quatd& b, double t) {
  const double angle = std::acos(std::min(1.0, dot(a, b)));
  return (std::sin((1 - t) * angle) / std::sin(angle)) * a +
         (std::sin(t * angle) / std::sin(angle)) * b;
}

TEST(Elementary, SlerpMatchesTheTextbook) {
  for (double degrees = 0.5; degrees < 180; degrees += 3.7) {
    const Quatd a = rotation_about({1, 2, 3}, 20);
    const Quatd b = rotation_about({3, -1, 0.5}, degrees) * a;
    for (const double t : {0.0, 0.1, 0.5, 0.77, 1.0}) {
      EXPECT_LT(length(slerp(a, b, t) - reference_slerp(a, b, t)), 1e-14) << degrees << ' ' << t;
    }
  }
}

TEST(Elementary, SlerpTakesTheShortWayAndNormalises) {
  const Quatd a = rotation_about({0, 0, 1}, 10);
  const Quatd b = rotation_about({0, 0, 1}, 50);
  const Quatd middle = rotation_about({0, 0, 1}, 30);
  EXPECT_LT(length(slerp(a, -1.0 * b, 0.5) - middle), 1e-15);
  EXPECT_LT(length(slerp(3.0 * a, 0.2 * b, 0.5) - middle), 1e-15);
  EXPECT_LT(length(slerp(a, a, 0.3) - a), 1e-15);
  // A zero quaternion counts as no rotation.
  EXPECT_LT(length(slerp(Quatd{0, 0, 0, 0}, a, 1) - a), 1e-15);
}

TEST(Elementary, NearlyEqualRotationsInterpolateSmoothly) {
  const Quatd a = rotation_about({1, 0, 0}, 40);
  for (const double tiny : {1e-3, 1e-5, 1e-6, 1e-7, 1e-9, 1e-12}) {
    const Quatd b = rotation_about({1, 0, 0}, 40 + tiny);
    const Quatd expected = rotation_about({1, 0, 0}, 40 + 0.25 * tiny);
    EXPECT_LT(length(slerp(a, b, 0.25) - expected), 1e-15) << tiny;
  }
}

}  // namespace
}  // namespace dermis::math
