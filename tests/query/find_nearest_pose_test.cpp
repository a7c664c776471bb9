// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Nearest skin: refused poses, statistics, and the least reach.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "dermis/query/find_nearest.h"
#include "support/models.h"
#include "support/nearest_searches.h"
#include "support/special_values.h"

namespace dermis {
namespace {

using test::count_differences;
using test::found_by;
using test::NearestSearches;
using test::points_around;
using test::Random;

TEST(FindNearestPose, IsRefusedAndStaysAsItWas) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(12);
  searches.set_pose(sample(man, man.clips[0], 0.1));
  searches.set_pose(sample(man, man.clips[0], 0.4));
  const auto points = points_around(random, searches.mesh(), 200);
  const auto expected = found_by(searches.brute_force(), points, 0.1);
  std::vector<Point> speeds(points.size());
  searches.brute_force().velocities(expected, 0.3, speeds);

  std::vector<Pose> bad(4, sample(man, man.clips[0], 0.7));
  bad[0].joints.pop_back();
  bad[1].joints[3].y.z = std::nanf("");
  bad[2].joints[0].x.x = std::numeric_limits<float>::infinity();
  bad[3].morph_weights.push_back(1);
  for (const auto& search : searches.all()) {
    for (const Pose& pose : bad) {
      const auto ok = search->set_pose(pose);
      ASSERT_FALSE(ok);
      EXPECT_FALSE(ok.error().message.empty());
      const auto found = found_by(*search, points, 0.1);
      EXPECT_EQ(count_differences(found, expected), 0U);
      std::vector<Point> now(points.size());
      search->velocities(found, 0.3, now);
      EXPECT_EQ(now, speeds);
    }
  }
}

TEST(FindNearestPose, IsTheBindPoseAtFirst) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(13);
  const auto points = points_around(random, {man.positions, man.triangles}, 200);
  const auto found = searches.expect_same(points, 0.1);
  searches.set_pose(bind_pose(man));
  EXPECT_EQ(count_differences(searches.expect_same(points, 0.1), found), 0U);
}

TEST(FindNearestStats, CountWork) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(14);
  const auto points = points_around(random, {man.positions, man.triangles}, 100);
  searches.expect_same(points, 0.03);
  const QueryStats& brute = searches.brute_force().stats();
  EXPECT_EQ(brute.points, 100U);
  EXPECT_EQ(brute.triangle_tests, 100 * man.triangles.size());
  for (const test::NearestSearch* const search : {&searches.boxes(), &searches.meshlets()}) {
    EXPECT_EQ(search->stats().points, 100U);
    EXPECT_LT(search->stats().triangle_tests, brute.triangle_tests / 10);
    EXPECT_LE(search->stats().exact_tests, search->stats().triangle_tests);
    EXPECT_GT(search->stats().vertices_deformed, 0U);
  }
}

/// The square of such a distance underflows in single precision.
TEST(FindNearest, FindsWithinTheLeastReach) {
  Model model = test::single_triangle();
  constexpr float kNear = 2.9e-23F;
  model.positions = {{kNear, kNear, 0}, {1, kNear, 0}, {kNear, 1, 0}};
  const std::vector<Point> origin(1);
  const double reach = 1.001 * std::hypot(kNear, kNear);
  for (const bool meshlets : {true, false}) {
    const Collider collider = *bake(model);
    const auto search =
        meshlets ? test::search_meshlets(collider) : test::search_brute_force(collider);
    std::vector<NearestSkin> found(1);
    search->find(origin, reach, found);
    EXPECT_EQ(found[0].triangle, 0U) << meshlets;
  }
}

}  // namespace
}  // namespace dermis
