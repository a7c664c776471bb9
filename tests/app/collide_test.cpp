// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The verbs collide and self, as a user runs them.
#include <nlohmann/json.hpp>

#include "app/region_tally.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/base/printable.h"
#include "dermis/dermis.h"
#include "dermis/gltf/gltf.h"
#include "scenes/engine.h"
#include "support/models.h"
#include "support/program.h"
#include "support/scenes.h"

namespace dermis {
namespace {

using Json = nlohmann::json;
using test::Program;
using testing::HasSubstr;

constexpr const char* kFaceToFace =
    "creature creature --clip-a walk --time-a 0.3 --at-a 0,0,-1.1 --clip-b walk --time-b 0.8 "
    "--turn-b 180 --at-b 0.15,0,1.1";

/// The pairs that the library finds in the same scene.
Pairs face_to_face() {
  const test::FaceToFace scene;
  return brute_force::find_pairs(scene.mesh_a(), scene.mesh_b());
}

TEST_F(Program, CollideGivesTheLibrarysPairs) {
  const auto outcome =
      run(std::string("collide ") + kFaceToFace + " --method brute-force --json --verify");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  const Pairs expected = face_to_face();
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

/// The program printed "vertexs" before.
TEST_F(Program, CountsHaveTheirPlurals) {
  const auto collided = run(std::string("collide ") + kFaceToFace);
  EXPECT_THAT(collided.out, testing::ContainsRegex("[0-9]+ meshlets deformed, [0-9,]+ vertices\n"));
  ASSERT_TRUE(export_glb(test::single_triangle(), folder_ / "one.glb"));
  EXPECT_THAT(run("make one.glb -o two.glb").out,
              HasSubstr("two.glb: 1 triangle, 3 vertices, 1 joint, 0 clips\n"));
  EXPECT_THAT(run("info one.glb").out, testing::ContainsRegex(" 1 triangle +3 vertices\n"));
  EXPECT_THAT(run("limbs one.glb").out, HasSubstr("1 limb of 1 joint, "));
  EXPECT_THAT(run("self one.glb").out, HasSubstr("0 triangle tests (0 by exact arithmetic)\n"));
  EXPECT_THAT(run("collide one.glb one.glb").out, HasSubstr("1 pair of triangles collides\n"));
}

TEST_F(Program, CollideByEveryMethod) {
  const Pairs expected = face_to_face();
  for (const scenes::Engine method : all_values<scenes::Engine>()) {
    const std::string name(to_string(method));
    const auto outcome = run(std::string("collide ") + kFaceToFace + " --json --method " + name);
    const Json json = Json::parse(outcome.out);
    EXPECT_EQ(json["method"], name);
    ASSERT_EQ(json["pairs"].size(), expected.pairs.size()) << name;
    for (std::size_t i = 0; i < expected.pairs.size(); ++i) {
      EXPECT_EQ(json["pairs"][i], Json({expected.pairs[i].a, expected.pairs[i].b})) << name;
    }
    // Verification is slow, so only one method does it.
    const char* const verify = method == scenes::Engine::meshlets ? " --verify" : "";
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
  const Pairs expected = brute_force::find_self_pairs({vertices, model.triangles});
  EXPECT_EQ(json["duplicates"], 0);
  EXPECT_EQ(json["verified"]["exact_tests"], expected.stats.triangle_tests) << "all asked again";
  ASSERT_EQ(json["pairs"].size(), expected.pairs.size());
  for (std::size_t i = 0; i < expected.pairs.size(); ++i) {
    EXPECT_EQ(json["pairs"][i], Json({expected.pairs[i].a, expected.pairs[i].b}));
  }
  EXPECT_THAT(run("self dwarf --bind").out, HasSubstr("self-collision"));
}

/// Squares that cross each other two by two. Each square is a part.
Model crossed_squares(int squares) {
  Model model;
  model.name = "squares";
  model.skeleton.nodes.push_back({"root", kNone, {}, {}});
  model.skeleton.joints.push_back({0, {}});
  for (int i = 0; i < 2 * squares; ++i) {
    // Each even square lies flat, and the odd one after it stands in it. The next two are far away.
    const auto x = static_cast<float>(10 * (i / 2));
    const bool stands = i % 2 == 1;
    Part part;
    part.node_name = stands ? "standing" : "lying";
    part.mesh_name = std::to_string(i / 2);
    part.first_triangle = static_cast<std::uint32_t>(model.triangles.size());
    part.triangle_count = 2;
    part.first_vertex = static_cast<std::uint32_t>(model.positions.size());
    part.vertex_count = 4;
    for (const auto& [a, b] :
         {std::pair(-1.0F, -1.0F), {1.0F, -1.0F}, {1.0F, 1.0F}, {-1.0F, 1.0F}}) {
      model.positions.push_back(stands ? Vec3{x + 0.1F, a, b + 0.3F} : Vec3{x + a, 0, b});
      const Influence whole{0, 1};
      model.influences.add_vertex({&whole, 1});
    }
    const std::uint32_t v = part.first_vertex;
    model.triangles.push_back({v, v + 1, v + 2});
    model.triangles.push_back({v, v + 2, v + 3});
    model.parts.push_back(part);
  }
  return model;
}

/// The verb printed only rows before, thousands of them, without a summary.
TEST_F(Program, SelfSumsUpByPartsAndPrintsTenRows) {
  ASSERT_TRUE(export_glb(crossed_squares(5), folder_ / "squares.glb"));
  const Json json = Json::parse(run("self squares.glb --json").out);
  const std::size_t count = json["pairs"].size();
  ASSERT_GT(count, 10U);
  const auto rows_of = [](const std::string& text) {
    std::size_t rows = 0;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      if (line.size() == 17 && line.find_first_not_of(" 0123456789") == std::string::npos) ++rows;
    }
    return rows;
  };
  const std::string few = run("self squares.glb").out;
  EXPECT_EQ(rows_of(few), 10U) << few;
  EXPECT_THAT(few, HasSubstr("… and " + std::to_string(count - 10) + " more (--all prints them)"));
  EXPECT_THAT(few, testing::ContainsRegex("  3 pairs  root/0/0  root/0/1\n"));
  const std::string all = run("self squares.glb --all").out;
  EXPECT_EQ(rows_of(all), count);
  EXPECT_THAT(all, testing::Not(HasSubstr("--all")));
  EXPECT_EQ(Json::parse(run("self squares.glb --all --json").out), json);
}

TEST(RegionTally, CountsMostFirst) {
  const app::RegionNames parts(crossed_squares(1));
  const app::RegionNames mesh("table.obj");
  EXPECT_EQ(parts.name(parts.region_of(1)), "lying/0/0");
  EXPECT_EQ(parts.name(parts.region_of(2)), "standing/0/0");
  app::RegionTally tally;
  tally.add_self("self", parts, 0, 1);
  for (int i = 0; i < 3; ++i) tally.add_self("self", parts, 3, 0);
  tally.add_self("self", parts, 0, 2);
  for (int i = 0; i < 2; ++i) tally.add_pair("pair", parts, 3, mesh, 7);
  const auto rows = tally.rows();
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].count, 4U);
  EXPECT_EQ(rows[0].a + " " + rows[0].b, "lying/0/0 standing/0/0");
  EXPECT_EQ(rows[1].kind + " " + rows[1].a + " " + rows[1].b, "pair standing/0/0 table.obj");
  EXPECT_EQ(rows[2].count, 1U);
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
  EXPECT_EQ(app::counted(2826, "vertex"), "2,826 vertices");
  EXPECT_EQ(app::counted(1, "vertex"), "1 vertex");
  EXPECT_EQ(app::counted(3, "skinned vertex"), "3 skinned vertices");
  EXPECT_EQ(app::counted(2, "box"), "2 boxes");
  EXPECT_EQ(app::counted(2, "box bound"), "2 box bounds");
  EXPECT_EQ(app::counted(2, "mesh"), "2 meshes");
  EXPECT_EQ(app::counted(2, "query"), "2 queries");
  EXPECT_EQ(app::counted(2, "body"), "2 bodies");
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
