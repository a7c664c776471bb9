// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// All searches find the same. DERMIS_POSES=20000 tests more poses.
#include "dermis/query/find_nearest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "support/models.h"
#include "support/named_model.h"
#include "support/nearest_searches.h"
#include "support/poses_asked_for.h"
#include "support/random_model.h"
#include "support/random_motion.h"
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
using test::Wildness;

/// Shares of half the model's size. The last three exceed the reach that lists are made for.
constexpr double kReaches[] = {0, 1e-4, 0.01, 0.1, 1, kInfinity};

Pose any_of_clips(Random& random, const Model& model) {
  if (model.clips.empty()) return stored_pose(model);
  const Clip& clip = model.clips[random.below(static_cast<std::uint32_t>(model.clips.size()))];
  return sample(model, clip, clip.start() + (clip.end() - clip.start()) * random.unit());
}

class FindNearestOn : public test::NamedModelTest {
 protected:
  void SetUp() override {
    NamedModelTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    size_ = static_cast<float>(test::size_of(*posed_vertices(model_, stored_pose(model_))));
    // Brute force takes most of the time.
    const double tests = 1e6 * test::poses_asked_for() / 400;
    rounds_ =
        std::clamp(static_cast<int>(tests / kPoints / double(model_.triangles.size())), 4, 500);
  }

  /// Compares the searches, with each reach in turn.
  void compare(NearestSearches& searches, int round) {
    const double reach = kReaches[static_cast<std::size_t>(round) % std::size(kReaches)];
    const auto points = points_around(random_, searches.mesh(), kPoints);
    for (const NearestSkin& skin : searches.expect_same(points, reach * size_ / 2)) {
      EXPECT_LE(std::abs(skin.distance), reach * size_ / 2);  // or 0
    }
  }

  static constexpr int kPoints = 24;
  float size_ = 0;
  int rounds_ = 0;
  Random random_{1};
};

INSTANTIATE_TEST_SUITE_P(
    All, FindNearestOn,
    testing::Values("dwarf", "man", "creature", "mannequin", "CesiumMan/CesiumMan.glb",
                    "RiggedFigure/RiggedFigure.glb", "Fox/Fox.glb", "SimpleSkin/SimpleSkin.gltf",
                    "RobotExpressive/RobotExpressive.glb", "GenericHandLeft/left.glb",
                    "MorphStressTest/MorphStressTest.glb",
                    "AnimatedMorphCube/AnimatedMorphCube.glb", "RiggedSimple/RiggedSimple.glb",
                    "TwoJointSets/model_with_motion.glb"),
    test::test_name);

