// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The program as a user runs it: output, error messages, exit status.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "dermis/dermis.h"
#include "dermis/gltf/gltf.h"
#include "dermis/meshes/obj.h"
#include "scenes/scene.h"
#include "support/program.h"

namespace dermis {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::Program;
using test::read;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST_F(Program, DemoRuns) {
  const Outcome outcome = run("demo");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Two creatures"));
  const auto json = nlohmann::json::parse(run("demo --json").out);
  EXPECT_EQ(json["joints"], 56);
  EXPECT_EQ(json["contacts"], 175);
  EXPECT_LT(json["meshlets_deformed"], 100);
}

TEST_F(Program, DemoShowsEveryScene) {
  for (const auto& scene : scenes::demo_scenes()) {
    const std::string name(scene.name);
    const auto json = nlohmann::json::parse(run("demo " + name + " --json").out);
    EXPECT_EQ(json["scene"], name);
    EXPECT_EQ(json["contacts"] == 0, name.find("apart") != std::string::npos) << name;
  }
  expect_refused("demo nowhere", {"nowhere", "face-to-face"});
  expect_refused("demo men --frame 500", {"500", "120 frames"});
}

TEST_F(Program, DemoWritesWhatItShows) {
  const auto json = nlohmann::json::parse(run("demo dwarves --spheres 3 --json -o posed").out);
  EXPECT_THAT(read(folder_ / "posed/01.obj"), HasSubstr("\nf "));
  ASSERT_EQ(json["spheres"].size(), 2U);
  int refitted = 0;
  for (const auto& sphere : json["spheres"][0]) refitted += sphere["refitted"] == true ? 1 : 0;
  EXPECT_GT(refitted, 0);
  EXPECT_LT(refitted, int(json["spheres"][0].size()));
  expect_refused("demo dwarves -o /dev/null/x", {"/dev/null/x"});
}

TEST_F(Program, BenchMeasuresAndAgrees) {
  const auto json = nlohmann::json::parse(run("bench men --seconds 0.01 --isa scalar --json").out);
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["scenario"], "men");
  EXPECT_EQ(json["checks"]["same_pairs"], true);
  ASSERT_EQ(json["rows"].size(), 7U);
  for (const auto& row : json["rows"]) {
    EXPECT_GT(row["ms_per_frame"], 0);
    EXPECT_GT(row["cold_ms_per_frame"], 0);
    EXPECT_LE(row["p50_ms"], row["p99_ms"]);
    EXPECT_EQ(row["isa"], "scalar");
    if (row["method"] != "skin-only") {
      EXPECT_EQ(row["contacts"], json["rows"][0]["contacts"]);
    }
  }
  EXPECT_EQ(json["rows"][0]["method"], "meshlets");
  EXPECT_THAT(run("bench tightness --seconds 0.01").out, HasSubstr("on demand"));
  EXPECT_THAT(run("bench pair dwarf man --seconds 0.01 --method meshlets --method eager").out,
              HasSubstr("eager/this"));
  expect_refused("bench pair dwarf", {"pair", "2 files"});
  expect_refused("bench nothing", {"nothing", "creatures-any"});
  expect_refused("bench men --isa 6502", {"6502", "avx2"});
  expect_refused("bench men --method magic", {"magic", "bottom-up-boxes"});
}

TEST_F(Program, BakeThenInfo) {
  ASSERT_EQ(run("bake dwarf -o dwarf.dermis").status, 0);
  const auto baked = nlohmann::json::parse(run("info dwarf.dermis --json").out);
  EXPECT_EQ(baked["triangles"], 1700);
  EXPECT_EQ(baked["joints"], 45);
  const auto model = nlohmann::json::parse(run("info dwarf --json").out);
  EXPECT_EQ(model["collider"]["bytes"], baked["bytes"]);
  EXPECT_GT(model["collider"]["bytes_per_triangle"], 100);
  EXPECT_TRUE(model["collider"].contains("bake_peak_bytes"));
  EXPECT_EQ(baked["name"], "dwarf");
  EXPECT_EQ(baked["parts"][0]["name"], "dwarf/skin/0");
  EXPECT_GT(baked["limbs"].size(), 3U);
  EXPECT_NEAR(baked["size"][1], 1.3, 0.5);
  EXPECT_THAT(run("info dwarf.dermis").out, HasSubstr("limbs\n"));
  expect_refused("info dwarf.dermis --only skin", {"dwarf.dermis", "--only"});
  std::ofstream(folder_ / "dwarf.dermis", std::ios::app) << "x";
  expect_refused("info dwarf.dermis", {"dwarf.dermis", "damaged"});
  expect_refused("bake dwarf --collapse 0 -o x.dermis", {"collapse"});
}

