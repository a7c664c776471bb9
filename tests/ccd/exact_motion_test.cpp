// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "dermis/bounds/collider.h"
#include "dermis/ccd/keyframes.h"
#include "dermis/ccd/motion_contacts.h"
#include "dermis/io/gltf.h"
#include "dermis/model/pose.h"
#include "dermis/model/procedural.h"
#include "dermis/query/character.h"
#include "dermis/query/collide.h"
#include "dermis/skinning/skin.h"
#include "support/random.h"

namespace dermis {
namespace {

using test::Random;

/// A model by its procedural name, or a file; the first clip is the one.
class ExactMotion : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (auto made = make_procedural(GetParam())) {
      model_ = std::move(*made);
      return;
    }
    if (!std::filesystem::exists(DERMIS_ASSETS)) {
      GTEST_SKIP() << "SKIPPED: " << DERMIS_ASSETS << " is not here";
    }
    auto imported = import_gltf(std::filesystem::path(DERMIS_ASSETS) / GetParam());
    ASSERT_TRUE(imported) << imported.error().message;
    model_ = std::move(imported->model);
  }
  [[nodiscard]] const Clip& clip() const { return model_.clips.front(); }

  Model model_;
  Random random_{1};
};

INSTANTIATE_TEST_SUITE_P(All, ExactMotion,
                         testing::Values("creature", "man", "CesiumMan/CesiumMan.glb",
                                         "RiggedFigure/RiggedFigure.glb", "Fox/Fox.glb",
                                         "AnimatedMorphCube/AnimatedMorphCube.glb"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase_if(name,
                                         [](unsigned char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

/// Between frames, vertices are as near to their straight lines as is said, and not much nearer.
TEST_P(ExactMotion, IsAsNearToStraightLinesAsIsSaid) {
  for (const double rate : {3.0, 10.0, 30.0, 70.0}) {
    const auto keyframes = to_bounded_keyframes(model_, clip(), rate);
    ASSERT_TRUE(keyframes) << keyframes.error().message;
    ASSERT_EQ(keyframes->deviations.size() + 1, keyframes->times.size());
    std::vector<Vec3> posed(model_.positions.size());
    const Skin skin(model_);
    double largest = 0;
    double bound = 0;
    for (int i = 0; i < 300; ++i) {
      const std::size_t interval =
          random_.below(static_cast<std::uint32_t>(keyframes->deviations.size()));
      const double from = keyframes->times[interval];
      const double to = keyframes->times[interval + 1];
      const double share = random_.between(0, 1);
      const double time = from + share * (to - from);
      ASSERT_TRUE(skin.deform(sample(model_, clip(), time), posed));
      for (std::size_t t = 0; t < model_.triangles.size(); ++t) {
        // Vertices that a file splits are one in keyframes, triangles are the same.
        for (std::size_t k = 0; k < 3; ++k) {
          const Vec3& p = posed[model_.triangles[t][k]];
          const std::uint32_t v = keyframes->triangles[t][k];
          const double x[3] = {p.x, p.y, p.z};
          double off = 0;
          for (std::size_t axis = 0; axis < 3; ++axis) {
            const double chord = (1 - share) * keyframes->places[interval][v][axis] +
                                 share * keyframes->places[interval + 1][v][axis];
            off += (x[axis] - chord) * (x[axis] - chord);
          }
          off = std::sqrt(off);
          ASSERT_LE(off, keyframes->deviations[interval][v]) << rate << " " << time;
          largest = std::max(largest, off);
          bound = std::max(bound, double{keyframes->deviations[interval][v]});
        }
      }
    }
    std::printf("%g frames a second: %g seen, %g said\n", rate, largest, bound);
    if (rate < 50 && largest > 1e-4) {
      EXPECT_LT(bound, 3 * largest) << rate;
    }
  }
}

/// At no time do two characters touch where straight lines with radii do not.
TEST_P(ExactMotion, MissesNothingAtAnyTime) {
  const auto collider = bake(model_);
  ASSERT_TRUE(collider);
  Character first(*collider);
  Character second(*collider);
  // Beside each other, by a quarter of how large it is.
  ASSERT_TRUE(first.set_pose(rest_pose(model_)));
  const auto keyframes = to_bounded_keyframes(model_, clip(), 15);
  ASSERT_TRUE(keyframes) << keyframes.error().message;
  double low = 1e30;
  double high = -1e30;
  for (const Point& p : keyframes->places[0]) {
    low = std::min(low, p[0]);
    high = std::max(high, p[0]);
  }
  const Vec3 shift{static_cast<float>(0.25 * (high - low)), 0, 0};

  std::vector<std::vector<Point>> shifted = keyframes->places;
  for (auto& places : shifted) {
    for (Point& p : places) p[0] += shift.x;
  }
  auto a = MovingMesh::make({keyframes->places[0], keyframes->triangles});
  auto b = MovingMesh::make({shifted[0], keyframes->triangles});
  ASSERT_TRUE(a && b);
  std::size_t candidates = 0;
  std::size_t touching = 0;
  constexpr std::size_t kTimes = 3500;
  const std::size_t each = kTimes / keyframes->deviations.size() + 1;
  for (std::size_t i = 0; i < keyframes->deviations.size(); ++i) {
    ASSERT_TRUE(a->fly(keyframes->places[i], keyframes->places[i + 1]));
    ASSERT_TRUE(b->fly(shifted[i], shifted[i + 1]));
    ASSERT_TRUE(a->set_radii(keyframes->deviations[i]));
    ASSERT_TRUE(b->set_radii(keyframes->deviations[i]));
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const auto& [time, p, q] : find_contacts(*a, *b).contacts) found.emplace(p, q);
    candidates += found.size();
    for (std::size_t k = 0; k < each; ++k) {
      const double share = random_.between(0, 1);
      const double time =
          keyframes->times[i] + share * (keyframes->times[i + 1] - keyframes->times[i]);
      const Pose pose = sample(model_, clip(), time);
      ASSERT_TRUE(first.set_pose(pose));
      ASSERT_TRUE(second.set_pose(placed(pose, placement(shift, 0))));
      for (const auto& pair : find_all(first, second).pairs) {
        ++touching;
        ASSERT_TRUE(found.contains({pair.a, pair.b})) << time;
      }
    }
  }
  EXPECT_GT(touching, 0U);
  std::printf("%zu times, %zu pairs seen, %zu candidates\n", each * keyframes->deviations.size(),
              touching, candidates);
}

}  // namespace
}  // namespace dermis
