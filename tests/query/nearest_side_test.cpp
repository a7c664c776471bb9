// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The side of the skin that points are on, and the motion of skin.
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

TEST(NearestSide, IsOutsideAlongNormalsAndInsideAgainstThem) {
  for (const std::string_view name : procedural_names()) {
    const Model model = *make_procedural(name);
    NearestSearches searches(model);
    Random random(1);
    std::vector<Point> outside;
    std::vector<Point> inside;
    for (int i = 0; i < 500; ++i) {
      const auto [place, normal] = any_on_skin(random, {model.positions, model.triangles});
      outside.push_back(to_point(place + 1e-5 * normal));
      inside.push_back(to_point(place - 1e-5 * normal));
    }
    for (const NearestSkin& skin : found_by(searches.meshlets(), outside, 0.01)) {
      EXPECT_GT(skin.distance, 0) << name;
    }
    for (const NearestSkin& skin : found_by(searches.meshlets(), inside, 0.01)) {
      EXPECT_LT(skin.distance, 0) << name;
    }
  }
}

/// Within two centimetres of the skin of a body that does not pass through itself.
TEST(NearestSide, IsWhatSolidAnglesAndRaysSay) {
  const Model man = make_mannequin();
  const Clip& walk = man.clips[*find_clip(man, "walk")];
  NearestSearches searches(man);
  Random random(2);
  std::size_t inside = 0;
  std::size_t all = 0;
  for (int pose = 0; pose < 8; ++pose) {
    searches.set_pose(sample(man, walk, (walk.end() - walk.start()) * random.unit()));
    std::vector<Point> points;
    for (int i = 0; i < 250; ++i) {
      const auto [place, normal] = any_on_skin(random, searches.mesh());
      const double across = random.between(-0.02F, 0.02F);
      points.push_back(to_point(place + across * normal));
    }
    for (std::uint32_t v = 0; v < 50; ++v) {
      // Beside corners, where several triangles are equally near.
      const Vec3d corner = math::to_double(searches.mesh().vertices[random.below(1290)]);
      const double x = random.between(-0.01F, 0.01F);
      const double y = random.between(-0.01F, 0.01F);
      points.push_back(to_point(corner + Vec3d{x, y, random.between(-0.01F, 0.01F)}));
    }
    const auto found = found_by(searches.boxes(), points, 0.035);
    for (std::size_t i = 0; i < points.size(); ++i) {
      ASSERT_TRUE(found[i].found());
      const bool is_inside = test::winding(searches.mesh(), to_vector(points[i])) > 0.5;
      EXPECT_EQ(scenes::count_inside(searches.mesh(), {&points[i], 1}), is_inside ? 1U : 0U);
      EXPECT_EQ(found[i].distance < 0, is_inside)
          << "pose " << pose << " point " << i << " distance " << found[i].distance;
      inside += is_inside ? 1 : 0;
      ++all;
    }
  }
  std::printf("%zu points, %zu inside\n", all, inside);
  EXPECT_GT(inside, all / 3);
  EXPECT_LT(inside, 2 * all / 3);
}

/// Sharp edges and corners.
TEST(NearestSide, IsRightAroundABox) {
  const Model box = make_box({1, 2, 3});
  NearestSearches searches(box);
  Random random(3);
  std::vector<Point> points;
  for (int i = 0; i < 5000; ++i) {
    const double x = random.between(-1, 1);
    const double y = random.between(-1.5F, 1.5F);
    points.push_back({x, y, random.between(-2, 2)});
  }
  const auto found = searches.expect_same(points, 3);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double out[3] = {std::abs(points[i][0]) - 0.5, std::abs(points[i][1]) - 1,
                           std::abs(points[i][2]) - 1.5};
    double square = 0;
    for (const double x : out) square += std::max(x, 0.0) * std::max(x, 0.0);
    const double expected = square > 0 ? std::sqrt(square) : *std::ranges::max_element(out);
    EXPECT_NEAR(found[i].distance, expected, 1e-12);
  }
}

/// Place, normal and distance lead to the point.
TEST(NearestSide, FieldsOfAnAnswerBelongTogether) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  searches.set_pose(sample(man, man.clips[0], 0.3));
  Random random(4);
  const auto points = points_around(random, searches.mesh(), 2000);
  const auto found = found_by(searches.boxes(), points, 0.2);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const NearestSkin& skin = found[i];
    if (!skin.found()) continue;
    const Triangle& t = man.triangles[skin.triangle];
    Vec3d place;
    double sum = 0;
    for (unsigned c = 0; c < 3; ++c) {
      EXPECT_EQ(skin.corners[c], searches.mesh().vertices[t[c]]);
      EXPECT_GE(skin.weights[c], 0);
      place = place + skin.weights[c] * math::to_double(skin.corners[c]);
      sum += skin.weights[c];
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_LT(length(place - to_vector(skin.at)), 1e-9);
    // Next to the skin, rounding changes the direction noticeably.
    EXPECT_NEAR(length(to_vector(skin.normal)), 1, 1e-6);
    const Vec3d end = to_vector(skin.at) + skin.distance * to_vector(skin.normal);
    EXPECT_LT(length(end - to_vector(points[i])), 1e-8);
  }
}

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
