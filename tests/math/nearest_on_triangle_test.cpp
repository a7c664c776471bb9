// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/nearest_on_triangle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/random.h"

namespace dermis::math {
namespace {

using test::Random;

using Corners = std::array<Vec3d, 3>;

/// A second implementation, in long double: the best of the foot on the plane and of three
/// segments.
class Reference {
 public:
  Reference(const Vec3d& p, const Corners& corners) : p_(wide(p)) {
    const V a = wide(corners[0]);
    const V b = wide(corners[1]);
    const V c = wide(corners[2]);
    segment(a, b);
    segment(b, c);
    segment(c, a);
    const V ab = minus(b, a);
    const V ac = minus(c, a);
    const V ap = minus(p_, a);
    const V normal{ab[1] * ac[2] - ab[2] * ac[1], ab[2] * ac[0] - ab[0] * ac[2],
                   ab[0] * ac[1] - ab[1] * ac[0]};
    const long double square = dot(normal, normal);
    if (!(square > 0)) return;
    const long double u = volume(ap, ac, normal) / square;
    const long double v = volume(ab, ap, normal) / square;
    if (u < 0 || v < 0 || u + v > 1) return;
    distance_ = std::min(distance_, std::abs(dot(ap, normal)) / std::sqrt(square));
  }
  [[nodiscard]] double distance() const { return static_cast<double>(distance_); }

 private:
  using V = std::array<long double, 3>;

