// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "dermis/collider/collider.h"
#include "dermis/model/pose.h"
#include "dermis/model/procedural.h"
#include "dermis/motion/impacts.h"
#include "dermis/motion/keyframes.h"
#include "dermis/query/character.h"
#include "dermis/query/find_pairs.h"
#include "dermis/skinning/skin.h"
#include "support/named_model.h"
#include "support/random.h"
#include "support/random_model.h"

namespace dermis {
namespace {

using test::Random;

/// The distance of a posed vertex from its straight line, at a share of an interval.
double off_chord(const Keyframes& keyframes, std::size_t interval, double share, std::uint32_t v,
                 const Vec3& posed) {
  const Point x{posed.x, posed.y, posed.z};
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double chord = (1 - share) * keyframes.positions[interval][v][axis] +
                         share * keyframes.positions[interval + 1][v][axis];
    sum += (x[axis] - chord) * (x[axis] - chord);
  }
  return std::sqrt(sum);
}

/// Tests with the first clip of each model.
class ExactMotion : public test::NamedModelTest {
 protected:
  [[nodiscard]] const Clip& clip() const { return model_.clips.front(); }

  Random random_{1};
};

INSTANTIATE_TEST_SUITE_P(All, ExactMotion,
                         testing::Values("creature", "man", "CesiumMan/CesiumMan.glb",
                                         "RiggedFigure/RiggedFigure.glb", "Fox/Fox.glb"),
                         test::test_name);

/// Between frames, vertices stay within the bound around their straight lines, and the bound is not
/// much too large.
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
        // Keyframes merge vertices that a file splits. The order of triangles is the same.
        for (std::size_t k = 0; k < 3; ++k) {
          const std::uint32_t v = keyframes->triangles[t][k];
          const double off =
              off_chord(*keyframes, interval, share, v, posed[model_.triangles[t][k]]);
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

/// A chain of joints that rotate, move, scale and jump, with all kinds of keys, and with morph
/// targets.
TEST(ExactMotionOfAnyClip, IsAsNearToStraightLinesAsIsSaid) {
  int bounded = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    Model model = test::random_model(seed, 30, 5, 3);
    for (std::uint32_t n = 1; n < 5; ++n) {
      model.skeleton.nodes[n].parent = n - 1;
      model.skeleton.nodes[n].stored.translation = {0, 1, 0};
    }
    if (seed % 4 == 0)
      model.skeleton.nodes[2].stored_matrix = test::random_pose(seed, model).joints[0];
    Clip clip;
    const auto add = [&](ChannelPath path, std::uint32_t target, std::uint32_t width, float low,
                         float high) {
      Channel channel{path, static_cast<Interpolation>(random.below(3)), target, width, {}, {}};
      const std::uint32_t keys = 1 + random.below(4);
      float time = random.between(0, 0.5F);
      const bool is_cubic = channel.interpolation == Interpolation::cubic_spline;
      for (std::uint32_t k = 0; k < keys; ++k) {
        channel.times.push_back(time);
        time += random.below(8) == 0 ? 0 : random.between(0.05F, 0.6F);
        for (std::uint32_t i = 0; i < (is_cubic ? 3 : 1) * width; ++i) {
          const bool is_value = !is_cubic || i / width == 1;
          float x = is_value ? random.between(low, high) : random.between(-1, 1);
          if (path == ChannelPath::rotation && is_value && i % width == 3) x += 1;
          channel.values.push_back(x);
        }
      }
      clip.channels.push_back(std::move(channel));
    };
    for (std::uint32_t n = 0; n < 5; ++n) {
      if (random.below(4) > 0) add(ChannelPath::rotation, n, 4, -0.8F, 0.8F);
      if (random.below(3) == 0) add(ChannelPath::translation, n, 3, -1, 1);
      if (random.below(3) == 0) add(ChannelPath::scale, n, 3, 0.5F, 1.5F);
    }
    add(ChannelPath::morph_weights, 0, 2, 0, 1);
    for (const double rate : {2.0, 9.0, 40.0}) {
      const auto keyframes = to_bounded_keyframes(model, clip, rate);
      if (!keyframes) {
        EXPECT_THAT(keyframes.error().message, testing::HasSubstr("has no bound"));
        continue;
      }
      if (keyframes->deviations.empty()) continue;  // all keys are at one time
      ++bounded;
      const Skin skin(model);
      std::vector<Vec3> posed(model.positions.size());
      for (int i = 0; i < 400; ++i) {
        const std::size_t interval =
            random.below(static_cast<std::uint32_t>(keyframes->deviations.size()));
        const double from = keyframes->times[interval];
        const double to = keyframes->times[interval + 1];
        const double share = random.between(0, 1);
        ASSERT_TRUE(skin.deform(sample(model, clip, from + share * (to - from)), posed));
        for (std::size_t t = 0; t < model.triangles.size(); ++t) {
          const std::uint32_t v = keyframes->triangles[t][0];
          ASSERT_LE(off_chord(*keyframes, interval, share, v, posed[model.triangles[t][0]]),
                    keyframes->deviations[interval][v])
              << seed << " at " << rate << " from " << from << " " << share;
        }
      }
    }
  }
  EXPECT_GT(bounded, 60);
}

/// A spline of quaternions that comes near zero rotates fast there.
TEST(ExactMotionOfAnyClip, IsNotKnownWhereSplinesComeNearToZero) {
  const Model model = test::random_model(1, 12, 1, 1);
  const float way[4] = {0.01F, 0, 0, -1.99995F};
  Channel channel{ChannelPath::rotation, Interpolation::cubic_spline, 0, 4, {0, 1}, {}};
  for (const float share : {0.0F, 1.0F}) {
    for (const float t : way) channel.values.push_back(t);
    for (int i = 0; i < 4; ++i) channel.values.push_back((i == 3 ? 1.0F : 0) + share * way[i]);
    for (const float t : way) channel.values.push_back(t);
  }
  const auto keyframes = to_bounded_keyframes(model, Clip{"turn", {channel}}, 2);
  ASSERT_FALSE(keyframes);
  EXPECT_THAT(keyframes.error().message, testing::HasSubstr("has no bound"));
}

/// If two characters touch at any time, then so do their straight lines with radii.
TEST_P(ExactMotion, MissesNothingAtAnyTime) {
  const auto collider = bake(model_);
  ASSERT_TRUE(collider);
  Character first = *Character::make(*collider);
  Character second = *Character::make(*collider);
  // The characters are side by side, a quarter of their width apart.
  ASSERT_TRUE(first.set_pose(stored_pose(model_)));
  const auto keyframes = to_bounded_keyframes(model_, clip(), 15);
  ASSERT_TRUE(keyframes) << keyframes.error().message;
  double low = 1e30;
  double high = -1e30;
  for (const Point& p : keyframes->positions[0]) {
    low = std::min(low, p[0]);
    high = std::max(high, p[0]);
  }
  const Vec3 shift{static_cast<float>(0.25 * (high - low)), 0, 0};

  std::vector<std::vector<Point>> shifted = keyframes->positions;
  for (auto& places : shifted) {
    for (Point& p : places) p[0] += shift.x;
  }
  auto a = MovingMesh::make({keyframes->positions[0], keyframes->triangles});
  auto b = MovingMesh::make({shifted[0], keyframes->triangles});
  ASSERT_TRUE(a && b);
  std::size_t candidates = 0;
  std::size_t touching = 0;
  constexpr std::size_t kTimes = 3500;
  const std::size_t each = kTimes / keyframes->deviations.size() + 1;
  for (std::size_t i = 0; i < keyframes->deviations.size(); ++i) {
    ASSERT_TRUE(a->fly(keyframes->positions[i], keyframes->positions[i + 1]));
    ASSERT_TRUE(b->fly(shifted[i], shifted[i + 1]));
    ASSERT_TRUE(a->set_radii(keyframes->deviations[i]));
    ASSERT_TRUE(b->set_radii(keyframes->deviations[i]));
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const auto& [time, p, q] : find_impacts(*a, *b).impacts) found.emplace(p, q);
    candidates += found.size();
    for (std::size_t k = 0; k < each; ++k) {
      const double share = random_.between(0, 1);
      const double time =
          keyframes->times[i] + share * (keyframes->times[i + 1] - keyframes->times[i]);
      const Pose pose = sample(model_, clip(), time);
      ASSERT_TRUE(first.set_pose(pose));
      ASSERT_TRUE(second.set_pose(placed(pose, placement(shift, 0))));
      for (const auto& pair : find_pairs(first, second).pairs) {
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
