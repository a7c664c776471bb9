// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "triangle/exact_test.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <span>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "base/float_mode.h"
#include "dermis/base/isa.h"
#include "support/triangle_batch.h"
#include "support/triangle_pairs.h"
#include "support/triangle_variants.h"

namespace dermis {
namespace {

using test::kFace;
using test::kPoint;
using test::kSegment;
using test::to_text;
using test::TwoTriangles;
using test::variants;
using test::variants_of_integers;
using triangle::TriangleTest;

/// All functions give the same answer.
void expect_all(std::span<const TwoTriangles> pairs, bool expected, const std::string& what) {
  TriangleTest filtered(triangle::Arithmetic::filtered);
  TriangleTest exact(triangle::Arithmetic::exact);
  for (const TwoTriangles& pair : pairs) {
    ASSERT_EQ(intersect(pair.a, pair.b), expected) << what << to_text(pair);
    const base::DefinedFloatMode mode;
    ASSERT_EQ(filtered.intersect(pair.a, pair.b), expected) << what << to_text(pair);
    ASSERT_EQ(exact.intersect(pair.a, pair.b), expected) << what << to_text(pair);
    ASSERT_EQ(filtered.intersect_unsure(pair.a, pair.b), expected) << what << to_text(pair);
  }
  while (!pairs.empty()) {
    const auto batch = pairs.first(std::min(pairs.size(), triangle::kBatchSize));
    pairs = pairs.subspan(batch.size());
    for (const Isa isa : available_isas()) {
      const base::DefinedFloatMode mode;
      const triangle::BatchAnswer answer = test::Batch(batch).answer(isa);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if ((answer.unsure >> i & 1) != 0) continue;
        ASSERT_EQ((answer.yes >> i & 1) != 0, expected)
            << what << ", " << to_string(isa) << to_text(batch[i]);
      }
    }
  }
}

struct Case {
  const char* what;
  Corners a, b;
};

TEST(Triangle, MeetsWhereItTouches) {
  const Case cases[] = {
      {"edge through the face", kFace, {{{3, 3, -1}, {3, 3, 1}, {20, 20, 0}}}},
      {"both have an edge through the other", kFace, {{{3, -1, -1}, {3, -1, 1}, {3, 2, 0}}}},
      {"two edges through the face", kFace, {{{3, 3, -1}, {4, 3, 1}, {3, 4, 1}}}},
      {"corner on the face", kFace, {{{3, 3, 0}, {3, 3, 5}, {4, 5, 6}}}},
      {"corner on an edge", kFace, {{{6, 6, 0}, {9, 9, 1}, {9, 9, -1}}}},
      {"corner on an edge, in the plane", kFace, {{{6, 6, 0}, {9, 9, 0}, {8, 9, 0}}}},
      {"corner on a corner", kFace, {{{12, 0, 0}, {13, 5, 1}, {13, -5, 1}}}},
      {"corner on a corner, in the plane", kFace, {{{12, 0, 0}, {13, 5, 0}, {13, -5, 0}}}},
      {"edge across an edge", kFace, {{{6, -1, -1}, {6, 1, 1}, {6, -5, 5}}}},
      {"edge across a corner", kFace, {{{12, -1, -1}, {12, 1, 1}, {20, -5, 5}}}},
      {"edge lies in the face", kFace, {{{2, 2, 0}, {4, 4, 0}, {3, 3, 7}}}},
      {"edge lies across the face", kFace, {{{-2, 3, 0}, {14, 3, 0}, {3, 3, 7}}}},
      {"edge lies on an edge", kFace, {{{2, 0, 0}, {6, 0, 0}, {3, -3, 7}}}},
      {"edge ends on an edge's end", kFace, {{{12, 0, 0}, {16, 0, 0}, {3, -3, 7}}}},
      {"one edge in common", kFace, {{{0, 0, 0}, {12, 0, 0}, {5, -5, 5}}}},
      {"one edge in common, in the plane", kFace, {{{0, 0, 0}, {12, 0, 0}, {5, -5, 0}}}},
      {"one edge in common, folded over", kFace, {{{0, 0, 0}, {12, 0, 0}, {5, 5, 0}}}},
      {"the same", kFace, kFace},
      {"inside, in the plane", kFace, {{{2, 2, 0}, {4, 2, 0}, {2, 4, 0}}}},
      {"overlap in the plane", kFace, {{{5, 5, 0}, {15, 5, 0}, {5, 15, 0}}}},
      {"a star in the plane",
       {{{0, 0, 0}, {12, 0, 0}, {6, 9, 0}}},
       {{{0, 6, 0}, {12, 6, 0}, {6, -3, 0}}}},
      {"edges overlap in the plane", kFace, {{{3, 0, 0}, {20, 0, 0}, {9, -9, 0}}}},
      {"segment through the face", kFace, {{{3, 3, -1}, {3, 3, 1}, {3, 3, 0}}}},
      {"segment ends on the face", kFace, {{{3, 3, 0}, {3, 3, 0}, {5, 7, 1}}}},
      {"segment across an edge", kFace, {{{6, 0, -2}, {6, 0, 2}, {6, 0, 2}}}},
      {"segment through a corner", kFace, {{{12, -1, 1}, {12, 0, 0}, {12, 1, -1}}}},
      {"segment inside the face", kFace, {{{1, 1, 0}, {3, 4, 0}, {3, 4, 0}}}},
      {"segment over the face, in the plane", kFace, {{{-1, 4, 0}, {30, 4, 0}, {30, 4, 0}}}},
      {"segment on an edge", kFace, {{{1, 0, 0}, {3, 0, 0}, {2, 0, 0}}}},
      {"segment along an edge, beyond", kFace, {{{-4, 0, 0}, {40, 0, 0}, {2, 0, 0}}}},
      {"segment touches a corner, in the plane", kFace, {{{12, -1, 0}, {12, 3, 0}, {12, 3, 0}}}},
      {"point on the face", kFace, {{{2, 3, 0}, {2, 3, 0}, {2, 3, 0}}}},
      {"point on an edge", kFace, {{{6, 6, 0}, {6, 6, 0}, {6, 6, 0}}}},
      {"point on a corner", kFace, {{{0, 12, 0}, {0, 12, 0}, {0, 12, 0}}}},
      {"segments cross", kSegment, {{{4, -1, -1}, {4, 1, 1}, {4, 1, 1}}}},
      {"segment ends on a segment", kSegment, {{{4, 0, 0}, {4, 1, 1}, {4, 1, 1}}}},
      {"segments end on each other", kSegment, {{{8, 0, 0}, {9, 1, 1}, {9, 1, 1}}}},
      {"segments overlap", kSegment, {{{4, 0, 0}, {12, 0, 0}, {5, 0, 0}}}},
      {"segment holds a segment", kSegment, {{{2, 0, 0}, {3, 0, 0}, {3, 0, 0}}}},
      {"segments end to end", kSegment, {{{8, 0, 0}, {12, 0, 0}, {9, 0, 0}}}},
      {"point on a segment", kSegment, {{{5, 0, 0}, {5, 0, 0}, {5, 0, 0}}}},
      {"point on a segment's end", kSegment, {{{8, 0, 0}, {8, 0, 0}, {8, 0, 0}}}},
      {"skew segments that cross",
       {{{0, 0, 0}, {2, 4, 6}, {1, 2, 3}}},
       {{{0, 0, 6}, {2, 4, 0}, {2, 4, 0}}}},
      {"the same point", kPoint, kPoint},
  };
  for (const Case& c : cases) expect_all(variants_of_integers({c.a, c.b}), true, c.what);
}

TEST(Triangle, IsApartFromWhatItMisses) {
  const Case cases[] = {
      {"parallel", kFace, {{{0, 0, 1}, {12, 0, 1}, {0, 12, 1}}}},
      {"all above", kFace, {{{3, 3, 1}, {4, 3, 9}, {3, 4, 2}}}},
      {"both cross the other's plane", kFace, {{{9, 9, -1}, {9, 9, 1}, {20, 20, 0}}}},
      {"beside an edge, through the plane", kFace, {{{6, -1, -1}, {6, -1, 1}, {6, -5, 1}}}},
      {"edge past an edge", kFace, {{{6, -2, -1}, {6, 0, 1}, {6, -5, 5}}}},
      {"corner in the plane beside the face", kFace, {{{7, 7, 0}, {9, 9, 1}, {9, 9, 3}}}},
      {"edge in the plane beside the face", kFace, {{{-1, 0, 0}, {-1, 9, 0}, {-4, 4, 4}}}},
      {"edge beyond an edge's end", kFace, {{{13, 0, 0}, {16, 0, 0}, {3, -3, 7}}}},
      {"next to it in the plane", kFace, {{{9, 9, 0}, {12, 9, 0}, {9, 12, 0}}}},
      {"boxes overlap in the plane", kFace, {{{7, 6, 0}, {11, 11, 0}, {6, 7, 0}}}},
      {"edges on one line, apart", kFace, {{{13, 0, 0}, {16, 0, 0}, {14, -3, 0}}}},
      {"touches the line of an edge only", kFace, {{{14, 0, 0}, {16, 5, 0}, {16, 9, 0}}}},
      {"segment above the face", kFace, {{{1, 1, 1}, {3, 4, 2}, {3, 4, 2}}}},
      {"segment beside the face", kFace, {{{7, 7, -1}, {7, 7, 1}, {7, 7, 1}}}},
      {"segment beside it in the plane", kFace, {{{7, 6, 0}, {12, 9, 0}, {12, 9, 0}}}},
      {"segment on an edge's line", kFace, {{{13, 0, 0}, {19, 0, 0}, {15, 0, 0}}}},
      {"segment ends before the face", kFace, {{{3, 3, 1}, {3, 3, 5}, {3, 3, 2}}}},
      {"point above the face", kFace, {{{3, 3, 1}, {3, 3, 1}, {3, 3, 1}}}},
      {"point in the plane", kFace, {{{7, 6, 0}, {7, 6, 0}, {7, 6, 0}}}},
      {"point on an edge's line", kFace, {{{-1, 0, 0}, {-1, 0, 0}, {-1, 0, 0}}}},
      {"skew segments", kSegment, {{{4, -1, 1}, {4, 1, 1}, {4, 1, 1}}}},
      {"skew segments that cross in all three views",
       {{{0, 0, 0}, {0, 0, 0}, {4, 4, 4}}},
       {{{0, 4, 2}, {4, 0, 3}, {4, 0, 3}}}},
      {"parallel segments", kSegment, {{{0, 1, 1}, {8, 1, 1}, {4, 1, 1}}}},
      {"segments in a plane that do not reach", kSegment, {{{4, 1, 0}, {4, 5, 0}, {4, 5, 0}}}},
      {"segments in a plane past an end", kSegment, {{{9, -1, 0}, {9, 1, 0}, {9, 1, 0}}}},
      {"collinear segments", kSegment, {{{9, 0, 0}, {12, 0, 0}, {10, 0, 0}}}},
      {"point beside a segment", kSegment, {{{4, 0, 1}, {4, 0, 1}, {4, 0, 1}}}},
      {"point on a segment's line", kSegment, {{{9, 0, 0}, {9, 0, 0}, {9, 0, 0}}}},
      {"points", kPoint, {{{3, 4, 6}, {3, 4, 6}, {3, 4, 6}}}},
  };
  for (const Case& c : cases) expect_all(variants_of_integers({c.a, c.b}), false, c.what);
}

TEST(Triangle, TellsOneUlp) {
  // A corner at z = 0 on the face of a, the rest above. Then the smallest step up and down.
  const Corners slanted{{{0, 0, 0}, {3, 0, 3}, {0, 3, -3}}};  // z = x − y
  const float one_third = 1.0F / 3;
  const auto corner_at = [](float x, float y, float z) {
    return Corners{{{x, y, z}, {x, y, z + 5}, {x - 1, y - 1, z + 5}}};
  };
  expect_all(variants({slanted, corner_at(one_third, one_third, 0)}), true, "on it");
  expect_all(variants({slanted, corner_at(one_third, one_third, 0x1p-149F)}), false, "above");
  expect_all(variants({slanted, corner_at(one_third, one_third, -0x1p-149F)}), true, "through");
  const float more = std::nextafter(one_third, 1.0F);
  expect_all(variants({slanted, corner_at(one_third, more, 0)}), false, "above by y");
  expect_all(variants({slanted, corner_at(more, one_third, 0)}), true, "through by x");
}

TEST(Triangle, ReachesFromOneEndOfFloat32ToTheOther) {
  constexpr float kMost = std::numeric_limits<float>::max();
  constexpr float kLeast = std::numeric_limits<float>::denorm_min();
  const Corners huge{{{-kMost, -kMost, 0}, {kMost, -kMost, 0}, {0, kMost, 0}}};
  const Corners tiny{{{0, 0, 0}, {kLeast, 0, kLeast}, {0, kLeast, kLeast}}};
  const Corners above{{{0, 0, kLeast}, {kLeast, 0, kLeast}, {0, kLeast, 2 * kLeast}}};
  expect_all(variants({huge, tiny}), true, "a speck on a plain");
  expect_all(variants({huge, above}), false, "a speck above a plain");
  const Corners tilted{{{-kMost, -kMost, -kLeast}, {kMost, -kMost, -kLeast}, {0, kMost, kLeast}}};
  // At y = 0, the plane is at z = 0. At y = kLeast, it is above by much less than kLeast.
  const Corners under{{{0, 0, 0}, {kLeast, 0, -kLeast}, {0, 0, -kLeast}}};
  const Corners before{{{0, -kLeast, 0}, {kLeast, -kLeast, kLeast}, {0, -kLeast, kLeast}}};
  const Corners behind{{{0, kLeast, 0}, {kLeast, kLeast, kLeast}, {0, kLeast, kLeast}}};
  expect_all(variants({tilted, under}), true, "touches from below");
  expect_all(variants({tilted, before}), false, "above the slope");
  expect_all(variants({tilted, behind}), true, "in the slope");
  const Corners corner{{{kMost, kMost, kMost}, {kMost, kMost, 0}, {kMost, 0, kMost}}};
  const Corners other{{{kMost, kMost, kMost}, {0, kMost, kMost}, {kLeast, 1, 1}}};
  expect_all(variants({corner, other}), true, "in the last corner of space");
}

/// Coordinates whose difference overflows float32, although the lengths of the triangles, each
/// rounded down, add up to less.
TEST(Triangle, IsApartWhenDifferencesOverflow) {
  const TwoTriangles found{{{{0x1.33499ap+103F, -0x1.89cf24p-21F, 0x1.0be88p-21F},
                             {0x1.4ac8e8p+125F, -0x1.eaf19p-23F, 0x1.c7c1cp-23F},
                             {0x1.000002p+127F, -0x1.f003e4p-21F, -0x1.e2d6ep-23F}}},
                           {{{0x1.33499ap+103F, -0x1.cf88cp-21F, 0x1.444124p-21F},
                             {-0x1.fffffap+126F, -0x1.0f94b4p-21F, -0x1.cc0d4p-25F},
                             {-0x1.c2ce12p+123F, -0x1.f5f7d8p-21F, 0x1.5ccd38p-21F}}}};
  expect_all(variants(found), false, "end to end");
  test::Random random(7);
  for (int i = 0; i < 20; ++i) {
    std::vector<TwoTriangles> pairs(triangle::kBatchSize);
    for (TwoTriangles& pair : pairs) pair = test::pairs::longest_pair(random);
    expect_all(pairs, false, "end to end");
    if (HasFatalFailure()) return;
  }
}

/// Whether the hulls of small integer points meet, by trying all axes that can separate them. The
/// difference of the hulls has facets that are normal to products of edges; in a plane, also to (u
/// × v) × w; on a line, along an edge. For points and lines, the differences of corners are added
/// to the edges.
bool hulls_meet(const TwoTriangles& pair) {
  using Integers = std::array<int, 3>;
  const auto minus = [](const Vec3& p, const Vec3& q) {
    return Integers{static_cast<int>(p.x - q.x), static_cast<int>(p.y - q.y),
                    static_cast<int>(p.z - q.z)};
  };
  std::vector<Integers> differences, vectors;
  for (const Vec3& p : pair.a) {
    for (const Vec3& q : pair.b) differences.push_back(minus(p, q));
  }
  vectors = differences;
  for (const Corners* c : {&pair.a, &pair.b}) {
    for (int i = 0; i < 3; ++i) vectors.push_back(minus((*c)[i], (*c)[(i + 1) % 3]));
  }
  const auto separates = [&](const Integers& axis) {
    int low = std::numeric_limits<int>::max(), high = std::numeric_limits<int>::min();
    for (const Integers& d : differences) {
      const int along = axis[0] * d[0] + axis[1] * d[1] + axis[2] * d[2];
      low = std::min(low, along);
      high = std::max(high, along);
    }
    return low > 0 || high < 0;
  };
  for (const Integers& u : vectors) {
    if (separates(u)) return false;
    for (const Integers& v : vectors) {
      const Integers product = test::pairs::cross(u, v);
      if (product == Integers{}) continue;
      if (separates(product)) return false;
      for (const Integers& w : vectors) {
        if (separates(test::pairs::cross(product, w))) return false;
      }
    }
  }
  return true;
}

TEST(Triangle, AgreesWithSeparatingAxesOnGrids) {
  test::Random random(5);
  int met = 0, degenerate = 0;
  constexpr int kPairs = 4000;
  for (int i = 0; i < kPairs; ++i) {
    const int size = 1 + i % 3;
    TwoTriangles pair;
    for (Vec3& v : pair.a) v = test::pairs::on_grid(random, size);
    for (Vec3& v : pair.b) v = test::pairs::on_grid(random, size);
    if (i % 4 == 0) pair.a[2] = pair.a[random.below(3)];
    if (i % 5 == 0) pair.b[2] = pair.b[random.below(3)];
    const bool expected = hulls_meet(pair);
    met += expected ? 1 : 0;
    degenerate += expected && pair.a[2] == pair.a[0] ? 1 : 0;
    expect_all(std::array{pair}, expected, "grid");
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(met, kPairs / 8);
  EXPECT_LT(met, kPairs * 7 / 8);
  EXPECT_GT(degenerate, kPairs / 100);
}

class EveryClass : public testing::TestWithParam<test::PairClassInfo> {};
INSTANTIATE_TEST_SUITE_P(Triangle, EveryClass, testing::ValuesIn(test::kPairClasses),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(EveryClass, AnswersDoNotDependOnTheWayToAsk) {
  test::Random random(100);
  for (int i = 0; i < 60; ++i) {
    const TwoTriangles pair = triangle_pair(GetParam().value, random);
    TriangleTest exact(triangle::Arithmetic::exact);
    const bool expected = [&] {
      const base::DefinedFloatMode mode;
      return exact.intersect(pair.a, pair.b);
    }();
    expect_all(variants(pair), expected, "by exact arithmetic");
    if (HasFatalFailure()) return;
  }
}

TEST_P(EveryClass, ContactDoesNotDependOnTheWayToAsk) {
  test::Random random(200);
  for (int i = 0; i < 60; ++i) {
    TwoTriangles pair = triangle_pair(GetParam().value, random);
    test::pairs::share(random, pair, random.below(3));
    const PairKind expected = pair_in_mesh(pair.a, pair.b);
    if (expected != PairKind::none) {
      EXPECT_TRUE(intersect(pair.a, pair.b)) << to_text(pair);
    }
    const base::DefinedFloatMode mode;
    TriangleTest filtered(triangle::Arithmetic::filtered);
    TriangleTest exact(triangle::Arithmetic::exact);
    for (const TwoTriangles& variant : variants(pair)) {
      ASSERT_EQ(pair_in_mesh(variant.a, variant.b), expected) << to_text(variant);
      ASSERT_EQ(filtered.pair_in_mesh(variant.a, variant.b), expected) << to_text(variant);
      ASSERT_EQ(exact.pair_in_mesh(variant.a, variant.b), expected) << to_text(variant);
    }
  }
}

TEST_P(EveryClass, BatchesOfEverySizeAreRight) {
  test::Random random(300);
  for (std::size_t size = 1; size <= triangle::kBatchSize; ++size) {
    std::vector<TwoTriangles> pairs(size);
    std::uint64_t meet = 0;
    for (std::size_t i = 0; i < size; ++i) {
      pairs[i] = triangle_pair(GetParam().value, random);
      meet |= std::uint64_t{intersect(pairs[i].a, pairs[i].b)} << i;
    }
    const std::uint64_t all = ~std::uint64_t{0} >> (triangle::kBatchSize - size);
    const test::Batch batch(pairs);
    for (const Isa isa : available_isas()) {
      const base::DefinedFloatMode mode;
      const triangle::BatchAnswer answer = batch.answer(isa);
      EXPECT_EQ((answer.yes | answer.unsure) & ~all, 0U) << to_string(isa) << ' ' << size;
      EXPECT_EQ(answer.yes & answer.unsure, 0U) << to_string(isa) << ' ' << size;
      EXPECT_EQ(answer.yes, meet & ~answer.unsure) << to_string(isa) << ' ' << size;
    }
  }
}

#if defined(__x86_64__)
TEST_P(EveryClass, IgnoresTheHostsFloatingPointModes) {
  test::Random random(400);
  std::vector<TwoTriangles> pairs(300);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = triangle_pair(GetParam().value, random);
    if (i % 2 == 0) test::pairs::share(random, pairs[i], 1 + random.below(2));
  }
  const auto answers = [&] {
    std::vector<std::pair<bool, PairKind>> all;
    for (const TwoTriangles& pair : pairs) {
      all.emplace_back(intersect(pair.a, pair.b), pair_in_mesh(pair.a, pair.b));
    }
    return all;
  };
  const auto expected = answers();
  const unsigned saved = _mm_getcsr();
  for (const unsigned mode : {0x8000U, 0x0040U, 0x8040U, 0x2000U, 0x4000U, 0x6000U}) {
    _mm_setcsr(saved | mode);  // flush to zero, denormals are zero, rounding down, up, to zero
    const auto actual = answers();
    const unsigned after = _mm_getcsr();
    _mm_setcsr(saved);
    EXPECT_EQ(actual, expected) << "mode " << mode;
    EXPECT_EQ(after & ~0x3fU, (saved | mode) & ~0x3fU) << "the host's mode must come back";
  }
}
#endif

TEST(Triangle, EmptyBatchIsFine) {
  for (const Isa isa : available_isas()) {
    const triangle::BatchAnswer answer = test::Batch({}).answer(isa);
    EXPECT_EQ(answer.yes | answer.unsure, 0U);
  }
}

TEST(Triangle, BatchTakesOneTriangleTwice) {
  const triangle::PaddedTriangle face(kFace, 0);
  const triangle::QueuedPair pair{face.queued(), face.queued()};
  for (const Isa isa : available_isas()) {
    const base::DefinedFloatMode mode;
    const triangle::BatchAnswer answer = triangle::filter_batch(std::span(&pair, 1), isa);
    EXPECT_EQ(answer.yes | answer.unsure, 1U);
  }
}

TEST(Triangle, FiltersDecideAlmostAllOfTheOrdinary) {
  test::Random random(6);
  const base::DefinedFloatMode mode;
  TriangleTest filtered(triangle::Arithmetic::filtered);
  TriangleTest exact(triangle::Arithmetic::exact);
  std::size_t unsure = 0;
  constexpr std::size_t kBatches = 100;
  for (std::size_t i = 0; i < kBatches; ++i) {
    std::vector<TwoTriangles> pairs(triangle::kBatchSize);
    for (TwoTriangles& pair : pairs) {
      pair = triangle_pair(test::PairClass::random, random);
      filtered.intersect(pair.a, pair.b);
    }
    for (const Isa isa : available_isas()) {
      unsure += static_cast<std::size_t>(std::popcount(test::Batch(pairs).answer(isa).unsure));
    }
  }
  EXPECT_LE(filtered.exact_pairs(), kBatches * triangle::kBatchSize / 1000);
  EXPECT_LE(unsure, kBatches * triangle::kBatchSize * available_isas().size() / 100);
  EXPECT_TRUE(exact.intersect(kFace, kFace));
  EXPECT_EQ(exact.exact_pairs(), 1U);
}

TEST(Triangle, WhatIsNotFiniteMeetsNothing) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const TwoTriangles pair{kFace, {{{3, 3, -1}, {3, 3, 1}, {20, 20, 0}}}};
  ASSERT_TRUE(intersect(pair.a, pair.b));
  const auto expect_nothing = [](const Corners& a, const Corners& b) {
    TriangleTest filtered(triangle::Arithmetic::filtered);
    TriangleTest exact(triangle::Arithmetic::exact);
    for (int swapped = 0; swapped < 2; ++swapped) {
      const Corners& p = swapped == 0 ? a : b;
      const Corners& q = swapped == 0 ? b : a;
      EXPECT_FALSE(intersect(p, q)) << to_text({p, q});
      EXPECT_EQ(pair_in_mesh(p, q), PairKind::none) << to_text({p, q});
      const base::DefinedFloatMode mode;
      EXPECT_FALSE(filtered.intersect(p, q)) << to_text({p, q});
      EXPECT_FALSE(exact.intersect(p, q)) << to_text({p, q});
    }
  };
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity}) {
    for (std::uint32_t i = 0; i < 9; ++i) {
      Corners spoilt = pair.a;
      test::pairs::coordinate(spoilt[i / 3], i % 3) = bad;
      expect_nothing(spoilt, pair.b);
      expect_nothing(spoilt, pair.a);  // two common corners
      expect_nothing(spoilt, spoilt);
    }
  }
  const Corners everything{{{-kInfinity, -kInfinity, 0}, {kInfinity, -kInfinity, 0}, {0, 9, 9}}};
  expect_nothing(everything, pair.a);
  expect_nothing(everything, everything);
}

}  // namespace
}  // namespace dermis
