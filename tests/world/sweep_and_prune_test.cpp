// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "world/sweep_and_prune.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "support/random.h"

namespace dermis::world {
namespace {

using math::Box;
using test::Random;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<ObjectPair> brute_force(const std::vector<Box>& boxes) {
  std::vector<ObjectPair> pairs;
  for (std::uint32_t a = 0; a < boxes.size(); ++a) {
    for (std::uint32_t b = a + 1; b < boxes.size(); ++b) {
      if (overlap(boxes[a], boxes[b])) pairs.push_back({a, b});
    }
  }
  return pairs;
}

/// Tests a new object, and `used`, which may have any history.
void expect_same_pairs(const std::vector<Box>& boxes, SweepAndPrune& used) {
  const std::vector<ObjectPair> expected = brute_force(boxes);
  std::vector<ObjectPair> pairs{{1, 2}};  // to be replaced
  SweepAndPrune().find(boxes, pairs);
  EXPECT_TRUE(pairs == expected) << pairs.size() << " pairs, not " << expected.size();
  used.find(boxes, pairs);
  EXPECT_TRUE(pairs == expected) << pairs.size() << " pairs, not " << expected.size();
}

Box box_at(const Vec3& low, const Vec3& size) {
  return {low, {low.x + size.x, low.y + size.y, low.z + size.z}};
}

Vec3 random_point(Random& random, float low, float high) {
  const float x = random.between(low, high);
  const float y = random.between(low, high);
  return {x, y, random.between(low, high)};
}

Vec3 grid_point(Random& random, std::uint32_t n) {
  const auto x = static_cast<float>(random.below(n));
  const auto y = static_cast<float>(random.below(n));
  return {x, y, static_cast<float>(random.below(n))};
}

constexpr Vec3 kPerson{0.8F, 1.8F, 0.8F};

/// One person per two square metres, with the feet at y = 0.
struct FlatCrowd {
  float side;
  std::vector<Box> boxes;
  std::vector<float> headings;

  FlatCrowd(Random& random, std::uint32_t count) : side(std::sqrt(2 * float(count))) {
    for (std::uint32_t i = 0; i < count; ++i) add(random);
  }
  void add(Random& random) {
    const float x = random.between(0, side);
    boxes.push_back(box_at({x, 0, random.between(0, side)}, kPerson));
    headings.push_back(random.between(0, 6.2831853F));
  }
  /// Moves everybody by 2 cm.
  void step() {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec3& at = boxes[i].low;
      boxes[i] = box_at(
          {at.x + 0.02F * std::cos(headings[i]), 0, at.z + 0.02F * std::sin(headings[i])}, kPerson);
    }
  }
};

std::vector<Box> crowd_in_space(Random& random, std::uint32_t count) {
  const float side = std::cbrt(4 * float(count));
  std::vector<Box> boxes;
  boxes.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    boxes.push_back(box_at(random_point(random, 0, side), kPerson));
  }
  return boxes;
}

struct Kind {
  const char* name;
  std::function<Box(Random&)> box;
};

Box with_one_changed(Random& random, Box box, float value) {
  float Vec3::* const axes[] = {&Vec3::x, &Vec3::y, &Vec3::z};
  (random.below(2) == 0 ? box.low : box.high).*axes[random.below(3)] = value;
  return box;
}