TEST_P(FindNearestOn, FindsTheSameInClips) {
  NearestSearches searches(model_);
  for (int round = 0; round < rounds_; ++round) {
    searches.set_pose(any_of_clips(random_, model_));
    compare(searches, round);
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(searches.found(), searches.points() / 4);
}

/// Turned, moved, scaled and mirrored joints, ten kilometres away, and with morph targets.
TEST_P(FindNearestOn, FindsTheSameInWildPoses) {
  NearestSearches searches(model_);
  const Wildness kinds[] = {{.turn = 1},
                            {.turn = 0.02F},
                            {.turn = 1, .shift = 0.2F * size_},
                            {.turn = 1, .scale_low = 0, .scale_high = 10},
                            {.turn = 0.2F, .scale_low = -1, .scale_high = 2},
                            {.turn = 0, .from_origin = 10'000},
                            {.turn = 0.2F, .from_origin = 10'000}};
  for (int round = 0; round < rounds_; ++round) {
    Pose pose = random_motion(random_, any_of_clips(random_, model_),
                              kinds[static_cast<std::size_t>(round) % std::size(kinds)]);
    if (round % 3 == 2) {
      for (float& weight : pose.morph_weights) weight = random_.between(-1, 2);
    }
    searches.set_pose(pose);
    compare(searches, round);
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(searches.found(), searches.points() / 4);
  const bool bends = model_.skeleton.joints.size() > 1;
  if (bends) {
    EXPECT_GT(searches.boxes().stats().outgrown_boxes, 0U);
  }
}

/// At times that were not sampled.
TEST_P(FindNearestOn, KnowsHowLargeBoxesGetInClips) {
  const auto search = test::search_body_boxes(model_);
  ASSERT_TRUE(search) << search.error().message;
  const std::uint64_t at_first = (*search)->stats().outgrown_boxes;
  constexpr int kPoses = 300;
  int outgrown = 0;
  for (int i = 0; i < kPoses; ++i) {
    const std::uint64_t before = (*search)->stats().outgrown_boxes;
    ASSERT_TRUE((*search)->set_pose(any_of_clips(random_, model_)));
    outgrown += (*search)->stats().outgrown_boxes > before ? 1 : 0;
  }
  const std::uint64_t boxes = (*search)->stats().outgrown_boxes - at_first;
  std::printf("%d of %d poses outgrow a box, %llu boxes in all\n", outgrown, kPoses,
              static_cast<unsigned long long>(boxes));
  if (make_procedural(GetParam())) {
    EXPECT_EQ(boxes, 0U);
  }
}

TEST(FindNearest, FindsTheSameWithAnyNumberOfSlicesAndAnyReach) {
  const Model mannequin = make_mannequin();
  Random random(2);
  for (const std::uint32_t slices : {1U, 15U, 200U, 1000U}) {
    for (const double reach : {0.0, 0.03, 0.5}) {
      BodyBoxOptions options;
      options.slices = slices;
      options.reach = reach;
      options.clips = {{*find_clip(mannequin, "walk")}};
      NearestSearches searches(mannequin, options);
      for (const double asked : {0.0, 1e-4, 0.03, 0.1}) {
        searches.set_pose(any_of_clips(random, mannequin));
        searches.expect_same(points_around(random, searches.mesh(), 24), asked);
      }
      if (testing::Test::HasFailure()) FAIL() << slices << " slices, reach " << reach;
    }
  }
}

TEST(FindNearest, NoticesWhatOutgrowsItsBox) {
  const Model man = make_mannequin();
  BodyBoxOptions options;
  options.clips = {{*find_clip(man, "walk")}};
  NearestSearches searches(man, options);
  EXPECT_EQ(searches.boxes().stats().outgrown_boxes, 0U);
  Random random(3);
  searches.set_pose(
      placed(sample(man, man.clips[options.clips->front()], 0.3), placement({9, 1, 2}, 77)));
  EXPECT_EQ(searches.boxes().stats().outgrown_boxes, 0U) << "of a body that stands elsewhere";
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t before = searches.boxes().stats().outgrown_boxes;
    searches.set_pose(random_motion(random, bind_pose(man), {.turn = 1, .shift = 0.1F}));
    EXPECT_GT(searches.boxes().stats().outgrown_boxes, before);
    searches.expect_same(points_around(random, searches.mesh(), 40), 0.03);
  }
}

TEST(FindNearest, FindsTheSameWhereAJointIsFlat) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(4);
  for (std::size_t joint = 0; joint < man.skeleton.joints.size(); joint += 4) {
    for (const Vec3& scale : {Vec3{0, 0, 0}, Vec3{1, 0, 1}, Vec3{1e-20F, 1, 1e-20F}}) {
      Pose pose = sample(man, man.clips[0], 0.2);
      Transform flat;
      flat.scale = scale;
      pose.joints[joint] = compose(pose.joints[joint], to_affine(flat));
      searches.set_pose(pose);
      searches.expect_same(points_around(random, searches.mesh(), 24), 0.05);
    }
  }
}

/// The model has one joint, so its box fits in all poses.
void expect_same_at_scale(float scale) {
  const Model ball = make_ball(0.5F, 12);
  NearestSearches searches(ball);
  Random random(5);
  Transform transform;
  transform.scale = {scale, scale, scale};
  for (const float away : {0.0F, 1.0F}) {
    transform.translation = {away, 0, 0};
    Pose pose = bind_pose(ball);
    pose.joints[0] = to_affine(transform);
    searches.set_pose(pose);
    auto points = points_around(random, searches.mesh(), 24);
    points.push_back({0, 0, 0});
    points.push_back({0.01, 0.02, 0.03});
    for (const double reach : {0.0, 0.1, double{scale}, kInfinity}) {
      searches.expect_same(points, reach);
    }
  }
}

TEST(FindNearest, FindsTheSameAtEveryScale) {
  for (const float scale : {1e-30F, 1e-20F, 1e-10F, 1e-3F, 1e3F, 1e10F, 1e30F}) {
    SCOPED_TRACE(scale);
    expect_same_at_scale(scale);
  }
}

/// The inverses of such scales overflow single precision.
TEST(FindNearest, FindsTheSameWhereAJointIsTiny) {
  for (const float scale : {1e-42F, 1e-39F, 1e-37F}) {
    SCOPED_TRACE(scale);
    expect_same_at_scale(scale);
  }
}

TEST(FindNearest, FindsTheSameHoweverFarPointsAre) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  searches.set_pose(sample(man, man.clips[0], 0.3));
  std::vector<Point> points;
  for (const double far : {1e3, 1e6, 1e15, 1e30, 1e37}) {
    points.push_back({far, 0, 0});
    points.push_back({-far, far, -far});
  }
  points.push_back({0, 1, 0.1});
  for (const double reach : {1.0, 1e10, kInfinity}) searches.expect_same(points, reach);
  // Points so far away that distances overflow.
  constexpr double kFarthest = 1.5e308;
  points = {{kFarthest, kFarthest, 0}, {-kFarthest, kFarthest, -kFarthest}};
  for (const auto& search : searches.all()) found_by(*search, points, kInfinity);
}

TEST(FindNearest, FindsNothingWithoutPointsOrReach) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  for (const auto& search : searches.all()) search->find({}, 1, {});
  Random random(6);
  const auto points = points_around(random, {man.positions, man.triangles}, 80);
  for (const double reach : {-1.0, -1e-9, kNan}) {
    for (const auto& search : searches.all()) {
      const auto found = found_by(*search, points, reach);
      EXPECT_EQ(std::ranges::count_if(found, &NearestSkin::found), 0) << reach;
    }
  }
}

TEST(FindNearest, FindsTheSameInOddMeshes) {
  // These triangles cross each other, are connected at corners, and follow up to eight joints.
  Random random(7);
  for (std::uint32_t influences = 1; influences <= 8; ++influences) {
    const Model model = test::random_model(influences, 60, 12, influences);
    NearestSearches searches(model);
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
      searches.set_pose(test::random_pose(seed, model));
      searches.expect_same(points_around(random, searches.mesh(), 40), seed % 2 == 0 ? 0.1 : 10);
    }
  }
  const Model triangle = test::single_triangle();
  NearestSearches searches(triangle);
  searches.expect_same(points_around(random, {triangle.positions, triangle.triangles}, 200), 1);
}

