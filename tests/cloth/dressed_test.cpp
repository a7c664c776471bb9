// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Cloth on bodies: two seconds each, less for larger ones, or DERMIS_CLOTH_SECONDS.
#include "scenes/dressed.h"
#include "scenes/count_inside.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "support/cloths.h"
#include "support/nearest_searches.h"

namespace dermis {
namespace {

using scenes::ClothSize;
using scenes::Dressed;
using scenes::DressedOptions;
using scenes::SkinMethod;

double seconds_asked_for(double if_nobody_says) {
  const char* const asked = std::getenv("DERMIS_CLOTH_SECONDS");
  return asked == nullptr ? if_nobody_says : std::atof(asked);
}

class DressedScene : public testing::TestWithParam<DressedOptions> {
 protected:
  /// Calls check(pose) after every step.
  template <class Check>
  void run(const Dressed& scene, Character& body, Cloth& cloth, double seconds,
           const Check& check) {
    const auto steps = std::lround(seconds * Dressed::kStepsPerSecond);
    for (long i = 1; i <= steps; ++i) {
      const Pose pose = scene.pose(static_cast<std::size_t>(i));
      ASSERT_TRUE(body.set_pose(pose));
      ASSERT_TRUE(cloth.step(1 / Dressed::kStepsPerSecond, body));
      check(pose);
      if (HasFailure()) FAIL() << "step " << i;
    }
  }
};

std::string name_of(const testing::TestParamInfo<DressedOptions>& test) {
  return test.param.scene + (test.param.walking ? "_walking_" : "_standing_") +
         std::string(to_string(test.param.size));
}

std::vector<DressedOptions> walking_and_standing() {
  return {{.scene = "skirt"},
          {.scene = "skirt", .walking = false},
          {.scene = "drop"},
          {.scene = "drop", .walking = false}};
}
INSTANTIATE_TEST_SUITE_P(All, DressedScene, testing::ValuesIn(walking_and_standing()), name_of);

std::vector<DressedOptions> larger_ones() {
  return {{.scene = "skirt", .size = ClothSize::ten_thousand},
          {.scene = "drop", .size = ClothSize::ten_thousand},
          {.scene = "skirt", .size = ClothSize::fifty_thousand},
          {.scene = "drop", .size = ClothSize::fifty_thousand}};
}
INSTANTIATE_TEST_SUITE_P(Large, DressedScene, testing::ValuesIn(larger_ones()), name_of);

/// The time for which brute force takes about a second.
double few_seconds(ClothSize size) {
  return size == ClothSize::paper ? 2 : size == ClothSize::ten_thousand ? 0.2 : 0.05;
}

/// The vertices pinned to the hips: the only ring of the skirt at the height of the waist.
std::set<std::uint32_t> waistband(const Dressed& scene, const Cloth& cloth) {
  std::set<std::uint32_t> pinned;
  if (scene.options().scene != "skirt") return pinned;
  double highest = 0;
  for (const Point& p : cloth.positions()) highest = std::max(highest, p[1]);
  for (std::uint32_t v = 0; v < cloth.positions().size(); ++v) {
    if (cloth.positions()[v][1] > highest - 1e-6) pinned.insert(v);
  }
  return pinned;
}

TEST_P(DressedScene, StaysOutsideAndDoesNotTear) {
  const Dressed scene(GetParam());
  Character body = scene.wearer(SkinMethod::boxes);
  const auto judge = test::search_brute_force(body.collider());
  Cloth cloth = scene.cloth(body, SkinMethod::boxes);
  const bool paper = GetParam().size == ClothSize::paper;
  if (paper) {
    ASSERT_EQ(cloth.positions().size(), 264U);
    ASSERT_EQ(scene.body().triangles.size(), 2576U);
  }
  const Mesh rest{cloth.positions(), cloth.triangles()};
  const auto pinned = waistband(scene, cloth);
  if (paper) {
    EXPECT_EQ(pinned.size(), GetParam().scene == "skirt" ? 24U : 0U);
  }
  const double reach = cloth.options().thickness + cloth.options().margin;
  QueryStats work;
  double stretch = 0;
  std::size_t near = 0;
  std::uint32_t most_rounds = 0;
  const double seconds = seconds_asked_for(few_seconds(GetParam().size));
  run(scene, body, cloth, seconds, [&](const Pose& pose) {
    ASSERT_TRUE(test::all_finite(cloth.positions()));
    ASSERT_TRUE(test::all_finite(cloth.velocities()));
    const auto posed = *posed_vertices(scene.body(), pose);
    EXPECT_EQ(scenes::count_inside({posed, scene.body().triangles}, cloth.positions()), 0U);
    EXPECT_EQ(cloth.stats().inside, 0U);
    ASSERT_TRUE(judge->set_pose(pose));
    const auto expected = test::found_by(*judge, cloth.positions(), reach);
    EXPECT_EQ(test::count_differences(cloth.nearest_skin(), expected), 0U);
    stretch = std::max(stretch, test::stretch_of(rest, cloth.positions(), pinned));
    EXPECT_LE(stretch, 0.1);
    near += cloth.stats().near_skin;
    work += cloth.stats().search;
    most_rounds = std::max(most_rounds, cloth.stats().rounds);
  });
  if (paper || seconds > 1 || GetParam().scene == "skirt") {
    EXPECT_GT(near, 0U) << "it never came near the body";
  }
  const double share =
      double(work.triangle_tests) / double(work.points) / double(scene.body().triangles.size());
  std::printf(
      "stretch %.3f, %.1f points a step near skin, %u rounds at most, %.2f %% of triangles\n",
      stretch, double(near) / seconds / Dressed::kStepsPerSecond, most_rounds, 100 * share);
  EXPECT_LT(share, 0.02);
  EXPECT_EQ(work.outgrown_boxes, 0U);
}

/// The motion does not depend on the search.
TEST_P(DressedScene, IsTheSameWithEverySearch) {
  const Dressed scene(GetParam());
  std::vector<std::vector<Point>> ends;
  for (const SkinMethod method : {SkinMethod::boxes, SkinMethod::meshlets}) {
    Character body = scene.wearer(method);
    Cloth cloth = scene.cloth(body, method);
    run(scene, body, cloth, seconds_asked_for(few_seconds(GetParam().size) / 4),
        [](const Pose&) {});
    if (GetParam().scene == "skirt") {
      EXPECT_GT(cloth.stats().near_skin, 0U);
    }
    ends.push_back(cloth.positions());
  }
  EXPECT_EQ(ends[0], ends[1]);
}

class DressedSelf : public testing::TestWithParam<DressedOptions> {};

INSTANTIATE_TEST_SUITE_P(
    All, DressedSelf,
    testing::Values(DressedOptions{.scene = "drop", .self_collision = true},
                    DressedOptions{.scene = "drop", .walking = false, .self_collision = true},
                    DressedOptions{
                        .scene = "drop", .size = ClothSize::ten_thousand, .self_collision = true}),
    name_of);

std::size_t count_crossings(const Cloth& cloth) {
  const auto floats = test::to_floats(cloth.positions());
  return brute_force::find_self_pairs({floats, cloth.triangles()}).pairs.size();
}

TEST_P(DressedSelf, DoesNotPassThroughItself) {
  const Dressed scene(GetParam());
  Character body = scene.wearer(SkinMethod::boxes);
  Cloth cloth = scene.cloth(body, SkinMethod::boxes);
  const Mesh rest{cloth.positions(), cloth.triangles()};
  std::uint64_t kept = 0;
  const double seconds = seconds_asked_for(few_seconds(GetParam().size));
  const auto steps = std::lround(seconds * Dressed::kStepsPerSecond);
  for (long i = 1; i <= steps; ++i) {
    const Pose pose = scene.pose(static_cast<std::size_t>(i));
    ASSERT_TRUE(body.set_pose(pose));
    ASSERT_TRUE(cloth.step(1 / Dressed::kStepsPerSecond, body));
    kept += cloth.stats().stopped_pairs;
    ASSERT_EQ(count_crossings(cloth), 0U) << "step " << i;
    const auto posed = *posed_vertices(scene.body(), pose);
    ASSERT_EQ(scenes::count_inside({posed, scene.body().triangles}, cloth.positions()), 0U)
        << "step " << i;
    std::vector<NearestSkin> found(cloth.positions().size());
    const double reach = cloth.options().thickness + cloth.options().margin;
    static_cast<void>(find_nearest(body, cloth.positions(), found, {.reach = reach}));
    ASSERT_EQ(test::count_differences(found, cloth.nearest_skin()), 0U) << "step " << i;
    ASSERT_LE(test::stretch_of(rest, cloth.positions()), 0.1) << "step " << i;
  }
  std::printf("%llu pairs kept apart\n", static_cast<unsigned long long>(kept));
}

/// Without self-collision, the scene has something to keep apart.
TEST(DressedWithoutSelfCollision, PassesThroughItself) {
  const Dressed scene({.scene = "drop"});
  Character body = scene.wearer(SkinMethod::meshlets);
  Cloth cloth = scene.cloth(body, SkinMethod::meshlets);
  for (std::size_t i = 1; i <= 60; ++i) {
    ASSERT_TRUE(body.set_pose(scene.pose(i)));
    ASSERT_TRUE(cloth.step(1 / Dressed::kStepsPerSecond, body));
  }
  EXPECT_GT(count_crossings(cloth), 0U);
}

TEST(DressedByForces, StaysFiniteAndOutside) {
  const Dressed scene({.scene = "skirt", .walking = true, .solver = ClothSolver::mass_spring});
  Character body = scene.wearer(SkinMethod::boxes);
  Cloth cloth = scene.cloth(body, SkinMethod::boxes);
  for (std::size_t i = 1; i <= 30; ++i) {
    ASSERT_TRUE(body.set_pose(scene.pose(i)));
    ASSERT_TRUE(cloth.step(1 / Dressed::kStepsPerSecond, body));
    ASSERT_TRUE(test::all_finite(cloth.positions()));
    EXPECT_EQ(cloth.stats().inside, 0U) << "step " << i;
  }
}

}  // namespace
}  // namespace dermis
