// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/motion/impact_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "support/hash.h"
#include "support/random.h"

namespace dermis {
namespace {

using test::Random;
using Points = std::array<MovingPoint, 4>;

constexpr Features kBoth[] = {Features::vertex_face, Features::edge_edge};

/// A multiple of 1/16 in [−2, 2]: sums and products of a few such numbers are exact.
double coarse(Random& random) {
  return (static_cast<double>(random.below(65)) - 32) / 16;
}

Point coarse_point(Random& random) {
  const double x = coarse(random);
  const double y = coarse(random);
  const double z = coarse(random);
  return {x, y, z};
}

/// Multiples of 1/16 that sum to 1; none is negative.
template <std::size_t N>
std::array<double, N> coarse_weights(Random& random) {
  std::array<double, N> result{};
  unsigned left = 16;
  for (std::size_t i = 0; i + 1 < N; ++i) {
    const unsigned part = random.below(left + 1);
    result[i] = part / 16.0;
    left -= part;
  }
  result[N - 1] = left / 16.0;
  return result;
}

/// Features that touch exactly at this time: the first point is placed so that they do. With
/// `fewer`, corners move together, so that edges have no length, and faces no area.
Points touching(Features features, double time, bool fewer, Random& random) {
  Points p;
  for (MovingPoint& point : p) {
    point.from = coarse_point(random);
    point.to = coarse_point(random);
  }
  if (fewer) p[3] = p[2];
  if (fewer && random.below(2) == 0) p[1] = p[2];
  const auto w = coarse_weights<3>(random);
  const bool in_the_middle =
      random.below(2) == 0;  // true: the middle of the first edge; false: its end
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto at = [&](std::size_t i) {
      return p[i].from[axis] + time * (p[i].to[axis] - p[i].from[axis]);
    };
    double x = 0;
    if (features == Features::vertex_face) {
      x = w[0] * at(1) + w[1] * at(2) + w[2] * at(3);
    } else {
      const double on_edge = (w[0] + w[1]) * at(2) + w[2] * at(3);
      x = in_the_middle ? 2 * on_edge - at(1) : on_edge;
    }
    const double speed = coarse(random);
    p[0].from[axis] = x - time * speed;
    p[0].to[axis] = x + (1 - time) * speed;
  }
  return p;
}

/// Features that touch are found, whatever their shape, and not too late.
TEST(ImpactTime, FindsAllThatTouch) {
  Random random(1);
  for (const Features features : kBoth) {
    for (int i = 0; i < 100'000; ++i) {
      const double time = random.below(17) / 16.0;
      const bool fewer = random.below(4) == 0;
      const Points p = touching(features, time, fewer, random);
      const auto contact = find_impact_time(features, p);
      ASSERT_TRUE(contact.has_value()) << "query " << i;
      ASSERT_LE(contact->from, time) << "query " << i;
      ASSERT_LE(contact->from, contact->to);
      ASSERT_GE(contact->from, 0);
      ASSERT_LE(contact->to, 1);
    }
  }
}

using Real = long double;
struct Vector {
  Real x, y, z;
};
Vector operator-(const Vector& a, const Vector& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Vector operator+(const Vector& a, const Vector& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vector operator*(Real s, const Vector& v) {
  return {s * v.x, s * v.y, s * v.z};
}
Real dot(const Vector& a, const Vector& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

Vector at(const MovingPoint& p, Real t) {
  const auto axis = [&](std::size_t i) { return (1 - t) * p.from[i] + t * p.to[i]; };
  return {axis(0), axis(1), axis(2)};
}

/// The minimum of a convex function on [0, 1], by search.
template <class Function>
Real least_of(Function&& f) {
  Real low = 0;
  Real high = 1;
  for (int i = 0; i < 40; ++i) {
    const Real a = low + (high - low) / 3;
    const Real b = high - (high - low) / 3;
    if (f(a) < f(b)) {
      high = b;
    } else {
      low = a;
    }
  }
  return f(low);
}

Real distance(Features features, const Points& p, Real time) {
  const Vector a = at(p[0], time);
  const Vector b = at(p[1], time);
  const Vector c = at(p[2], time);
  const Vector d = at(p[3], time);
  return std::sqrt(least_of([&](Real s) {
    return least_of([&](Real t) {
      const Vector gap = features == Features::vertex_face ? b + s * ((c - b) + t * (d - c)) - a
                                                           : (c + t * (d - c)) - (a + s * (b - a));
      return dot(gap, gap);
    });
  }));
}

/// An independent implementation: steps through time as far as the distance allows. Features that
/// come no nearer than a hundred tolerances are not reported.
TEST(ImpactTime, ReportsOnlyWhatComesNear) {
  Random random(2);
  int apart = 0;
  int near = 0;
  const double tolerance = 1e-4;
  for (const Features features : kBoth) {
    for (int i = 0; i < 150; ++i) {
      Points p;
      Real speed = 0;
      for (MovingPoint& point : p) {
        Real square = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          point.from[axis] = random.between(-1, 1);
          point.to[axis] = point.from[axis] + random.between(-1, 1);
          square += std::pow(Real{point.to[axis]} - point.from[axis], 2);
        }
        speed = std::max(speed, std::sqrt(square));
      }
      const auto contact = find_impact_time(features, p, {tolerance});
      Real time = 0;
      Real least = 1e9;
      while (time <= 1 && least > tolerance / 10) {
        const Real now = distance(features, p, time);
        least = std::min(least, now);
        time += std::max(now, Real{tolerance} / 100) / (2 * speed);
      }
      if (least > 100 * tolerance) {
        ++apart;
        EXPECT_FALSE(contact.has_value()) << "query " << i << " comes to " << double(least);
      } else if (contact) {
        ++near;
      }
    }
  }
  EXPECT_GT(apart, 100);
  EXPECT_GT(near, 15);
}

/// The impact of a vertex that passes through a face is found within the tolerance.
TEST(ImpactTime, IsTightWhereThingsPassThrough) {
  Random random(3);
  for (const double tolerance : {1e-2, 1e-6, 1e-10}) {
    for (int i = 0; i < 1000; ++i) {
      const double time = random.between(0.01F, 0.99F);
      const double speed = random.between(0.5F, 5);
      // The vertex moves down the z axis through the origin, where a large enough face rotates.
      Points p{{{{0, 0, time * speed}, {0, 0, (time - 1) * speed}},
                {{1, 0, 0}, {0.8, 0.6, 0}},
                {{-0.5, 0.9, 0}, {-0.9, 0.4, 0}},
                {{-0.5, -0.9, 0}, {0, -1, 0}}}};
      const auto contact = find_impact_time(Features::vertex_face, p, {tolerance});
      ASSERT_TRUE(contact.has_value());
      EXPECT_LE(contact->from, time);
      EXPECT_GE(contact->to, time - 1e-15);
      EXPECT_LE(contact->to - contact->from, tolerance);
    }
  }
}

TEST(ImpactTime, CountsTouchingAtEitherEnd) {
  const MovingPoint face[3] = {
      {{0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {0, 1, 0}}};
  const auto contact = [&](const Point& from, const Point& to) {
    return find_impact_time(Features::vertex_face, Points{{{from, to}, face[0], face[1], face[2]}});
  };
  EXPECT_EQ(contact({0.25, 0.25, 0}, {0.25, 0.25, 1}).value().from, 0);
  EXPECT_EQ(contact({0.25, 0.25, 1}, {0.25, 0.25, 0}).value().to, 1);
  EXPECT_EQ(contact({0.25, 0.25, 0}, {0.25, 0.25, 0}).value().from, 0);  // at rest
  EXPECT_TRUE(contact({1, 0, 2}, {1, 0, -1}).has_value());               // through a corner
  EXPECT_TRUE(contact({0.5, 0.5, 2}, {0.5, 0.5, -1}).has_value());       // through an edge
  EXPECT_TRUE(contact({-1, 0.25, 0}, {2, 0.25, 0}).has_value());         // in the plane
  EXPECT_FALSE(contact({-1, 2, 0}, {2, 2, 0}).has_value());
  EXPECT_FALSE(contact({0.25, 0.25, 1e-12}, {0.25, 0.25, 1e-12}).has_value());
  EXPECT_FALSE(contact({0.25, 0.25, 1}, {0.25, 0.25, 1e-9}).has_value());
}

/// NaN, infinite, huge and tiny numbers give an answer, and impacts are not missed.
TEST(ImpactTime, SurvivesAnyNumber) {
  const double odd[] = {std::numeric_limits<double>::quiet_NaN(),
                        std::numeric_limits<double>::infinity(),
                        -std::numeric_limits<double>::infinity(),
                        1e308,
                        -1e300,
                        1e103,
                        1e-320,
                        -1e-200,
                        0,
                        1};
  Random random(4);
  for (const Features features : kBoth) {
    for (int i = 0; i < 20'000; ++i) {
      Points p;
      for (MovingPoint& point : p) {
        for (Point* place : {&point.from, &point.to}) {
          for (double& x : *place) x = odd[random.below(10)];
        }
      }
      const auto contact = find_impact_time(features, p);
      EXPECT_TRUE(!contact || contact->from <= contact->to);
    }
    // Touching features at every scale.
    for (const double scale : {1e-310, 1e-160, 1e-100, 1e-30, 1e30, 1e90, 1e102, 1e150, 1e300}) {
      for (int i = 0; i < 100; ++i) {
        Points p = touching(features, 0.5, false, random);
        for (MovingPoint& point : p) {
          for (Point* place : {&point.from, &point.to}) {
            for (double& x : *place) x *= scale;
          }
        }
        const auto contact = find_impact_time(features, p);
        // The rounding of tiny numbers may separate them.
        EXPECT_TRUE(contact || scale < 1e-300) << scale;
      }
    }
  }
}

/// The order of corners and of ends may change the last bits. It never changes whether an impact by
/// construction is found.
TEST(ImpactTime, FindsContactsWhateverTheOrderOfCorners) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const Points p = touching(Features::vertex_face, 0.25, false, random);
    EXPECT_TRUE(find_impact_time(Features::vertex_face, Points{p[0], p[2], p[3], p[1]}));
    EXPECT_TRUE(find_impact_time(Features::vertex_face, Points{p[0], p[3], p[2], p[1]}));
    const Points e = touching(Features::edge_edge, 0.25, false, random);
    EXPECT_TRUE(find_impact_time(Features::edge_edge, Points{e[1], e[0], e[2], e[3]}));
    EXPECT_TRUE(find_impact_time(Features::edge_edge, Points{e[2], e[3], e[1], e[0]}));
  }
}

/// Differences that overflow cut nothing off.
TEST(ImpactTime, IsFoundWhereDifferencesOverflow) {
  constexpr double kHuge = 1e308;
  const MovingPoint points[4] = {{{kHuge, 0, 0}, {-kHuge, 0, 0}},
                                 {{-kHuge, 0, 0}, {kHuge, 0, 0}},
                                 {{-kHuge, 0, 0}, {kHuge, 0, 0}},
                                 {{-kHuge, 0, 0}, {kHuge, 0, 0}}};
  EXPECT_TRUE(find_impact_time(Features::vertex_face, points));
}

/// Every compiler gives the same bits.
TEST(ImpactTime, GoldenHash) {
  Random random(6);
  std::vector<double> times;
  for (const Features features : kBoth) {
    for (int i = 0; i < 5000; ++i) {
      Points p;
      for (MovingPoint& point : p) {
        for (Point* place : {&point.from, &point.to}) {
          for (double& x : *place) x = random.between(-1, 1);
        }
      }
      const auto contact = find_impact_time(features, p);
      times.push_back(contact ? contact->from : -1);
      times.push_back(contact ? contact->to : -1);
    }
  }
  const std::uint64_t hash = test::hash_bits<double>(times);
  EXPECT_EQ(hash, 0x145a6f5dbd8ae499U) << std::hex << hash;
}

}  // namespace
}  // namespace dermis