/// A mannequin in which some triangles are degenerate: segments and points.
Model with_needles() {
  Model man = make_mannequin();
  std::vector<std::uint32_t> same_as(man.positions.size());
  for (std::uint32_t v = 0; v < same_as.size(); ++v) same_as[v] = v;
  for (std::size_t t = 0; t < man.triangles.size(); t += 17) {
    same_as[man.triangles[t][0]] = man.triangles[t][1];
    if (t % 2 == 0) same_as[man.triangles[t][2]] = man.triangles[t][1];
  }
  Influences influences;
  for (std::uint32_t v = 0; v < same_as.size(); ++v) {
    influences.add_vertex(man.influences.of(same_as[v]));
    man.positions[v] = man.positions[same_as[v]];
  }
  man.influences = influences;
  return man;
}

TEST(FindNearest, LivesWithNeedles) {
  const Model man = with_needles();
  NearestSearches searches(man);
  Random random(8);
  for (int round = 0; round < 12; ++round) {
    searches.set_pose(round == 0 ? bind_pose(man) : any_of_clips(random, man));
    const auto found = searches.expect_same(points_around(random, searches.mesh(), 160), 0.1);
    for (const NearestSkin& skin : found) EXPECT_TRUE(std::isfinite(skin.distance));
  }
}

