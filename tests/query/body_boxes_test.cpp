// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Options of searches, refused poses, and statistics.
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
using test::kInfinity;
using test::kNan;
using test::NearestSearches;
using test::points_around;
using test::Random;
using testing::HasSubstr;

/// The paper's boxes, which are made for the rest pose. Shows that the guarantees of the others
/// matter.
TEST(FindNearestByTolerance, MissesNothingAtRestAndSomethingInAWalk) {
  const Model man = make_man();
  BodyBoxOptions options;
  options.clips = {{*find_clip(man, "walk")}};
  Random random(11);
  const auto missed = [&](double tolerance, const Pose& pose) {
    options.tolerance = tolerance;
    NearestSearches searches(man, options);
    searches.set_pose(pose);
    const auto points = points_around(random, searches.mesh(), 800);
    EXPECT_EQ(searches.boxes().stats().outgrown_boxes, 0U) << "nothing is noticed";
    return count_differences(found_by(searches.boxes(), points, 0.03),
                             found_by(searches.meshlets(), points, 0.03));
  };
  EXPECT_EQ(missed(0.5, bind_pose(man)), 0U);
  EXPECT_EQ(missed(0, bind_pose(man)), 0U);
  const Clip& walk = man.clips[options.clips->front()];
  std::size_t in_walk = 0;
  for (const double time : {0.1, 0.3, 0.5, 0.7}) in_walk += missed(0, sample(man, walk, time));
  std::printf("%zu of 3200 points missed in a walk, with no tolerance\n", in_walk);
  EXPECT_GT(in_walk, 0U);
}

TEST(BodyBoxes, RefusesWhatCannotBe) {
  const Model man = make_mannequin();
  const auto expect_refusal = [&](const BodyBoxOptions& options, const char* reason) {
    const auto search = test::search_body_boxes(man, options);
    ASSERT_FALSE(search) << reason;
    EXPECT_THAT(search.error().message, HasSubstr(reason));
  };
  expect_refusal({.slices = 0}, "slices, not 0");
  expect_refusal({.slices = 4'000'000'000}, "slices, not 4000000000");
  expect_refusal({.reach = -1e-9}, "reach");
  expect_refusal({.reach = kNan}, "reach");
  expect_refusal({.reach = kInfinity}, "reach");
  expect_refusal({.clips = {{0, 99}}}, "no clip 99");
  Model broken = man;
  broken.triangles[5][1] = 1'000'000;
  const auto search = test::search_body_boxes(broken);
  ASSERT_FALSE(search);
  EXPECT_THAT(search.error().message, HasSubstr("1000000"));
}

/// The same triangles, but other joints: poses of one would be read beyond their end by the other.
TEST(BodyBoxes, RefusesAModelWithTheSameTriangles) {
  const Model man = make_mannequin();
  Model other = man;
  other.skeleton.joints.resize(1);
  other.influences = {};
  const Influence all{0, 1};
  for (std::size_t v = 0; v < man.positions.size(); ++v) other.influences.add_vertex({&all, 1});
  other.clips.clear();
  for (const auto& [baked, given] :
       {std::pair<const Model*, const Model*>(&man, &other), {&other, &man}}) {
    const auto boxes = bake_body_boxes(*bake(*baked), *given);
    ASSERT_FALSE(boxes);
    EXPECT_THAT(boxes.error().message, HasSubstr("another model"));
  }
}

TEST(BodyBoxes, RefusesAToleranceThatIsNoNumber) {
  const Model man = make_mannequin();
  EXPECT_FALSE(test::search_body_boxes(man, {.tolerance = -1}));
  EXPECT_FALSE(test::search_body_boxes(man, {.tolerance = kNan}));
  EXPECT_FALSE(test::search_body_boxes(man, {.tolerance = kInfinity}));
}

/// The samples of a clip of 3e38 seconds do not fit into memory.
TEST(BodyBoxes, RefusesClipsThatNeverEnd) {
  Model man = make_mannequin();
  Clip clip;
  clip.name = "forever";
  clip.channels.push_back(
      {ChannelPath::translation, Interpolation::linear, 0, 3, {0, 3e38F}, {0, 0, 0, 1, 0, 0}});
  man.clips = {clip};
  EXPECT_FALSE(test::search_body_boxes(man));
}

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

/// Near the limit of float32, the bind pose itself overflows. This is an error, never an empty
/// answer.
TEST(Character, IsRefusedWithoutABindPose) {
  Model model = test::single_triangle();
  for (Vec3& v : model.positions) v = {3e31F * v.x, 3e31F * v.y, 3e31F * v.z};
  const auto collider = bake(model, {.skinning = Skinning::dual_quaternion});
  ASSERT_TRUE(collider) << "this one may be baked";
  const auto character = Character::make(*collider);
  ASSERT_FALSE(character);
  EXPECT_THAT(character.error().message, HasSubstr("bind pose"));
  World world = *World::make();
  EXPECT_FALSE(world.add(*collider));
}

}  // namespace
}  // namespace dermis
