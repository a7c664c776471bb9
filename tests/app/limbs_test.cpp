// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "support/program.h"

namespace dermis::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

class LimbsVerb : public Program {
 protected:
  void write(const std::string& file, const std::string& content) {
    std::ofstream(folder_ / file) << content;
  }
};

TEST_F(LimbsVerb, PrintsLimbsAndReadsThemAgain) {
  const Outcome text = run("limbs dwarf -o dwarf.json --glb dwarf.glb");
  ASSERT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("left_thigh"));
  EXPECT_THAT(text.out, HasSubstr("written to dwarf.json"));
  const Outcome made = run("limbs dwarf --json");
  const Outcome again = run("limbs dwarf --shape dwarf.json --json");
  ASSERT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(Json::parse(made.out)["limbs"], Json::parse(again.out)["limbs"]);
  // The capsules in the file are ordinary parts.
  const Outcome info = run("info dwarf.glb --json");
  ASSERT_EQ(info.status, 0) << info.err;
  EXPECT_THAT(info.out, HasSubstr("left_thigh bound"));
}

TEST_F(LimbsVerb, DoesWhatTheArtistSays) {
  write("words.json",
        R"({"limbs": [{"name": "whole leg", "joints": ["left_thigh", "left_shin"]}]})");
  const Outcome outcome = run("limbs dwarf --overrides words.json --simplify 0.5 --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("\"whole leg\""));
  write("bad.json", R"({"limbs": [{"name": "leg", "joints": ["left_leg"]}]})");
  expect_refused("limbs dwarf --overrides bad.json", {"dwarf", "'leg'", "'left_leg'"});
  expect_refused("limbs dwarf --overrides missing.json", {"missing.json", "does not exist"});
  expect_refused("limbs dwarf --shape words.json", {"words.json"});
  expect_refused("limbs dwarf --clip dance", {"no clip 'dance'"});
  expect_refused("limbs dwarf --volumes 99", {"99"});
}

#if DERMIS_ODE
TEST_F(LimbsVerb, SoccerIsPlayedWithoutAWindow) {
  const Outcome text = run("demo soccer --seconds 2 --players 2 -o game.glb");
  ASSERT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("to look at: game.glb"));
  const Outcome first = run("demo soccer --seconds 2 --players 2 --json");
  const Outcome second = run("demo soccer --seconds 2 --players 2 --json");
  const Json a = Json::parse(first.out);
  EXPECT_EQ(a["hash"], Json::parse(second.out)["hash"]);
  EXPECT_GT(a["lowest_body_m"].get<double>(), -0.01);
  EXPECT_GT(a["ball_max_height_m"].get<double>(), 0.1);
  EXPECT_GT(a["contacts"].size(), 0U);
  EXPECT_TRUE(a["contacts"][0].contains("deepest"));
  const Outcome info = run("info game.glb");
  EXPECT_EQ(info.status, 0) << info.err;
  expect_refused("demo soccer --players 1", {"--players 1"});
  expect_refused("demo soccer --frame 3", {"--frame"});
  expect_refused("demo men --seconds 3", {"--seconds"});
}
#endif

}  // namespace
}  // namespace dermis::test
