// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/orientation.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "base/float_mode.h"
#include "support/triangle_pairs.h"
#include "support/wide_integer.h"

namespace dermis::math {
namespace {

using test::WideInteger;

constexpr float kMost = std::numeric_limits<float>::max();
constexpr float kLeast = std::numeric_limits<float>::denorm_min();

WideInteger wide(float f) {
  return {f, -149};
}

int expected_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const WideInteger ax = wide(a.x) - wide(c.x), ay = wide(a.y) - wide(c.y);
  const WideInteger bx = wide(b.x) - wide(c.x), by = wide(b.y) - wide(c.y);
  return (ax * by - ay * bx).sign();
}

int expected_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto from_a = [&](const Vec3& p) {
    return std::array{wide(p.x) - wide(a.x), wide(p.y) - wide(a.y), wide(p.z) - wide(a.z)};
  };
  const auto u = from_a(b), v = from_a(c), w = from_a(d);
  const auto normal = test::pairs::cross(u, v);
  return (normal[0] * w[0] + normal[1] * w[1] + normal[2] * w[2]).sign();
}

/// Compares all functions that must agree. Returns the expected sign.
int check(const Vec2& a, const Vec2& b, const Vec2& c) {
  const base::DefinedFloatMode mode;
  const int expected = expected_orient2d(a, b, c);
  const int exact = exact_orient2d(a, b, c);
  const int quick = quick_orient2d(a, b, c);
  const auto text = [&] {
    return to_text(test::TwoTriangles{{{{a.x, a.y, 0}, {b.x, b.y, 0}, {c.x, c.y, 0}}}, {}});
  };
  EXPECT_EQ(exact, expected) << text();
  EXPECT_TRUE(quick == 0 || quick == expected) << text();
  EXPECT_EQ(exact_orient2d(b, a, c), -expected) << text();
  EXPECT_EQ(exact_orient2d(b, c, a), expected) << text();
  return expected;
}

int check(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const base::DefinedFloatMode mode;
  const int expected = expected_orient3d(a, b, c, d);
  const int exact = exact_orient3d(a, b, c, d);
  const int quick = quick_orient3d(a, b, c, d);
  const auto text = [&] { return to_text(test::TwoTriangles{{a, b, c}, {d, d, d}}); };
  EXPECT_EQ(exact, expected) << text();
  EXPECT_TRUE(quick == 0 || quick == expected) << text();
  EXPECT_EQ(exact_orient3d(b, a, c, d), -expected) << text();
  EXPECT_EQ(exact_orient3d(d, c, b, a), expected) << text();
  EXPECT_EQ(exact_orient3d(b, c, d, a), -expected) << text();
  return expected;
}

