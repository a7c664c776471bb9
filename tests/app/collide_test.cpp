// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// dermis collide and dermis self, as a user meets them.
#include <nlohmann/json.hpp>

#include "app/program.h"
#include "dermis/dermis.h"
#include "dermis/io/printable.h"
#include "report.h"
#include "support/models.h"
#include "support/scenes.h"
#include "verbs.h"

namespace dermis {
namespace {

using Json = nlohmann::json;
using test::Program;
using testing::HasSubstr;

constexpr const char* kFaceToFace =
    "creature creature --clip-a walk --time-a 0.3 --at-a 0,0,-1.1 --clip-b walk --time-b 0.8 "
    "--turn-b 180 --at-b 0.15,0,1.1";

/// What the library says about the same scene.
Contacts face_to_face() {
  const test::FaceToFace scene;
  return brute_force::find_all(scene.mesh_a(), scene.mesh_b());
}

TEST_F(Program, CollideGivesTheLibrarysPairs) {
  const auto outcome =
      run(std::string("collide ") + kFaceToFace + " --method brute-force --json --verify");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  const Contacts expected = face_to_face();
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["complete"], true);
  EXPECT_EQ(json["verified"]["exact_tests"], expected.stats.triangle_tests) << "all asked again";
  EXPECT_EQ(json["a"]["triangles"], 13788);
  EXPECT_EQ(json["stats"]["triangle_tests"], expected.stats.triangle_tests);
  ASSERT_EQ(json["pairs"].size(), expected.pairs.size());
  for (std::size_t i = 0; i < expected.pairs.size(); ++i) {
    EXPECT_EQ(json["pairs"][i], Json({expected.pairs[i].a, expected.pairs[i].b}));
  }
}

TEST_F(Program, CollideNamesPartsAndJoints) {
  const auto outcome = run(std::string("collide ") + kFaceToFace + " --json --names");
  const Json json = Json::parse(outcome.out);
  ASSERT_EQ(json["names"].size(), json["pairs"].size());
  const Model model = make_creature();
  for (std::size_t i = 0; i < json["names"].size(); ++i) {
    for (int side = 0; side < 2; ++side) {
      const Json& name = json["names"][i][side];
      EXPECT_EQ(name["part"], "creature/skin/0");
      const auto joint = leading_joint(model, json["pairs"][i][side].get<std::uint32_t>());
      EXPECT_EQ(name["joint"], model.skeleton.nodes[model.skeleton.joints[joint].node].name);
    }
  }
  const auto text = run(std::string("collide ") + kFaceToFace + " --names");
  EXPECT_THAT(text.out, HasSubstr("175 pairs of triangles collide"));
  EXPECT_THAT(text.out, HasSubstr("creature/skin/0 (jaw)"));
}

TEST_F(Program, CollideByEveryMethod) {
  const Contacts expected = face_to_face();
  for (const Method method : all_methods()) {
    const std::string name(to_string(method));
    const auto outcome = run(std::string("collide ") + kFaceToFace + " --json --method " + name);
    const Json json = Json::parse(outcome.out);
    EXPECT_EQ(json["method"], name);
    ASSERT_EQ(json["pairs"].size(), expected.pairs.size()) << name;
    for (std::size_t i = 0; i < expected.pairs.size(); ++i) {
      EXPECT_EQ(json["pairs"][i], Json({expected.pairs[i].a, expected.pairs[i].b})) << name;
    }
    // To verify takes a while, and once is enough.
    const char* const verify = method == Method::meshlets ? " --verify" : "";
    const auto any =
        run(std::string("collide ") + kFaceToFace + " --any" + verify + " --method " + name);
    EXPECT_EQ(any.status, 0) << name << any.err;
    EXPECT_THAT(any.out, HasSubstr("they collide")) << name;
  }
}

TEST_F(Program, CollideAnyStopsAtTheFirst) {
  const Json json = Json::parse(
      run(std::string("collide ") + kFaceToFace + " --json --any --method brute-force").out);
  const TrianglePair first = face_to_face().pairs.front();
  EXPECT_EQ(json["pairs"], Json::array({{first.a, first.b}}));
  EXPECT_EQ(json["complete"], false);
  EXPECT_LT(json["stats"]["triangle_tests"], 844);
  EXPECT_THAT(run(std::string("collide ") + kFaceToFace + " --any").out, HasSubstr("they collide"));
}

TEST_F(Program, CollideFarApartExitsWithZeroToo) {
  const auto outcome = run("collide dwarf man --at-b 100,0,0 --verify");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("no collision"));
  EXPECT_THAT(outcome.out, HasSubstr("verified by 0 exact tests"));
  EXPECT_THAT(run("collide dwarf dwarf --bind-a --bind-b --any").out, HasSubstr("they collide"));
}

