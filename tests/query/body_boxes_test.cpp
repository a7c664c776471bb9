// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/body_boxes.h"

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

}  // namespace
}  // namespace dermis
