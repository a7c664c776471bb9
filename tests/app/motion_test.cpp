// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "dermis/dermis.h"
#include "dermis/gltf/gltf.h"
#include "support/program.h"

namespace dermis::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

class MotionVerb : public Program {
 protected:
  void write(const std::string& file, const std::string& content) {
    std::ofstream(folder_ / file) << content;
  }
};

const std::string kGround = "v -9 0 -9\nv 9 0 -9\nv 0 0 9\nf 1 2 3\n";
std::string triangle_at(double y) {
  const std::string height = std::to_string(y);
  return "v -1 " + height + " 0\nv 1 " + height + " 0\nv 0 " + height + " 1\nf 1 2 3\n";
}

TEST_F(MotionVerb, TellsContactsInTheOrderOfTime) {
  write("a0.obj", triangle_at(1));
  write("a1.obj", triangle_at(0.5));
  write("a2.obj", triangle_at(-0.5));
  write("a3.obj", triangle_at(0.5));
  write("ground.obj", kGround);
  const Outcome text = run("motion a0.obj a1.obj a2.obj a3.obj --other ground.obj --fps 2");
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("2 contacts in 3 intervals"));
  EXPECT_THAT(text.out, HasSubstr("0.75"));
  const Outcome outcome = run("motion a?.obj --other ground.obj --fps 2 --verify --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json found = Json::parse(outcome.out);
  ASSERT_EQ(found["contacts"].size(), 2U);
  EXPECT_NEAR(found["contacts"][0]["time"].get<double>(), 0.75, 1e-5);
  EXPECT_NEAR(found["contacts"][1]["time"].get<double>(), 1.25, 1e-5);
  EXPECT_EQ(found["contacts"][0]["kind"], "pair");
  EXPECT_EQ(found["verified"], true);
  for (const char* method : {"swept", "swept-static-front", "brute-force"}) {
    const Json same = Json::parse(
        run(std::string("motion a?.obj --other ground.obj --fps 2 --json --method ") + method).out);
    EXPECT_EQ(same["contacts"], found["contacts"]) << method;
  }
}

/// The verb printed only rows before, thousands of them, without a summary.
TEST_F(MotionVerb, SumsUpByPartsAndPrintsTenRows) {
  const std::string motion = "motion creature --clip walk --fps 10 ";
  const std::size_t count = Json::parse(run(motion + "--json").out)["contacts"].size();
  ASSERT_GT(count, 10U);
  const auto rows_of = [](const std::string& text) {
    std::size_t rows = 0;
    for (std::size_t at = 0; (at = text.find(" s  self ", at)) != std::string::npos; ++at) ++rows;
    return rows;
  };
  const std::string few = run(motion).out;
  EXPECT_EQ(rows_of(few), 10U);
  EXPECT_THAT(few, testing::ContainsRegex("[0-9] contacts?  self  [a-z_0-9]+ +[a-z_0-9]+\n"));
  EXPECT_THAT(few, testing::ContainsRegex("… and [0-9,]+ more .--all prints them."));
  EXPECT_EQ(rows_of(run(motion + "--all").out), count);
  write("a0.obj", triangle_at(1));
  write("a1.obj", triangle_at(-1));
  write("ground.obj", kGround);
  EXPECT_THAT(run("motion a0.obj a1.obj --other ground.obj").out,
              HasSubstr("  1 contact  pair  a0.obj  ground.obj\n"));
}

TEST_F(MotionVerb, FollowsClipsOfModels) {
  const Outcome outcome = run("motion dwarf --clip walk --fps 5 --json --verify");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(Json::parse(outcome.out)["intervals"], 5);
}

TEST_F(MotionVerb, SaysWhatIsWrong) {
  write("a.obj", triangle_at(1));
  write("b.obj", kGround + "v 0 0 0\n");
  write("bad.ply", "ply\n");
  expect_refused("motion a.obj b.obj", {"a.obj", "frame 1 has other triangles"});
  expect_refused("motion a.obj man", {"several .ply or .obj files, or one model"});
  expect_refused("motion bad.ply", {"bad.ply", "PLY file cannot be read"});
  expect_refused("motion nothing.obj", {"nothing.obj"});
  expect_refused("motion a.obj --no-self", {"--no-self needs --other"});
  expect_refused("motion a.obj --method fast", {"there is no method 'fast'", "space-time"});
  expect_refused("motion man --clip fly", {"man: there is no clip 'fly'"});
}

/// The error message printed the largest double with all its digits before.
TEST_F(MotionVerb, RefusesAbsurdNumbers) {
  write("a.obj", triangle_at(1));
  for (const std::string file : {"a.obj", "man"}) {
    for (const std::string fps : {"0", "-1", "nan", "inf", "-inf", "1e300", "1e-300", "10001"}) {
      const Outcome outcome = run("motion " + file + " --fps " + fps);
      EXPECT_EQ(outcome.status, 2) << fps;
      EXPECT_THAT(outcome.err, HasSubstr("dermis: --fps "));
      EXPECT_THAT(outcome.err, HasSubstr("frames per second must be 0.001 to 10000"));
      EXPECT_LT(outcome.err.size(), 100U) << outcome.err;
    }
  }
  expect_refused("motion a.obj --fps fast", {"--fps", "fast"});
  EXPECT_EQ(run("motion a.obj a.obj --fps 10000").status, 0);
  expect_refused("motion a.obj --tolerance -1", {"--tolerance -1", "0 to 1e+09"});
  expect_refused("motion a.obj --tolerance nan", {"--tolerance nan"});
  expect_refused("ccd-queries a.csv --tolerance -1", {"--tolerance -1"});
  expect_refused("bench men --seconds 0", {"--seconds 0", "0.001 to 36000"});
  expect_refused("bench men --seconds nan", {"--seconds nan"});
}

/// For a model without clips, the verb printed "0 contacts" before.
TEST_F(MotionVerb, RefusesClipsThatDoNotExist) {
  write("a.obj", triangle_at(1));
  write("b.obj", triangle_at(2));
  Model still = make_dwarf();
  still.clips.clear();
  ASSERT_TRUE(export_glb(still, folder_ / "still.glb"));
  expect_refused("motion still.glb --clip walk",
                 {"still.glb: there is no clip 'walk': the model has no clips"});
  EXPECT_EQ(run("motion still.glb").status, 0);
  expect_refused("motion man --other still.glb --other-clip walk", {"still.glb", "no clips"});
  expect_refused("motion a.obj b.obj --clip walk", {"--clip walk: a.obj is a mesh"});
  expect_refused("motion man --other a.obj --other-clip walk", {"--other-clip walk: a.obj"});
  expect_refused("motion man --other-clip walk", {"--other-clip", "--other"});
}

}  // namespace
}  // namespace dermis::test