TEST_F(Program, HelpShowsAnExampleForEveryVerb) {
  EXPECT_EQ(run("--help").status, 0);
  EXPECT_THAT(run("--version").out, HasSubstr(kVersion));
  for (const char* verb : {"bake", "bench", "ccd-queries", "cloth", "collide", "demo", "info",
                           "limbs", "make", "motion", "pose", "self"}) {
    const Outcome outcome = run(std::string(verb) + " --help");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("Example: dermis ")) << verb;
  }
}

TEST_F(Program, MakeThenInfo) {
  ASSERT_EQ(run("make dwarf -o dwarf.glb").status, 0);
  const auto json = nlohmann::json::parse(run("info dwarf.glb --json").out);
  const Model dwarf = make_dwarf();
  EXPECT_EQ(json["triangles"], dwarf.triangles.size());
  EXPECT_EQ(json["vertices"], dwarf.positions.size());
  EXPECT_EQ(json["joints"].size(), 45U);
  EXPECT_EQ(json["joints"][0]["name"], "hips");
  EXPECT_EQ(json["joints"][0]["parent"], nullptr);
  EXPECT_EQ(json["joints"][1]["parent"], 0);
  EXPECT_EQ(json["influences"]["max"], 4);
  EXPECT_EQ(json["parts"][0]["name"], "dwarf/skin/0");
  EXPECT_EQ(json["clips"][0]["name"], "walk");
  EXPECT_EQ(json["clips"][0]["start"], 0.0);
  EXPECT_NEAR(json["clips"][0]["end"], 0.9, 1e-6);
  EXPECT_EQ(json["warnings"].size(), 0U);
  EXPECT_THAT(run("info dwarf.glb").out, HasSubstr("walk"));
  ASSERT_EQ(run("make dwarf.glb --subdivide 1 -o finer.glb").status, 0);
  EXPECT_EQ(nlohmann::json::parse(run("info finer.glb --json").out)["triangles"],
            4 * dwarf.triangles.size());
}

TEST_F(Program, InfoShowsTheSizeInTheBindPose) {
  ASSERT_TRUE(export_glb(make_box({1.5F, 2, 0.25F}), folder_ / "box.glb"));
  const auto size = nlohmann::json::parse(run("info box.glb --json").out)["size"];
  EXPECT_NEAR(size[0], 1.5, 1e-6);
  EXPECT_NEAR(size[1], 2, 1e-6);
  EXPECT_NEAR(size[2], 0.25, 1e-6);
  EXPECT_THAT(run("info box.glb").out, HasSubstr("size        1.5 × 2 × 0.25 m"));
  const Model model = make_man();
  const std::vector<Vec3> vertices = *posed_vertices(model, bind_pose(model));
  const auto [low, high] = std::ranges::minmax(vertices, {}, &Vec3::y);
  EXPECT_NEAR(nlohmann::json::parse(run("info man --json").out)["size"][1], double{high.y} - low.y,
              1e-6);
}

TEST_F(Program, PoseWritesWhatTheLibraryComputes) {
  const Model man = make_man();
  const auto expect_obj = [&](const std::string& options, const Pose& pose) {
    const Outcome outcome = run("pose man " + options + " -o out.obj");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(read(folder_ / "out.obj") == to_obj(man, *posed_vertices(man, pose))) << options;
  };
  const Clip& walk = man.clips[0];
  expect_obj("", stored_pose(man));
  expect_obj("--bind", bind_pose(man));
  expect_obj("--clip walk --time 0.4", sample(man, walk, 0.4));
  expect_obj("--clip 0 --time 0.4", sample(man, walk, 0.4));
  expect_obj("--clip walk --time 1e300", sample(man, walk, walk.end()));
  expect_obj("--clip walk --time -5", sample(man, walk, walk.start()));
  expect_obj("--clip walk", sample(man, walk, walk.start()));
  expect_obj("--at 1,-2,3.5 --turn 30", placed(stored_pose(man), placement({1, -2, 3.5F}, 30)));
}