TEST_F(Program, CollideRefuses) {
  expect_refused("collide dwarf", {"B"});
  expect_refused("collide dwarf missing.glb", {"missing.glb", "does not exist"});
  expect_refused("collide dwarf man --clip-a fly", {"dwarf", "fly"});
  expect_refused("collide dwarf man --clip-b walk --time-b nan", {"--time-b", "nan"});
  expect_refused("collide dwarf man --at-b 1,2", {"--at-b", "1,2"});
  expect_refused("collide dwarf man --bind-a --clip-a walk", {"--bind-a"});
  expect_refused("collide dwarf man --only-b horn", {"--only-b", "horn"});
  expect_refused("collide dwarf man --method guess", {"--method", "guess", "bottom-up-boxes"});
  expect_refused("self dwarf --turn x", {"--turn", "x"});
}

TEST_F(Program, SelfGivesTheLibrarysPairs) {
  const auto outcome = run("self creature --clip walk --time 0.3 --json --verify");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  const Model model = make_creature();
  const auto vertices = *posed_vertices(model, sample(model, model.clips[0], 0.3));
  const Contacts expected = brute_force::find_self({vertices, model.triangles});
  EXPECT_EQ(json["duplicates"], 0);
  EXPECT_EQ(json["verified"]["exact_tests"], expected.stats.triangle_tests) << "all asked again";
  ASSERT_EQ(json["pairs"].size(), expected.pairs.size());
  for (std::size_t i = 0; i < expected.pairs.size(); ++i) {
    EXPECT_EQ(json["pairs"][i], Json({expected.pairs[i].a, expected.pairs[i].b}));
  }
  EXPECT_THAT(run("self dwarf --bind").out, HasSubstr("self-collision"));
}

std::string disagreement(const std::vector<TrianglePair>& found,
                         const std::vector<TrianglePair>& judged) {
  try {
    app::expect_same(found, judged);
    return "";
  } catch (const app::Disagreement& disagreement) {
    return disagreement.message;
  }
}

TEST(Verify, NamesTheFirstDifference) {
  EXPECT_EQ(disagreement({{1, 2}, {3, 4}}, {{1, 2}, {3, 4}}), "");
  EXPECT_EQ(disagreement({}, {}), "");
  EXPECT_THAT(disagreement({{1, 2}, {3, 4}}, {{1, 2}}),
              HasSubstr("3 and 4 was found but does not meet"));
  EXPECT_THAT(disagreement({{1, 2}, {3, 4}}, {{1, 2}, {3, 5}}),
              HasSubstr("3 and 4 was found but does not meet"));
  EXPECT_THAT(disagreement({{3, 5}}, {{1, 2}, {3, 5}}),
              HasSubstr("1 and 2 meets but was not found"));
  EXPECT_THAT(disagreement({}, {{7, 9}}), HasSubstr("7 and 9 meets but was not found"));
}

TEST(Report, CountsAsPeopleDo) {
  EXPECT_EQ(app::counted(0, "pair"), "0 pairs");
  EXPECT_EQ(app::counted(1, "pair"), "1 pair");
  EXPECT_EQ(app::counted(1234567, "pair"), "1,234,567 pairs");
  EXPECT_EQ(printable("a\nb\x1b[31m"), "a b [31m");
}

TEST(LeadingJoint, HasTheGreatestWeightOverTheCorners) {
  Model model = test::single_triangle();
  model.skeleton.nodes.push_back({"second", kNone, {}, {}});
  model.skeleton.joints.push_back({1, {}});
  model.influences = {};
  const Influence corners[3][2] = {
      {{0, 0.6F}, {1, 0.4F}}, {{0, 0.6F}, {1, 0.4F}}, {{1, 0.9F}, {0, 0.1F}}};
  for (const auto& corner : corners) model.influences.add_vertex(corner);
  EXPECT_EQ(leading_joint(model, 0), 1U);  // 1.7 against 1.3
  EXPECT_EQ(app::name_of(model, 0).joint, "second");
}

}  // namespace
}  // namespace dermis
