// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Characters and clips in files of their own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "support/gltf_document.h"
#include "support/program.h"

namespace dermis {
namespace {

using test::Json;
using test::Outcome;
using test::Program;
using testing::HasSubstr;
using testing::IsEmpty;

class ClipFiles : public Program {
 protected:
  void SetUp() override {
    Program::SetUp();
    ASSERT_EQ(run("make man -o man.glb").status, 0);
    change("man.glb", "clips.glb", [](Json& file) {
      for (Json& node : file["nodes"]) {
        node.erase("mesh");
        node.erase("skin");
      }
      for (const char* const key : {"meshes", "skins", "materials"}) file.erase(key);
    });
    change("man.glb", "body.glb", [](Json& file) { file.erase("animations"); });
  }

  [[nodiscard]] std::string text(const std::string& file) const {
    std::ifstream in(folder_ / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// Writes a GLB with another JSON.
  template <class Change>
  void change(const std::string& from, const std::string& to, Change change) {
    const std::string glb = text(from);
    const auto u32 = [&](std::size_t at) {
      std::uint32_t value = 0;
      std::memcpy(&value, glb.data() + at, sizeof value);
      return value;
    };
    Json file = Json::parse(glb.substr(20, u32(12)));
    change(file);
    std::string words = file.dump();
    words.resize((words.size() + 3) / 4 * 4, ' ');
    const std::string rest = glb.substr(20 + u32(12));
    std::ofstream out(folder_ / to, std::ios::binary);
    const auto put = [&](std::size_t value) {
      const auto v = static_cast<std::uint32_t>(value);
      out.write(reinterpret_cast<const char*>(&v), sizeof v);
    };
    out << "glTF";
    put(2);
    put(20 + words.size() + rest.size());
    put(words.size());
    out << "JSON" << words << rest;
  }

  /// Both commands write the same posed mesh to the file named by `-o`.
  void expect_same_pose(const std::string& a, const std::string& b) {
    const Outcome first = run("pose " + a + " -o a.obj");
    const Outcome second = run("pose " + b + " -o b.obj");
    ASSERT_EQ(first.status, 0) << first.err;
    ASSERT_EQ(second.status, 0) << second.err;
    const auto vertices = [&](const char* obj) {
      const std::string all = text(obj);
      return all.substr(all.find('\n'));  // the first line has the name of the model
    };
    EXPECT_TRUE(vertices("a.obj") == vertices("b.obj")) << a;
  }
};

TEST_F(ClipFiles, InfoDescribesAFileWithoutAMesh) {
  const Outcome outcome = run("info clips.glb");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("clips without a mesh"));
  EXPECT_THAT(outcome.out, HasSubstr("kick"));
  const Json described = Json::parse(run("info clips.glb --json").out);
  EXPECT_EQ(described["triangles"], 0);
  EXPECT_EQ(described["clips"].size(), 4U);
  EXPECT_EQ(described["clips"][0]["name"], "walk");
  EXPECT_THAT(described["warnings"], IsEmpty());
}

TEST_F(ClipFiles, PoseACharacterFromAnotherFile) {
  expect_same_pose("body.glb --clips clips.glb --clip run --time 0.2",
                   "man.glb --clip run --time 0.2");
  expect_same_pose("body.glb --clips clips.glb --clip 3 --time 0.2", "man.glb --clip 3 --time 0.2");
  // The clips of the files replace those of the model; indices count them in order.
  expect_same_pose("man.glb --clips clips.glb man.glb --clip 6 --time 0.3",
                   "man.glb --clip 2 --time 0.3");
}

TEST_F(ClipFiles, EveryVerbTakesThem) {
  for (const std::string verb :
       {"self body.glb --clips clips.glb --clip kick --time 0.3",
        "collide body.glb body.glb --clips-a clips.glb --clip-a run --clips-b clips.glb "
        "--clip-b walk --at-b 0.2,0,0",
        "motion body.glb --clips clips.glb --clip kick --fps 10",
        "limbs body.glb --clips clips.glb --clip walk", "info body.glb --clips clips.glb",
        "bake body.glb --clips clips.glb -o x.dermis",
        "make body.glb --clips clips.glb -o both.glb"}) {
    const Outcome outcome = run(verb);
    EXPECT_EQ(outcome.status, 0) << verb << ": " << outcome.err;
  }
  expect_same_pose("both.glb --clip kick --time 0.3", "man.glb --clip kick --time 0.3");
  EXPECT_EQ(Json::parse(run("info body.glb --clips clips.glb --json").out)["clips"].size(), 3U)
      << "all but 'twist', which moves four joints";
  EXPECT_EQ(run("motion man --clips clips.glb --clip kick --fps 10 --json").out,
            run("motion man --clip kick --fps 10 --json").out);
}

TEST_F(ClipFiles, PrefixesAndMapsMatchNodes) {
  Json map;
  change("clips.glb", "mixamo.glb", [&](Json& file) {
    for (Json& node : file["nodes"]) {
      node["name"] = "mixamorig:" + node["name"].get<std::string>();
    }
  });
  expect_same_pose("body.glb --clips mixamo.glb --clip run --time 0.2",
                   "man.glb --clip run --time 0.2");
  change("clips.glb", "numbers.glb", [&](Json& file) {
    int number = 0;
    for (Json& node : file["nodes"]) {
      const std::string name = "joint_" + std::to_string(++number);
      map[name] = node["name"];
      node["name"] = name;
    }
  });
  expect_refused("pose body.glb --clips numbers.glb --clip run -o x.obj",
                 {"numbers.glb: no clip fits body.glb", "it moves 0 of the model's 27 joints",
                  "the model lacks joint_", "does not move", "and 15 more"});
  std::ofstream(folder_ / "map.json") << map;
  expect_same_pose("body.glb --clips numbers.glb --map map.json --clip run --time 0.2",
                   "man.glb --clip run --time 0.2");
}

TEST_F(ClipFiles, WhatDoesNotMatchIsSaid) {
  change("clips.glb", "tail.glb", [](Json& file) {
    for (Json& node : file["nodes"]) {
      if (node["name"] == "head") node["name"] = "tail";
    }
  });
  const Outcome outcome = run("pose body.glb --clips tail.glb --clip walk -o x.obj");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("tail.glb: clips move tail, which body.glb lacks"));
  EXPECT_THAT(outcome.err, HasSubstr("do not move head"));
  EXPECT_EQ(Json::parse(run("info body.glb --clips tail.glb --json").out)["warnings"].size(), 3U)
      << "one more for the clip 'twist', which moves four joints";
}

TEST_F(ClipFiles, AClipThatMovesLittleIsRefused) {
  change("clips.glb", "blink.glb", [](Json& file) {
    Json& channels = file["animations"][2]["channels"];
    channels.erase(channels.begin() + 3, channels.end());
  });
  expect_same_pose("body.glb --clips blink.glb --clip 3 --time 0.2", "man.glb --clip 3 --time 0.2");
  const Outcome outcome = run("pose body.glb --clips blink.glb --clip 2 -o x.obj");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("does not fit this model"));
  EXPECT_THAT(outcome.err, HasSubstr("fewer than half"));
}

TEST_F(ClipFiles, RetargetTakesPosesOfOtherBones) {
  expect_same_pose("man.glb --clips clips.glb --retarget --bind", "man.glb --bind");
  const Outcome outcome =
      run("pose body.glb --clips clips.glb --retarget --clip walk --time 0.3 -o x.obj");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
}

TEST_F(ClipFiles, AreNotOverwritten) {
  const std::string before = text("clips.glb");
  expect_refused("make man --clips clips.glb -o clips.glb", {"clips.glb is the input of make"});
  std::filesystem::copy(folder_ / "clips.glb", folder_ / "clips.obj");
  expect_refused("pose man --clips clips.obj --clip walk -o clips.obj",
                 {"clips.obj is the input of pose"});
  EXPECT_TRUE(text("clips.glb") == before);
  // The buffers of a .gltf are files of their own.
  change("clips.glb", "with_uri.glb", [](Json& file) { file["buffers"][0]["uri"] = "keys.obj"; });
  std::uint32_t length = 0;
  const std::string with_uri = text("with_uri.glb");
  std::memcpy(&length, with_uri.data() + 12, sizeof length);
  std::ofstream(folder_ / "clips.gltf") << with_uri.substr(20, length);
  std::ofstream(folder_ / "keys.obj", std::ios::binary) << with_uri.substr(20 + length + 8);
  ASSERT_EQ(run("pose man --clips clips.gltf --clip walk -o x.obj").status, 0);
  const Outcome onto_buffer = run("pose man --clips clips.gltf --clip walk -o keys.obj");
  EXPECT_EQ(onto_buffer.status, 2);
  EXPECT_THAT(onto_buffer.err, HasSubstr("does not overwrite it"));
  EXPECT_EQ(text("keys.obj"), with_uri.substr(20 + length + 8));
}

TEST_F(ClipFiles, BadFilesAreRefused) {
  expect_refused("pose body.glb --clips none.glb --clip walk -o x.obj",
                 {"none.glb: the file does not exist"});
  expect_refused("pose body.glb --clips body.glb --clip walk -o x.obj",
                 {"body.glb: there are no clips"});
  EXPECT_THAT(run("pose body.glb --clips clips.glb --clip wlak -o x.obj").err,
              HasSubstr("did you mean walk?"));
  expect_refused("pose clips.glb -o x.obj", {"the mesh is empty", "give a model, and --clips"});
  expect_refused("pose body.glb --map map.json -o x.obj", {"--map", "--clips"});
  expect_refused("pose body.glb --clips clips.glb --map none.json --clip walk -o x.obj",
                 {"none.json"});
  for (const std::string& map : std::vector<std::string>{
           "", "[]", "5", "{\"hips\": 3}", "{\"no\": \"nothing\"}", std::string(100'000, '[')}) {
    std::ofstream(folder_ / "map.json") << map;
    const Outcome outcome =
        run("pose body.glb --clips clips.glb --map map.json --clip walk -o x.obj");
    EXPECT_EQ(outcome.status, 2) << map.substr(0, 20);
    EXPECT_THAT(outcome.err, HasSubstr("map")) << map.substr(0, 20);
  }
  expect_refused("motion cape.obj --clips clips.glb", {"cape.obj"});
}

}  // namespace
}  // namespace dermis
