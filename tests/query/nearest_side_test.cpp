// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The side of the skin that points are on.
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

}  // namespace
}  // namespace dermis
