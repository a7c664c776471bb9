// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/skin_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scenes/count_inside.h"
#include "scenes/dressed.h"
#include "support/nearest_searches.h"
#include "support/sampled_depth.h"

namespace dermis {
namespace {

using math::Vec3d;
using test::found_by;
using test::NearestSearches;
using test::points_around;
using test::Random;
using test::to_point;
using test::to_vector;

TEST(SkinMotion, CornersFollowPoses) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(5);
  searches.set_pose(sample(man, man.clips[0], 0.1));
  const auto points = points_around(random, searches.mesh(), 400);
  std::array<std::vector<NearestSkin>, 4> earlier;
  for (std::size_t s = 0; s < 4; ++s) earlier[s] = found_by(*searches.all()[s], points, 0.1);
  for (const double time : {0.1, 0.15, 0.7}) {
    searches.set_pose(sample(man, man.clips[1], time));
    for (std::size_t s = 0; s < 4; ++s) {
      std::vector<Corners> now(points.size());
      searches.all()[s]->corners(earlier[s], now);
      for (std::size_t i = 0; i < points.size(); ++i) {
        if (!earlier[s][i].found()) continue;
        const Triangle& t = man.triangles[earlier[s][i].triangle];
        for (unsigned c = 0; c < 3; ++c) EXPECT_EQ(now[i][c], searches.mesh().vertices[t[c]]);
      }
    }
  }
}

TEST(SkinMotion, VelocitiesAreDifferencesOfPoses) {
  const Model man = make_mannequin();
  const Clip& walk = man.clips[*find_clip(man, "walk")];
  NearestSearches searches(man);
  Random random(6);
  constexpr double kSeconds = 1.0 / 60;
  double fastest = 0;
  for (int round = 0; round < 5; ++round) {
    const double time = random.unit();
    searches.set_pose(sample(man, walk, time));
    const std::vector<Vec3> before(searches.mesh().vertices.begin(),
                                   searches.mesh().vertices.end());
    searches.set_pose(sample(man, walk, time + kSeconds));
    const auto points = points_around(random, searches.mesh(), 300);
    const auto expected = found_by(searches.brute_force(), points, 0.1);
    std::vector<Point> first;
    for (const auto& search : searches.all()) {
      std::vector<Point> speeds(points.size(), Point{9, 9, 9});
      search->velocities(found_by(*search, points, 0.1), kSeconds, speeds);
      if (first.empty()) first = speeds;
      EXPECT_EQ(speeds, first);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!expected[i].found()) {
        EXPECT_EQ(first[i], (Point{0, 0, 0}));
        continue;
      }
      const Triangle& t = man.triangles[expected[i].triangle];
      Vec3d way;
      for (unsigned c = 0; c < 3; ++c) {
        way = way + expected[i].weights[c] * (math::to_double(searches.mesh().vertices[t[c]]) -
                                              math::to_double(before[t[c]]));
      }
      EXPECT_LT(length((1 / kSeconds) * way - to_vector(first[i])), 1e-9);
      fastest = std::max(fastest, length(to_vector(first[i])));
    }
  }
  EXPECT_GT(fastest, 0.5);  // a foot
}

/// For all searches, the bind pose comes before the first pose.
TEST(SkinMotion, VelocitiesAreTheSameInTheFirstPose) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  searches.set_pose(sample(man, man.clips[0], 0.2));
  Random random(7);
  const auto points = points_around(random, searches.mesh(), 100);
  std::vector<Point> expected(points.size());
  searches.brute_force().velocities(found_by(searches.brute_force(), points, 0.1), 1, expected);
  for (const auto& search : searches.all()) {
    std::vector<Point> speeds(points.size());
    search->velocities(found_by(*search, points, 0.1), 1, speeds);
    EXPECT_EQ(speeds, expected);
  }
}

/// Searches by meshlets and by brute force support all kinds of skinning.
TEST(SkinMotion, IsTheSameHoweverSkinIsBlended) {
  const Model man = make_mannequin();
  for (const Skinning skinning : all_values<Skinning>()) {
    const Collider collider = *bake(man, {.skinning = skinning});
    const auto meshlets = test::search_meshlets(collider);
    const auto brute_force = test::search_brute_force(collider);
    Random random(8);
    for (const double time : {0.2, 0.3}) {
      const Pose pose = sample(man, man.clips[0], time);
      const auto posed = *posed_vertices(man, pose, skinning);
      const auto points = points_around(random, {posed, man.triangles}, 200);
      ASSERT_TRUE(meshlets->set_pose(pose));
      ASSERT_TRUE(brute_force->set_pose(pose));
      const auto found = found_by(*meshlets, points, 0.1);
      const auto expected = found_by(*brute_force, points, 0.1);
      EXPECT_EQ(test::count_differences(found, expected), 0U) << to_string(skinning);
      if (time == 0.2) continue;
      std::vector<Point> speeds(points.size());
      std::vector<Point> expected_speeds(points.size());
      meshlets->velocities(found, 0.1, speeds);
      brute_force->velocities(expected, 0.1, expected_speeds);
      EXPECT_EQ(speeds, expected_speeds) << to_string(skinning);
    }
  }
}

}  // namespace
}  // namespace dermis