/// Points on degenerate triangles are also on other triangles.
TEST(FindNearest, HasNormalsAtNeedles) {
  const Model man = with_needles();
  const auto search = test::search_brute_force(*bake(man));
  std::vector<Point> corners;
  for (const Vec3& p : man.positions) corners.push_back({p.x, p.y, p.z});
  const auto found = found_by(*search, corners, 0.1);
  EXPECT_EQ(std::ranges::count_if(found,
                                  [](const NearestSkin& skin) {
                                    return !(length(test::to_vector(skin.normal)) > 0.999);
                                  }),
            0);
}

TEST(FindNearest, IsTheSameOnEveryInstructionSet) {
  const Model man = make_man();
  NearestSearches searches(man);
  Random random(9);
  searches.set_pose(any_of_clips(random, man));
  const auto points = points_around(random, searches.mesh(), 800);
  const auto expected = found_by(searches.meshlets(), points, 0.1);
  for (const Isa isa : available_isas()) {
    ASSERT_TRUE(use_isa(isa));
    // Poses are computed lazily: each instruction set must compute its own.
    NearestSearches own(man);
    for (const auto& search : own.all()) {
      ASSERT_TRUE(search->set_pose(sample(man, man.clips[0], 0)));
    }
    Random again(9);
    own.set_pose(any_of_clips(again, man));
    for (const auto& search : {&own.boxes(), &own.meshlets()}) {
      EXPECT_EQ(count_differences(found_by(*search, points, 0.1), expected), 0U) << to_string(isa);
    }
  }
  ASSERT_TRUE(use_isa(available_isas().back()));
}

TEST(FindNearest, FindsTheSameOneByOne) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(10);
  searches.set_pose(any_of_clips(random, man));
  auto points = points_around(random, searches.mesh(), 5000);
  points.push_back({1e8, 0, 0});  // a point that is far away changes nothing for others
  for (test::NearestSearch* const search : {&searches.boxes(), &searches.meshlets()}) {
    const auto together = found_by(*search, points, 0.1);
    ASSERT_TRUE(search->set_pose(bind_pose(man)));
    Random again(10);
    ASSERT_TRUE(search->set_pose(any_of_clips(again, man)));
    std::vector<NearestSkin> alone(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      search->find({&points[i], 1}, 0.1, {&alone[i], 1});
    }
    EXPECT_EQ(count_differences(alone, together), 0U);
  }
}

/// Any of the points, in any order. The results of the other points stay.
TEST(FindNearest, FindsSomeOfThePoints) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(17);
  searches.set_pose(any_of_clips(random, man));
  const auto points = points_around(random, searches.mesh(), 1000);
  const auto expected = searches.expect_same(points, 0.1);
  std::vector<std::uint32_t> some;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (random.below(3) != 0) continue;
    some.push_back(i);
    std::swap(some.back(), some[random.below(static_cast<std::uint32_t>(some.size()))]);
  }
  NearestSkin before;
  before.triangle = 7;
  before.distance = 0.125;
  for (const auto& search : searches.all()) {
    std::vector<NearestSkin> found(points.size(), before);
    search->find(points, some, 0.1, found);
    std::vector<NearestSkin> wanted(points.size(), before);
    for (const std::uint32_t i : some) wanted[i] = expected[i];
    EXPECT_EQ(count_differences(found, wanted), 0U);
    // No points at all, and a reach below 0, within which nothing is found.
    search->find(points, std::span<const std::uint32_t>{}, 0.1, found);
    EXPECT_EQ(count_differences(found, wanted), 0U);
    search->find(points, some, -1, found);
    for (const std::uint32_t i : some) wanted[i] = {};
    EXPECT_EQ(count_differences(found, wanted), 0U);
  }
}