TEST_F(Program, ChoosesParts) {
  expect_refused("info dwarf --only nose", {"--only", "'nose'", "dwarf/skin/0"});
  expect_refused("info dwarf --without skin", {"no triangle is left"});
  EXPECT_EQ(run("info dwarf --only skin").status, 0);
  EXPECT_EQ(run("info dwarf --only dwarf/skin/0").status, 0);
}

TEST_F(Program, RefusesBadArguments) {
  expect_refused("", {"subcommand"});
  expect_refused("fly", {"fly"});
  expect_refused("pose", {"FILE"});
  expect_refused("pose man", {"--output"});
  expect_refused("pose man --clip dance -o x.obj", {"no clip 'dance'", "'walk'"});
  expect_refused("pose man --clip walk --time nan -o x.obj", {"--time", "nan"});
  expect_refused("pose man --clip walk --time inf -o x.obj", {"--time", "inf"});
  expect_refused("pose man --clip walk --time 1s -o x.obj", {"--time", "1s"});
  expect_refused("pose man --time 1 -o x.obj", {"--clip"});
  expect_refused("pose man --bind --clip walk -o x.obj", {"--bind"});
  expect_refused("demo men --frame -1", {"--frame", "-1", "0 or more"});
  expect_refused("demo tablecloth --triangles -5", {"--triangles", "-5"});
  expect_refused("pose man --at 1,2 -o x.obj", {"--at", "1,2"});
  expect_refused("pose man --at 1,2,nan -o x.obj", {"--at", "nan"});
  expect_refused("pose man --at 1e39,0,0 -o x.obj", {"--at", "1e39"});
  expect_refused("pose man --at 3.4028e38,0,0 -o x.obj", {"overflow"});
  expect_refused("pose man --at 1,2,3, -o x.obj", {"--at", "1,2,3,"});
  expect_refused("pose man --at '' -o x.obj", {"--at"});
  expect_refused("pose man --turn '' -o x.obj", {"--turn"});
  expect_refused("pose man --clip '' -o x.obj", {"man", "no clip ''"});
  expect_refused("pose man --turn nan -o x.obj", {"--turn", "nan"});
  expect_refused("make man --subdivide 77 -o x.glb", {"77"});
  EXPECT_FALSE(fs::exists(folder_ / "x.obj"));
}

TEST_F(Program, NamesTheNearestClip) {
  for (const char* verb :
       {"pose man -o x.obj --clip ", "self man --clip ", "motion man --clip ",
        "collide man dwarf --clip-a ", "limbs man --clip ", "limbs man --shape man.json --clip "}) {
    expect_refused(verb + std::string("wlak"),
                   {"man: there is no clip 'wlak'", "(did you mean walk?)", "0 'walk'"});
  }
  expect_refused("pose man -o x.obj --clip Walk", {"(did you mean walk?)"});
  expect_refused("collide man man --clip-b wlak", {"(did you mean walk?)"});
  expect_refused("motion man --clip walk --other man --other-clip wlak", {"(did you mean walk?)"});
  expect_refused("self man --clip wlak", {"(did you mean walk?)"});
  EXPECT_THAT(run("pose man -o x.obj --clip dance").err, Not(HasSubstr("did you mean")));
}

TEST_F(Program, NamesTheNearestOfWhatElseHasNames) {
  expect_refused("colide man man", {"no verb 'colide' (did you mean collide?)"});
  expect_refused("bench crowds", {"no scenario 'crowds' (did you mean crowd?)"});
  expect_refused("demo tabelcloth", {"no scene 'tabelcloth' (did you mean tablecloth?)"});
  expect_refused("info dwarf --only Skin", {"no part 'Skin' (did you mean skin"});
}

