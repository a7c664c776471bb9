// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "program.h"

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
  expect_refused("motion man --clip fly", {"fly"});
}

}  // namespace
}  // namespace dermis::test