TEST(FindNearest, FindsNothingForPointsThatAreNotFinite) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(18);
  searches.set_pose(any_of_clips(random, man));
  auto points = points_around(random, searches.mesh(), 100);
  auto expected = searches.expect_same(points, 0.1);
  for (std::size_t i = 0; i < points.size(); i += 7) {
    points[i][i % 3] = i % 2 == 0 ? kNan : -kInfinity;
    expected[i] = {};
  }
  for (const auto& search : searches.all()) {
    std::vector<NearestSkin> found(points.size(), expected[1]);
    std::vector<std::uint32_t> all(points.size());
    std::iota(all.begin(), all.end(), 0U);
    search->find(points, all, 0.1, found);
    EXPECT_EQ(count_differences(found, expected), 0U);
  }
}

/// Results for other points, in other poses, or of other searches, are only hints.
TEST(FindNearest, FindsTheSameWhateverItFoundBefore) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(15);
  searches.set_pose(any_of_clips(random, man));
  const auto points = points_around(random, searches.mesh(), 64);
  for (const double reach : {0.0, 0.03, 1.0}) {
    const auto expected = searches.expect_same(points, reach);
    std::vector<std::vector<NearestSkin>> hints;
    for (const auto& search : searches.all()) {
      hints.push_back(found_by(*search, points, kInfinity));
      std::ranges::rotate(hints.back(), hints.back().begin() + 7);
    }
    for (const auto& search : searches.all()) {
      for (const auto& hint : hints) {
        auto found = hint;
        search->find(points, reach, found);
        EXPECT_EQ(count_differences(found, expected), 0U) << "reach " << reach;
        search->find(points, reach, found);
        EXPECT_EQ(count_differences(found, expected), 0U) << "reach " << reach << " once more";
      }
    }
    // The next round begins with hints from another pose.
    searches.set_pose(any_of_clips(random, man));
  }
}

TEST(FindNearest, FindsTheSameWithHintsOfThePoseBefore) {
  const Model man = make_mannequin();
  NearestSearches searches(man);
  Random random(16);
  const auto points = points_around(random, {man.positions, man.triangles}, 64);
  std::array<std::vector<NearestSkin>, 4> found;
  for (auto& some : found) some.resize(points.size());
  for (int i = 0; i < 16; ++i) {
    searches.set_pose(sample(man, man.clips[0], i / 16.0));
    for (std::size_t s = 0; s < 4; ++s) searches.all()[s]->find(points, 0.1, found[s]);
    for (const auto& some : found) EXPECT_EQ(count_differences(some, found[0]), 0U) << i;
  }
}

TEST(FindNearest, ReturnsWhatItWritesIntoYourMemory) {
  const Model man = make_mannequin();
  const Character body = *Character::make(*bake(man));
  const std::vector<Point> points{{0, 1, 0.5}, {0, 5, 0}, {0.2, 1.2, 0.1}};
  std::vector<NearestSkin> found(points.size());
  find_nearest(body, points, found, {.reach = 1});
  const Nearest returned = find_nearest(body, points, {.reach = 1});
  ASSERT_EQ(returned.places.size(), points.size());
  EXPECT_EQ(returned.stats.points, points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(returned.places[i].triangle, found[i].triangle);
    EXPECT_EQ(returned.places[i].distance, found[i].distance);
  }
  EXPECT_FALSE(returned.places[1].found());
}

}  // namespace
}  // namespace dermis