std::vector<Kind> all_kinds() {
  const auto uniform = [](Random& random) {
    return box_at(random_point(random, -10, 10), random_point(random, 0, 2));
  };
  const auto on_grid = [](Random& random) {
    return box_at(grid_point(random, 12), grid_point(random, 4));
  };
  const auto one_in = [](Random& random, std::uint32_t n) { return random.below(n) == 0; };
  return {
      {"uniform", uniform},
      {"on a line along z",
       [](Random& random) {
         return box_at({0, 0, random.between(0, 300)}, random_point(random, 0, 2));
       }},
      {"flat in x and y",
       [](Random& random) {
         const float x = random.between(-40, 0);
         return box_at({x, random.between(0, 40), 5}, random_point(random, 0, 2));
       }},
      {"clustered",
       [](Random& random) {
         const Vec3 cluster = grid_point(random, 3);
         const Vec3 near = random_point(random, 0, 3);
         return box_at({100 * cluster.x + near.x, 100 * cluster.y + near.y, near.z},
                       random_point(random, 0, 0.5F));
       }},
      {"all overlapping",
       [](Random& random) { return Box{random_point(random, -3, 0), random_point(random, 0, 3)}; }},
      {"identical", [](Random&) { return box_at({1, 2, 3}, kPerson); }},
      {"touching faces", on_grid},
      {"points on a grid", [](Random& random) { return box_at(grid_point(random, 6), {}); }},
      {"points", [](Random& random) { return box_at(random_point(random, -1, 1), {}); }},
      {"zeros of both signs",
       [](Random& random) {
         const auto value = [&] { return float(random.below(3)) - 1; };
         const float x = value() * 0.0F;
         const float y = value() * 0.0F;
         return box_at({x, y, value()}, {0, 0, 0});
       }},
      {"denormal",
       [](Random& random) {
         const auto small = [](const Vec3& p) {
           return Vec3{p.x * 0x1p-149F, p.y * 0x1p-149F, p.z * 0x1p-149F};
         };
         const Vec3 low = grid_point(random, 50);
         const Vec3 size = grid_point(random, 9);
         return Box{small(low), small({low.x + size.x, low.y + size.y, low.z + size.z})};
       }},
      {"huge and tiny",
       [](Random& random) {
         const float size = std::exp2(random.between(-20, 12));
         return box_at(random_point(random, -100, 100), random_point(random, 0, size));
       }},
      {"of all magnitudes",
       [](Random& random) {
         const float far = std::exp2(random.between(-140, 126));
         const float size = std::exp2(random.between(-140, 126));
         return box_at(random_point(random, -far, far), random_point(random, 0, size));
       }},
      {"some far out",
       [=](Random& random) {
         const float far = one_in(random, 50) ? 1e38F : 10;
         return box_at(random_point(random, -far, far), random_point(random, 0, 2));
       }},
      {"some half infinite",
       [=](Random& random) {
         Box box = uniform(random);
         if (!one_in(random, 8)) return box;
         if (one_in(random, 2)) box.low.x = -kInfinity;
         if (one_in(random, 2)) box.high.y = kInfinity;
         if (one_in(random, 2)) box.high.z = kInfinity;
         if (one_in(random, 2)) box.low.z = -kInfinity;
         if (one_in(random, 2)) box.low.z = box.high.z;  // perhaps both at infinity
         return box;
       }},
      {"some infinite or empty",
       [=](Random& random) {
         if (one_in(random, 10)) return Box{Box::empty().high, Box::empty().low};
         return one_in(random, 3) ? Box::empty() : uniform(random);
       }},
      {"some NaN",
       [=](Random& random) {
         if (one_in(random, 40)) return Box{{kNan, kNan, kNan}, {kNan, kNan, kNan}};
         const Box box = one_in(random, 5) ? Box::empty() : uniform(random);
         return one_in(random, 8) ? with_one_changed(random, box, kNan) : box;
       }},
      {"some inside out",
       [=](Random& random) {
         const Box box = on_grid(random);
         return one_in(random, 3) ? with_one_changed(random, box, float(random.below(12))) : box;
       }},
      {"all empty", [](Random&) { return Box::empty(); }},
      {"any values",
       [](Random& random) {
         constexpr float kValues[] = {kNan, kInfinity, -kInfinity, 0, -0.0F, 1, 2, 3, 4};
         float v[6];
         for (float& value : v) value = kValues[random.below(9)];
         return Box{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
       }},
  };
}

TEST(SweepAndPrune, EqualsBruteForceOnBoxesOfAllKinds) {
  SweepAndPrune used;
  std::uint64_t seed = 0;
  for (const Kind& kind : all_kinds()) {
    for (const std::uint32_t count : {0, 1, 2, 3, 20, 65, 300, 300, 1000}) {
      SCOPED_TRACE(testing::Message() << kind.name << ", " << count << " boxes, seed " << seed + 1);
      Random random(++seed);
      std::vector<Box> boxes;
      boxes.reserve(count);
      for (std::uint32_t i = 0; i < count; ++i) boxes.push_back(kind.box(random));
      expect_same_pairs(boxes, used);
    }
  }
}

TEST(SweepAndPrune, KnownPairs) {
  const std::vector<Box> boxes{
      box_at({0, 0, 0}, {1, 1, 1}),
      box_at({1, 1, 1}, {1, 1, 1}),                           // touch in a corner
      box_at({0, 0, std::nextafter(2.0F, 3.0F)}, {9, 9, 9}),  // almost touching
      Box::empty(),
      Box{{3, 0, 0}, {2, 9, 9}},  // without a point
      Box{{kNan, kNan, kNan}, {kNan, kNan, kNan}}};
  std::vector<ObjectPair> pairs;
  SweepStats stats;
  SweepAndPrune().find(boxes, pairs, &stats);
  // Box 4 is inside out and overlaps boxes that contain all of [2, 3]. The pairs are those of
  // overlap().
  const std::vector<ObjectPair> expected{{0, 1}, {0, 5}, {1, 5}, {2, 4}, {2, 5}, {3, 5}, {4, 5}};
  EXPECT_EQ(pairs, expected);
  EXPECT_EQ(stats.strips, 1U);
}

TEST(SweepAndPrune, EqualsBruteForceWhileBoxesMoveComeAndGo) {
  Random random(1);
  FlatCrowd crowd(random, 400);
  SweepAndPrune used;
  for (int step = 0; step < 100; ++step) {
    SCOPED_TRACE(step);
    crowd.step();
    const auto changes = step % 10 == 0 ? random.below(200) : random.below(3);
    for (std::uint32_t i = 0; i < changes; ++i) {
      if (random.below(2) == 0) {
        crowd.add(random);
      } else {  // the last box gets the index of the removed one, as in an array
        const std::size_t gone = random.below(std::uint32_t(crowd.boxes.size()));
        std::swap(crowd.boxes[gone], crowd.boxes.back());
        std::swap(crowd.headings[gone], crowd.headings.back());
        crowd.boxes.pop_back();
        crowd.headings.pop_back();
      }
    }
    std::vector<Box> boxes = crowd.boxes;
    for (Box& box : boxes) {
      if (random.below(30) == 0) box = Box::empty();  // inactive for a step
      if (step % 20 < 5) {                            // the crowd is in another plane for a while
        std::swap(box.low.x, box.low.y);
        std::swap(box.high.x, box.high.y);
      }
    }
    expect_same_pairs(boxes, used);
  }
}

TEST(SweepAndPrune, EqualsBruteForceInMovingCrowds) {
  Random random(2);
  for (const std::uint32_t count : {1000, 5000}) {
    FlatCrowd crowd(random, count);
    SweepAndPrune used;
    for (int step = 0; step < 5; ++step) {
      SCOPED_TRACE(testing::Message() << count << " boxes, step " << step);
      crowd.step();
      expect_same_pairs(crowd.boxes, used);
    }
    expect_same_pairs(crowd_in_space(random, count), used);
  }
}

/// For 1,000, 5,000 and 25,000 boxes.
void expect_near_linear(const std::function<std::vector<Box>(Random&, std::uint32_t)>& crowd) {
  Random random(3);
  std::vector<ObjectPair> pairs;
  double before = 0;
  for (const std::uint32_t count : {1000, 5000, 25000}) {
    const std::vector<Box> boxes = crowd(random, count);
    SweepStats stats;
    SweepAndPrune().find(boxes, pairs, &stats);
    EXPECT_GT(stats.strips, 1U);
    EXPECT_LE(stats.box_tests, 10 * count);
    const auto tests = double(stats.box_tests);
    if (before > 0) {
      EXPECT_LE(tests, before * std::pow(5, 1.15)) << count;
    }
    before = tests;
  }
}

TEST(SweepAndPrune, TestsGrowLikeBoxesAtConstantDensity) {
  expect_near_linear(
      [](Random& random, std::uint32_t count) { return FlatCrowd(random, count).boxes; });
  expect_near_linear(crowd_in_space);
}

TEST(SweepAndPrune, TestsGrowLikeBoxesWithFewUnlikeOthers) {
  expect_near_linear([](Random& random, std::uint32_t count) {
    std::vector<Box> boxes = FlatCrowd(random, count).boxes;
    boxes[0] = {{-kInfinity, -1, -kInfinity}, {kInfinity, 0, kInfinity}};  // the ground
    boxes[2] = box_at({5, 0, 0}, {0.2F, 3, 1e6F});                         // a wall
    boxes[3] = box_at({1e30F, 1e30F, -1e30F}, kPerson);                    // fell out of the world
    boxes[4] = {{kNan, kNan, kNan}, {kNan, kNan, kNan}};
    for (std::size_t i = 5; i < count; i += 3) boxes[i] = Box::empty();
    return boxes;
  });
}

TEST(SweepAndPrune, CutsRowsInTheirOrder) {
  // A sample must not be a column, for any length of the rows.
  for (const std::uint32_t length : {16, 50, 64, 78, 100, 128, 256}) {
    std::vector<Box> boxes;
    for (std::uint32_t i = 0; i < 64 * 64; ++i) {
      const std::uint32_t row = i / length;
      boxes.push_back(box_at({float(i % length), 0, float(row)}, {1.2F, 1.8F, 1.2F}));
    }
    std::vector<ObjectPair> pairs;
    SweepStats stats;
    SweepAndPrune().find(boxes, pairs, &stats);
    EXPECT_LE(stats.box_tests, 20 * boxes.size()) << length;
  }
}

}  // namespace
}  // namespace dermis::world