  static V wide(const Vec3d& v) { return {v.x, v.y, v.z}; }
  static V minus(const V& a, const V& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
  static long double dot(const V& a, const V& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  static long double volume(const V& a, const V& b, const V& c) {
    return (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] +
           (a[0] * b[1] - a[1] * b[0]) * c[2];
  }
  void segment(const V& a, const V& b) {
    const V ab = minus(b, a);
    const V ap = minus(p_, a);
    const long double square = dot(ab, ab);
    const long double share = square > 0 ? std::clamp(dot(ap, ab) / square, 0.0L, 1.0L) : 0.0L;
    const V way = minus(ap, {share * ab[0], share * ab[1], share * ab[2]});
    distance_ = std::min(distance_, std::sqrt(dot(way, way)));
  }

  V p_;
  long double distance_ = HUGE_VALL;
};

Vec3d at(const Corners& corners, double a, double b, double c) {
  return a * corners[0] + (b * corners[1] + c * corners[2]);
}

Vec3d any(Random& random, float size) {
  const double x = random.between(-size, size);
  const double y = random.between(-size, size);
  const double z = random.between(-size, size);
  return {x, y, z};
}

/// On a grid, many points are coplanar or equal, and many lines are parallel.
Vec3d on_grid(Random& random) {
  const auto coordinate = [&] { return double(random.below(5)) - 2; };
  const double x = coordinate();
  const double y = coordinate();
  const double z = coordinate();
  return {x, y, z};
}

/// `size` is the magnitude of the numbers. `blur` is the relative error of planes, which is large
/// for needles.
void expect_nearest(const Vec3d& p, const Corners& corners, double size, double blur) {
  const NearestOnTriangle found = nearest_on_triangle(p, corners[0], corners[1], corners[2]);
  const double distance = std::sqrt(found.distance_sq);
  const double off = blur * size;
  EXPECT_NEAR(distance, Reference(p, corners).distance(), off);
  EXPECT_NEAR(distance, length(p - found.point), off);
  const auto& [a, b, c] = found.weight;
  for (const double w : {a, b, c}) {
    EXPECT_GE(w, 0);
    EXPECT_LE(w, 1 + 1e-12);
  }
  EXPECT_NEAR(a + b + c, 1, 1e-12);
  EXPECT_LE(length(at(corners, a, b, c) - found.point), off);
}

TEST(NearestOnTriangle, IsWhatLongDoublesSay) {
  Random random(1);
  for (int round = 0; round < 20'000; ++round) {
    const bool grid = round % 2 == 0;
    const auto point = [&] { return grid ? on_grid(random) : any(random, 1); };
    Corners corners;
    for (Vec3d& corner : corners) corner = point();
    const Vec3d p = grid ? point() : any(random, round % 3 == 0 ? 0.3F : 3);
    expect_nearest(p, corners, 5, 1e-11);
    if (testing::Test::HasFailure()) FAIL() << "round " << round;
  }
}

TEST(NearestOnTriangle, IsNotFartherThanAnyOther) {
  Random random(2);
  constexpr int kSteps = 20;
  for (int round = 0; round < 1000; ++round) {
    const Corners corners{on_grid(random), on_grid(random), on_grid(random)};
    const Vec3d p = round % 2 == 0 ? on_grid(random) : any(random, 2);
    const NearestOnTriangle found = nearest_on_triangle(p, corners[0], corners[1], corners[2]);
    double least = HUGE_VAL;
    for (int i = 0; i <= kSteps; ++i) {
      for (int j = 0; i + j <= kSteps; ++j) {
        const double u = double(i) / kSteps;
        const double v = double(j) / kSteps;
        least = std::min(least, length(at(corners, 1 - u - v, u, v) - p));
      }
    }
    const double distance = std::sqrt(found.distance_sq);
    EXPECT_LE(distance, least + 1e-12) << round;
    // Every point of the triangle is within half a cell of a sample.
    EXPECT_GE(distance, least - 6.0 / kSteps) << round;
  }
}

TEST(NearestOnTriangle, TakesNeedlesSegmentsAndPoints) {
  Random random(3);
  for (int round = 0; round < 20'000; ++round) {
    const Vec3d a = any(random, 1);
    const Vec3d b = round % 5 == 0 ? a : any(random, 1);
    const double share = random.between(-0.5F, 1.5F);
    Corners corners{a, b, a + share * (b - a)};
    // From very thin to almost regular triangles.
    const double width = round % 3 == 0 ? 0 : std::pow(10.0, -double(random.between(1, 17)));
    corners[2] = corners[2] + width * any(random, 1);
    std::swap(corners[random.below(3)], corners[2]);
    const Vec3d p = round % 7 == 0 ? corners[random.below(3)] : any(random, 2);
    expect_nearest(p, corners, 5, 1e-7);
    if (testing::Test::HasFailure()) FAIL() << "round " << round << " width " << width;
  }
}

TEST(NearestOnTriangle, KnowsCornersSidesAndTheFace) {
  const Vec3d a{0, 0, 0};
  const Vec3d b{4, 0, 0};
  const Vec3d c{0, 4, 0};
  const auto expect = [&](const Vec3d& p, const Vec3d& point, const std::array<double, 3>& weight) {
    const NearestOnTriangle found = nearest_on_triangle(p, a, b, c);
    EXPECT_EQ(length(found.point - point), 0);
    for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(found.weight[i], weight[i]);
    EXPECT_EQ(found.distance_sq, dot(p - point, p - point));
  };
  expect({1, 1, 3}, {1, 1, 0}, {0.5, 0.25, 0.25});
  expect({1, 1, 0}, {1, 1, 0}, {0.5, 0.25, 0.25});
  expect({-1, -2, 1}, a, {1, 0, 0});
  expect({7, -1, 1}, b, {0, 1, 0});
  expect({-1, 9, -1}, c, {0, 0, 1});
  expect({2, -3, 1}, {2, 0, 0}, {0.5, 0.5, 0});
  expect({-3, 1, 0}, {0, 1, 0}, {0.75, 0, 0.25});
  expect({4, 4, 2}, {2, 2, 0}, {0, 0.5, 0.5});
  expect(b, b, {0, 1, 0});
}

/// Ten kilometres away, and as small or as large as the numbers of models get.
TEST(NearestOnTriangle, IsTheSameAtEveryScaleAndAnywhere) {
  Random random(4);
  for (const double scale : {1e-30, 1e-6, 1e6, 1e30}) {
    for (int round = 0; round < 500; ++round) {
      Corners corners{any(random, 1), any(random, 1), any(random, 1)};
      for (Vec3d& corner : corners) corner = scale * corner;
      expect_nearest(scale * any(random, 2), corners, 5 * scale, 1e-9);
    }
  }
  const Vec3d far{1e4, -1e4, 1e4};
  for (int round = 0; round < 500; ++round) {
    Corners corners{any(random, 1), any(random, 1), any(random, 1)};
    for (Vec3d& corner : corners) corner = far + corner;
    expect_nearest(far + any(random, 2), corners, 3e4, 1e-12);
  }
}

}  // namespace
}  // namespace dermis::math
