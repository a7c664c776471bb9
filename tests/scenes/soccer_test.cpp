// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/soccer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "dermis/gltf/gltf.h"
#include "scenes/recording.h"

namespace dermis {
namespace {

using scenes::Soccer;

/// Ten minutes in make test-long, half a minute by default.
int seconds_asked_for() {
  const char* const asked = std::getenv("DERMIS_SOCCER_SECONDS");
  return asked == nullptr ? 30 : std::atoi(asked);
}

TEST(SoccerGame, GoesOnWithoutTrouble) {
  Soccer game;
  const int frames = 60 * seconds_asked_for();
  for (int f = 0; f < frames; ++f) {
    game.step();
    for (const Pose& pose : game.poses()) {
      for (const Affine& joint : pose.joints) {
        ASSERT_TRUE(std::isfinite(joint.t.x + joint.t.y + joint.t.z + joint.x.x)) << f;
      }
    }
  }
  const scenes::SoccerStats& stats = game.stats();
  std::printf(
      "%d s: lowest %.4f m, ball at most %.2f m, energy at most %.0f J, %zu kicks, %zu falls, "
      "hash %016llx\n",
      frames / 60, stats.lowest, stats.ball_height, stats.energy, stats.kicks, stats.falls,
      static_cast<unsigned long long>(stats.hash));
  EXPECT_GT(stats.lowest, -0.01);
  EXPECT_GT(stats.ball_height, 1);
  // The potential energy of seven men, two metres up.
  EXPECT_LT(stats.energy, 7 * 75 * 9.81 * 2);
  EXPECT_GT(stats.kicks, 3U);
  EXPECT_GT(stats.falls, 0U);
}

TEST(SoccerGame, IsTheSameWhateverTheNumberOfThreads) {
  std::vector<std::uint64_t> hashes;
  for (const bool all_cores : {true, false, true}) {
    Soccer game({.seed = 5, .players = 4, .executor = all_cores ? nullptr : &serial_executor()});
    for (int f = 0; f < 300; ++f) game.step();
    hashes.push_back(game.stats().hash);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
  Soccer other({.seed = 6, .players = 4});
  for (int f = 0; f < 300; ++f) other.step();
  EXPECT_NE(other.stats().hash, hashes[0]);
}

TEST(SoccerGame, IsRecordedAsItWasPlayed) {
  Soccer game({.players = 2});
  scenes::Recording recording(30);
  const auto models = game.models();
  for (std::size_t i = 0; i < models.size(); ++i) recording.add(*models[i], game.names()[i]);
  std::vector<std::vector<Pose>> played;
  for (int f = 0; f < 10; ++f) {
    game.step();
    played.push_back(game.poses());
    recording.add_frame(played.back());
  }
  const auto bytes = to_glb(recording.model("soccer"));
  ASSERT_TRUE(bytes) << bytes.error().message;
  const auto back = parse_gltf(*bytes, "soccer");
  ASSERT_TRUE(back) << back.error().message;
  const Model& model = back->model;
  ASSERT_EQ(model.clips.size(), 1U);
  for (std::size_t f = 0; f < played.size(); ++f) {
    const Pose pose = sample(model, model.clips[0], double(f) / 30);
    std::size_t joint = 0;
    for (const Pose& part : played[f]) {
      for (const Affine& expected : part.joints) {
        const Affine& found = pose.joints[joint++];
        EXPECT_NEAR(found.t.x, expected.t.x, 1e-4);
        EXPECT_NEAR(found.t.y, expected.t.y, 1e-4);
        EXPECT_NEAR(found.x.x, expected.x.x, 1e-4);
        EXPECT_NEAR(found.y.z, expected.y.z, 1e-4);
      }
    }
  }
}

}  // namespace
}  // namespace dermis