TEST(Orientation, SignsAreAsDescribed) {
  EXPECT_EQ(check({1, 0}, {0, 1}, {0, 0}), 1);  // to the left
  EXPECT_EQ(check({0, 1}, {1, 0}, {0, 0}), -1);
  EXPECT_EQ(check({1, 1}, {3, 3}, {2, 2}), 0);
  EXPECT_EQ(check({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 1);
  EXPECT_EQ(check({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, -kLeast}), -1);
  EXPECT_EQ(check({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 0}), 0);
}

TEST(Orientation, ExactOnAllClassesOfPairs) {
  for (const auto& pair_class : test::kPairClasses) {
    test::Random random(11);
    std::array<int, 3> seen{};
    for (int i = 0; i < 400; ++i) {
      const auto [a, b] = triangle_pair(pair_class.value, random);
      for (const Vec3& d : b) ++seen[1 + check(a[0], a[1], a[2], d)];
      ++seen[1 + check(a[0], a[1], b[0], b[1])];
      const auto seen_along_z = [](const Vec3& v) { return Vec2{v.x, v.y}; };
      check(seen_along_z(a[0]), seen_along_z(a[1]), seen_along_z(b[0]));
      check(seen_along_z(b[2]), seen_along_z(b[1]), seen_along_z(a[0]));
    }
    if (pair_class.value != test::PairClass::coplanar) {
      EXPECT_GT(seen[0], 0) << pair_class.name;
      EXPECT_GT(seen[2], 0) << pair_class.name;
    }
  }
}

TEST(Orientation, ExactOnTheEdgesOfTheFormat) {
  constexpr std::array kEdges{0.0F,     -0.0F,     kLeast,       -kLeast,          kMost,
                              -kMost,   1.0F,      1 + 0x1p-23F, 0x1p-126F,        0x1.fffffcp127F,
                              0x1p127F, -0x1p127F, 3 * kLeast,   -0x1.fffffep-127F};
  test::Random random(12);
  const auto any = [&] { return kEdges[random.below(kEdges.size())]; };
  std::array<int, 3> seen{};
  for (int i = 0; i < 20'000; ++i) {
    const Vec3 p[4] = {
        {any(), any(), any()}, {any(), any(), any()}, {any(), any(), any()}, {any(), any(), any()}};
    ++seen[1 + check(p[0], p[1], p[2], p[3])];
    check({p[0].x, p[0].y}, {p[1].x, p[1].y}, {p[2].x, p[2].y});
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

/// Points almost on a line or a plane: on it in integers, then moved by an ulp, or by the smallest
/// number if a coordinate is zero.
TEST(Orientation, ExactNextToZero) {
  test::Random random(13);
  using test::pairs::operator+;
  using test::pairs::operator*;
  using test::pairs::nudged;
  using test::pairs::on_grid;
  using test::pairs::point;
  using test::pairs::rounded;
  using test::pairs::whole;
  std::array<int, 3> seen{};
  int close = 0;
  for (int i = 0; i < 8000; ++i) {
    const int size = 1 << (i % 19);
    const Vec3 o = on_grid(random, 1 << 18), u = on_grid(random, size), v = on_grid(random, size);
    const auto spot = [&] {
      const double s = whole(random, -3, 3), t = whole(random, -3, 3);
      return nudged(random, rounded(point(o) + s * point(u) + t * point(v)),
                    random.below(3) == 0 ? 1 : 0);
    };
    const Vec3 a = spot(), b = spot(), c = spot(), d = spot();
    ++seen[1 + check(a, b, c, d)];
    const Vec2 flat[3] = {{a.x, a.y}, {b.x, b.y}, {c.x, c.y}};
    close += quick_orient2d(flat[0], flat[1], flat[2]) == 0 ? 1 : 0;
    check(flat[0], flat[1], flat[2]);
  }
  for (const int count : seen) EXPECT_GT(count, 500);
  EXPECT_GT(close, 500);
}

TEST(Orientation, ExactWhereDifferencesRound) {
  test::Random random(17);
  std::array<int, 3> seen{};
  for (int i = 0; i < 20'000; ++i) {
    const auto [a, b, c] = test::pairs::beside_line(random);
    ++seen[1 + check({a.x, a.y}, {b.x, b.y}, {c.x, c.y})];
    check({c.x, c.y}, {a.x, a.y}, {b.x, b.y});
    check({0, 0, 1}, {a.x, a.y, 0}, {b.x, b.y, 0}, {c.x, c.y, 0});
  }
  EXPECT_GT(seen[0], 1000);
  EXPECT_GT(seen[2], 1000);
}

TEST(Orientation, QuickOnesDecideTheOrdinary) {
  test::Random random(14);
  const base::DefinedFloatMode mode;
  Orientation filtered(Orientation::Arithmetic::filtered);
  Orientation exact(Orientation::Arithmetic::exact);
  for (int i = 0; i < 10'000; ++i) {
    const auto [a, b] = triangle_pair(test::PairClass::random, random);
    EXPECT_EQ(filtered.in_space(a[0], a[1], a[2], b[0]), exact.in_space(a[0], a[1], a[2], b[0]));
    EXPECT_EQ(filtered.in_plane({a[0].x, a[0].y}, {a[1].x, a[1].y}, {b[0].x, b[0].y}),
              exact.in_plane({a[0].x, a[0].y}, {a[1].x, a[1].y}, {b[0].x, b[0].y}));
  }
  EXPECT_LE(filtered.exact_count(), 10U);
  EXPECT_EQ(exact.exact_count(), 20'000U);
}

int sign_of(const std::vector<double>& terms) {
  const base::DefinedFloatMode mode;
  ExactSum sum;
  for (const double term : terms) sum.add(term);
  return sum.sign();
}

int expected_sign_of(const std::vector<double>& terms) {
  WideInteger sum;
  for (const double term : terms) sum = sum + WideInteger(term, -447);
  return sum.sign();
}

constexpr std::size_t kTerms = 48;

TEST(ExactSum, KnownSigns) {
  EXPECT_EQ(sign_of({}), 0);
  EXPECT_EQ(sign_of({0, -0.0, 0}), 0);
  EXPECT_EQ(sign_of({1, -1}), 0);
  EXPECT_EQ(sign_of({0x1p-447}), 1);
  EXPECT_EQ(sign_of({-0x1p-447, 0}), -1);
  EXPECT_EQ(sign_of({0x1p383, -0x1p383, 0x1p-447}), 1);
  EXPECT_EQ(sign_of({0x1p383, -0x1p-447, -0x1p383}), -1);
  EXPECT_EQ(sign_of({1, 0x1p-53, -1, -0x1p-53}), 0);
  EXPECT_EQ(sign_of({1, 0x1p-53, -1, -0x1p-53, 0x1p-200, -0x1p-200, -0x1p-447}), -1);
  EXPECT_EQ(sign_of({0x1p53, 0x1p53, -0x1.fffffffffffffp52, -0x1.fffffffffffffp52, -2}), 0);
  // All terms together, at the top and at the bottom of the range.
  EXPECT_EQ(sign_of(std::vector<double>(kTerms, 0x1.fffffffffffffp383)), 1);
  EXPECT_EQ(sign_of(std::vector<double>(kTerms, -0x1p-447)), -1);
}

TEST(ExactSum, ExactWhenTermsCancel) {
  test::Random random(15);
  const base::DefinedFloatMode mode;
  std::array<int, 3> seen{};
  for (int i = 0; i < 20'000; ++i) {
    std::vector<double> terms;
    const int lowest = -447 + static_cast<int>(random.below(400));
    const int range = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(384 - lowest)));
    const std::uint32_t bits = random.below(53);
    // A multiple of 2⁻⁴⁴⁷ below 2³⁸⁴ of up to 53 bits.
    const auto any = [&] {
      const int exponent =
          lowest + static_cast<int>(random.below(static_cast<std::uint32_t>(range)));
      const int kept = std::min<int>(static_cast<int>(random.below(bits + 1)), exponent + 447);
      const std::uint64_t one = std::uint64_t{1} << kept;
      const auto mantissa = static_cast<double>(one | (random.bits() & (one - 1)));
      return std::ldexp(random.below(2) == 0 ? mantissa : -mantissa, exponent - kept);
    };
    const std::size_t count = 2 + random.below(kTerms - 2);
    while (terms.size() + 3 <= count) {
      const double x = any();
      switch (random.below(4)) {
        case 0:  // x − x
          terms.insert(terms.end(), {x, -x});
          break;
        case 1:  // x − x/2 − x/2
          if (std::abs(x) >= 0x1p-390) {
            terms.insert(terms.end(), {x, -x / 2, -x / 2});
          }
          break;
        case 2: {  // the sum of two numbers, minus its two parts
          const double y = any();
          const double sum = x + y;
          const double virtual_y = sum - x;
          const double error = (x - (sum - virtual_y)) + (y - virtual_y);
          if (std::abs(sum) < 0x1p383 && terms.size() + 4 <= count) {
            terms.insert(terms.end(), {x, y, -sum, -error});
          } else {
            terms.push_back(x);
          }
          break;
        }
        default:
          if (random.below(4) == 0) terms.push_back(x);
          terms.insert(terms.end(), {x, -x});
      }
    }
    if (random.below(2) == 0) terms.push_back(random.below(2) == 0 ? 0x1p-447 : -0x1p-447);
    for (std::size_t t = terms.size(); t > 1; --t) {
      std::swap(terms[t - 1], terms[random.below(static_cast<std::uint32_t>(t))]);
    }
    const int expected = expected_sign_of(terms);
    ++seen[1 + expected];
    ASSERT_EQ(sign_of(terms), expected) << "run " << i;
  }
  for (const int count : seen) EXPECT_GT(count, 1000);
}

/// The largest possible number of cuts: each level of the range cancels and leaves work to the
/// next.
TEST(ExactSum, GoesThroughTheWholeRange) {
  for (const int step : {17, 18, 19, 30, 35, 36, 37, 38, 39, 45, 46, 47, 53}) {
    for (const double last : {-0x1p-447, 0.0, 0x1p-447}) {
      std::vector<double> terms;
      for (int exponent = 383; exponent > -440 && terms.size() + 3 < kTerms; exponent -= step) {
        terms.push_back(std::ldexp(1.0, exponent));
        terms.push_back(-std::ldexp(1.0, exponent));
      }
      terms.push_back(last);
      EXPECT_EQ(sign_of(terms), expected_sign_of(terms)) << step << ' ' << last;
      // The same as a staircase: 2ᵏ − 2ᵏ⁻ˢ − …; each step leaves a small remainder.
      terms = {0x1p383};
      double left = 0x1p383;
      while (left > 0x1p-390 && terms.size() + 3 < kTerms) {
        const double next = std::ldexp(left, -step);
        terms.insert(terms.end(), {-(left - next)});
        left = next;
      }
      terms.insert(terms.end(), {-left, last});
      EXPECT_EQ(sign_of(terms), expected_sign_of(terms)) << step << ' ' << last;
    }
  }
}

TEST(ExactSum, ProductsOfThreeFloatsAreExact) {
  test::Random random(16);
  const base::DefinedFloatMode mode;
  for (int i = 0; i < 20'000; ++i) {
    const float a = test::pairs::any_float(random), b = test::pairs::any_float(random);
    const float c = test::pairs::any_float(random);
    ExactSum sum;
    sum.add_product(double{a} * b, c);
    sum.add_product(double{b} * c, -a);  // −abc
    const bool more = random.below(2) == 0;
    sum.add(more ? 0x1p-447 : 0);
    ASSERT_EQ(sum.sign(), more ? 1 : 0) << std::hexfloat << a << ' ' << b << ' ' << c;
    const WideInteger product = wide(a) * wide(b) * wide(c);
    ExactSum alone;
    alone.add_product(double{a} * b, c);
    ASSERT_EQ(alone.sign(), product.sign());
  }
}

}  // namespace
}  // namespace dermis::math