TEST_F(Program, SaysWhichFilesAVerbReads) {
  std::ofstream(folder_ / "mesh.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  ASSERT_EQ(run("bake dwarf -o dwarf.dermis").status, 0);
  ASSERT_EQ(run("make dwarf -o dwarf.glb").status, 0);
  const std::string models =
      "reads .glb, .gltf and .vrm models, and the built-in dwarf, man, creature";
  for (const std::string file : {"mesh.obj", "dwarf.dermis"}) {
    expect_refused("collide man " + file, {file, "collide " + models});
    expect_refused("self " + file, {file, "self " + models});
    expect_refused("pose " + file + " -o x.obj", {file, "pose " + models});
    expect_refused("make " + file + " -o x.glb", {file, "make " + models});
    expect_refused("bake " + file + " -o x.dermis", {file, "bake " + models});
    expect_refused("limbs " + file, {file, "limbs " + models});
    expect_refused("cloth --json --cloth mesh.obj --body " + file,
                   {file, "cloth --body " + models});
    EXPECT_THAT(run("bench pair man " + file).err, HasSubstr("bench pair " + models));
  }
  expect_refused("info mesh.obj",
                 {"mesh.obj", "info reads .glb, .gltf and .vrm models, .dermis coll"});
  expect_refused("motion dwarf.dermis", {"dwarf.dermis", "models, .obj and .ply meshes"});
  expect_refused("cloth --body man --json --cloth dwarf.glb",
                 {"dwarf.glb: cloth --cloth reads .obj and .ply meshes"});
  expect_refused("ccd-queries dwarf.glb", {"dwarf.glb: ccd-queries reads .csv files"});
  expect_refused("info drawf", {"drawf", "does not exist (did you mean dwarf?)"});
  // Endings in capitals are accepted, too.
  std::filesystem::rename(folder_ / "dwarf.dermis", folder_ / "DWARF.DERMIS");
  EXPECT_EQ(run("info DWARF.DERMIS").status, 0);
}

TEST_F(Program, UnitsOfAFileBecomeMetres) {
  const auto height = [&](const std::string& options) {
    return nlohmann::json::parse(run("info man --json" + options).out)["size"][1].get<double>();
  };
  EXPECT_NEAR(height(" --unit cm"), 0.01 * height(""), 1e-6);
  EXPECT_NEAR(height(" --unit in"), 0.0254 * height(""), 1e-6);
  EXPECT_EQ(height(" --unit m"), height(""));
  EXPECT_NEAR(height(" --scale 4"), 4 * height(""), 1e-5);
  const auto warnings = [&](const std::string& options) {
    return nlohmann::json::parse(run("info man --json" + options).out)["warnings"].dump();
  };
  EXPECT_EQ(warnings(""), "[]");
  EXPECT_THAT(warnings(" --scale 100"), HasSubstr("use --unit cm"));
  EXPECT_THAT(warnings(" --scale 0.001"), HasSubstr("use --scale"));
  ASSERT_EQ(run("bake man --unit cm -o man.dermis").status, 0);
  const auto baked = nlohmann::json::parse(run("info man.dermis --json").out);
  EXPECT_NEAR(baked["metres_per_unit"].get<double>(), 0.01, 1e-9);
  EXPECT_NEAR(baked["size"][1].get<double>(), 0.01 * height(""), 1e-6);
  expect_refused("info man --unit feet", {"--unit is 'feet'", "cm, m or in"});
  for (const std::string factor : {"0", "-1", "nan", "1e9", "x"}) {
    expect_refused("info man --scale " + factor, {"--scale"});
  }
  EXPECT_EQ(run("info man --unit cm --scale 2").status, 2);
  EXPECT_EQ(run("collide man man --unit-a cm --scale-b 0.01").status, 0);
  EXPECT_EQ(run("motion man --clip kick --fps 5 --unit cm --other dwarf --other-unit in").status, 2)
      << "the two animations have different keyframes";
}

TEST_F(Program, RefusesBadFiles) {
  expect_refused("info missing.glb", {"missing.glb", "does not exist"});
  expect_refused("info .", {"not a regular file"});
  std::ofstream(folder_ / "noise.glb") << "this is not a model";
  expect_refused("info noise.glb", {"noise.glb", "magic"});
  std::ofstream(folder_ / "deep.gltf") << "{\"extras\":" << std::string(100'000, '[');
  expect_refused("pose deep.gltf -o x.obj", {"deep.gltf", "nested deeper"});
  ASSERT_EQ(run("make dwarf -o dwarf.glb").status, 0);
  fs::resize_file(folder_ / "dwarf.glb", 5000);
  expect_refused("info dwarf.glb", {"dwarf.glb", "truncated", "5000"});
  expect_refused("limbs man --shape noise.glb", {"noise.glb", "--shape reads .json files"});
  expect_refused("limbs man --overrides noise.glb", {"--overrides reads .json files"});
  expect_refused("make dwarf -o no/such/folder/x.glb", {"no/such/folder/x.glb"});
  expect_refused("pose dwarf -o no/such/folder/x.obj", {"no/such/folder/x.obj"});
}

}  // namespace
}  // namespace dermis
