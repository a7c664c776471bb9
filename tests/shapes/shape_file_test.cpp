// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/shapes/shape_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "dermis/collider/collider_file.h"
#include "dermis/limbs/limbs.h"
#include "support/limb_per_joint.h"
#include "support/models.h"
#include "support/random.h"

namespace dermis {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

void expect_same(const CollideShape& a, const CollideShape& b) {
  ASSERT_EQ(a.limbs.size(), b.limbs.size());
  for (std::size_t i = 0; i < a.limbs.size(); ++i) {
    EXPECT_EQ(a.limbs[i].name, b.limbs[i].name);
    EXPECT_EQ(a.limbs[i].parent, b.limbs[i].parent);
    EXPECT_EQ(a.limbs[i].joint, b.limbs[i].joint);
    EXPECT_EQ(a.limbs[i].joints, b.limbs[i].joints);
    EXPECT_EQ(a.limbs[i].bound, b.limbs[i].bound);
    EXPECT_EQ(a.limbs[i].volumes, b.limbs[i].volumes);
  }
  EXPECT_EQ(a.joint_limbs, b.joint_limbs);
  EXPECT_EQ(a.triangle_limbs, b.triangle_limbs);
  EXPECT_EQ(a.triangle_sides, b.triangle_sides);
  EXPECT_EQ(a.clips, b.clips);
}

CollideShape parsed(const std::string& text, const Model& model) {
  auto shape = parse_shape(text, model, "x.json");
  EXPECT_TRUE(shape) << shape.error().message;
  return shape ? *std::move(shape) : CollideShape{};
}

TEST(ShapeFile, ComesBack) {
  for (const auto name : procedural_names()) {
    const Model model = *make_procedural(name);
    const CollideShape shape = test::limb_per_joint(model);
    const std::string text = to_json(shape, model);
    expect_same(parsed(text, model), shape);
    EXPECT_EQ(to_json(parsed(text, model), model), text);
  }
}

/// A host with .dermis files has no model.
TEST(ShapeFile, NeedsNoModelButACollider) {
  for (const auto name : procedural_names()) {
    const Model model = *make_procedural(name);
    const CollideShape shape = *make_limbs(model);
    const auto collider = parse_collider(to_bytes(*bake(model)), "x.dermis");
    ASSERT_TRUE(collider) << collider.error().message;
    const auto read = parse_shape(to_json(shape, model), *collider, "x.json");
    ASSERT_TRUE(read) << read.error().message;
    expect_same(*read, shape);
    EXPECT_TRUE(with_limbs(*collider, *read));
  }
  const Collider triangle = *bake(test::single_triangle());
  const std::string dwarfs = to_json(test::limb_per_joint(make_dwarf()), make_dwarf());
  const auto wrong = parse_shape(dwarfs, triangle, "x.json");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().message, HasSubstr("is no joint of the model 'triangle'"));
}

TEST(ShapeFile, IsReadable) {
  const Model model = test::single_triangle();
  CollideShape shape;
  shape.limbs = {{{"body", kNone, 0, {0}}, {{0.1F, -2, 1e-7F}, {0, 1, 3e20F}, 0.3F}, {}}};
  shape.limbs[0].volumes = {{{}, {}, 1}, {{}, {}, 0.5F}};
  shape.clips = {"say \"hi\"", "wünsche"};
  EXPECT_EQ(to_json(shape, model), R"({
  "schema": 1,
  "model": "triangle",
  "clips": ["say \"hi\"", "wünsche"],
  "limbs": [
    {
      "name": "body",
      "parent": null,
      "follows": "root",
      "joints": ["root"],
      "bound": {"a": [0.1, -2, 1e-07], "b": [0, 1, 3e+20], "radius": 0.3},
      "volumes": [
        {"a": [0, 0, 0], "b": [0, 0, 0], "radius": 1},
        {"a": [0, 0, 0], "b": [0, 0, 0], "radius": 0.5}
      ]
    }
  ]
}
)");
}

TEST(ShapeFile, FloatsComeBackToTheBit) {
  const Model model = test::single_triangle();
  CollideShape shape;
  shape.limbs = {{{"body", kNone, 0, {0}}, {}, {}}};
  using Limits = std::numeric_limits<float>;
  std::vector<float> values{
      0.0F, -0.0F,      Limits::min(), Limits::max(), Limits::lowest(), Limits::denorm_min(),
      0.1F, 16777217.0F};
  test::Random random(7);
  while (values.size() < 3000) {
    const auto value = std::bit_cast<float>(random.below(0xffffffff));
    if (std::isfinite(value)) values.push_back(value);
  }
  for (std::size_t i = 0; i + 5 < values.size(); i += 6) {
    shape.limbs[0].volumes.push_back({{values[i], values[i + 1], values[i + 2]},
                                      {values[i + 3], values[i + 4], values[i + 5]},
                                      std::abs(values[i])});
  }
  const CollideShape back = parsed(to_json(shape, model), model);
  ASSERT_EQ(back.limbs.size(), 1U);
  ASSERT_EQ(back.limbs[0].volumes.size(), shape.limbs[0].volumes.size());
  for (std::size_t i = 0; i < back.limbs[0].volumes.size(); ++i) {
    using Bits = std::array<std::uint32_t, 7>;
    EXPECT_EQ(std::bit_cast<Bits>(back.limbs[0].volumes[i]),
              std::bit_cast<Bits>(shape.limbs[0].volumes[i]));
  }
}

/// Nodes without a name, with equal names, with a name like an index, and two joints of one node.
TEST(ShapeFile, JointsWithoutClearNamesGoByIndex) {
  Model model = test::single_triangle();
  model.skeleton.nodes = {{"root", kNone, {}, {}}, {"", 0, {}, {}},   {"same", 0, {}, {}},
                          {"same", 0, {}, {}},     {"#0", 0, {}, {}}, {"twice", 0, {}, {}},
                          {"\xff", 0, {}, {}}};
  model.skeleton.joints.clear();
  for (const std::uint32_t node : {0, 1, 2, 3, 4, 5, 5, 6})
    model.skeleton.joints.push_back({node, {}});
  CollideShape shape;
  shape.limbs = {{{"all", kNone, 2, {0, 1, 2, 3, 4, 5, 6, 7}}, {}, {}}};
  shape.joint_limbs.assign(8, 0);
  assign_triangles(model, shape);
  const std::string text = to_json(shape, model);
  EXPECT_THAT(text, HasSubstr(R"(["root", "#1", "#2", "#3", "#4", "#5", "#6", "#7"])"));
  expect_same(parsed(text, model), shape);
  Json by_index = Json::parse(text);
  by_index["limbs"][0]["joints"][0] = "#0";
  expect_same(parsed(by_index.dump(), model), shape);
  by_index["limbs"][0]["joints"][2] = "same";
  const auto unclear = parse_shape(by_index.dump(), model, "x.json");
  ASSERT_FALSE(unclear);
  EXPECT_EQ(unclear.error().message,
            "x.json: joints[2] of the limb 'all' is \"same\", which stands for 2 joints, #2 to #3");
}

TEST(ShapeFile, ParentsAreMovedBeforeWhatHangsOnThem) {
  const Model man = make_man();
  const CollideShape shape = test::limb_per_joint(man);
  Json turned = Json::parse(to_json(shape, man));
  std::ranges::reverse(turned["limbs"].get_ref<Json::array_t&>());
  const CollideShape back = parsed(turned.dump(), man);
  ASSERT_EQ(back.limbs.size(), shape.limbs.size());
  for (std::uint32_t i = 0; i < back.limbs.size(); ++i) {
    const Limb& limb = back.limbs[i];
    const std::uint32_t before = *find_limb(shape, limb.name);
    EXPECT_TRUE(limb.parent == kNone || limb.parent < i);
    EXPECT_EQ(
        limb.parent == kNone ? "" : back.limbs[limb.parent].name,
        shape.limbs[before].parent == kNone ? "" : shape.limbs[shape.limbs[before].parent].name);
    for (const std::uint32_t joint : limb.joints) EXPECT_EQ(back.joint_limbs[joint], i);
  }
}

TEST(ShapeFile, IsSavedAndLoaded) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) /
                                     ("dermis_shape_" + std::to_string(getpid()) + ".json");
  const Model model = make_dwarf();
  const CollideShape shape = test::limb_per_joint(model);
  ASSERT_TRUE(save_shape(shape, model, file));
  const auto back = load_shape(file, model);
  ASSERT_TRUE(back) << back.error().message;
  expect_same(*back, shape);
  std::filesystem::remove(file);
  const auto missing = load_shape(file, model);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, file.string() + ": the file does not exist");
  EXPECT_FALSE(load_overrides(file));
  EXPECT_FALSE(save_shape(shape, model, "/no/such/folder/x.json"));
}

class ShapeFileErrors : public testing::Test {
 protected:
  /// The error for a file of two limbs after `change` was applied to it.
  template <class Change>
  std::string why(Change change) {
    Json file = Json::parse(R"({"schema": 1, "model": "two", "clips": ["walk"], "limbs": [
      {"name": "body", "parent": null, "follows": "root", "joints": ["root"],
       "bound": {"a": [0, 0, 0], "b": [0, 1, 0], "radius": 1}, "volumes": []},
      {"name": "arm", "parent": "body", "follows": "hand", "joints": ["hand"],
       "bound": {"a": [0, 0, 0], "b": [0, 1, 0], "radius": 1},
       "volumes": [{"a": [0, 0, 0], "b": [0, 1, 0], "radius": 0.5}]}]})");
    change(file, file["limbs"][1]);
    return why_text(file.dump());
  }
  std::string why_text(const std::string& text) const {
    const auto shape = parse_shape(text, model_, "x.json");
    if (shape) return "";
    EXPECT_THAT(shape.error().message, StartsWith("x.json: "));
    return shape.error().message.substr(8);
  }
  void SetUp() override {
    model_ = test::single_triangle();
    model_.name = "two";
    model_.skeleton.nodes.push_back({"hand", 0, {}, {}});
    model_.skeleton.joints.push_back({1, {}});
  }
  Model model_;
};

TEST_F(ShapeFileErrors, NothingWrong) {
  EXPECT_EQ(why([](Json&, Json&) {}), "");
}

TEST_F(ShapeFileErrors, Text) {
  EXPECT_EQ(why_text(""), "the JSON cannot be parsed in line 1");
  EXPECT_EQ(why_text("{\n\"schema\": 1,\n}"), "the JSON cannot be parsed in line 3");
  EXPECT_EQ(why_text("[]"), "the JSON is not an object");
  EXPECT_EQ(why_text("{\"schema\": 1e999}"),
            "the JSON cannot be parsed: it holds a number beyond the range of a double");
  EXPECT_EQ(why_text("{\"schema\": 1, \"schema\": 1}"),
            "the field 'schema' is there twice in one object");
  EXPECT_EQ(why_text("{\"\xff\": 1}"), "the JSON cannot be parsed in line 1");
  EXPECT_EQ(why_text(std::string(1'000'000, '[')), "the JSON is nested deeper than 16 levels");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  EXPECT_EQ(why_text(deep), "the JSON is nested deeper than 16 levels");
  std::string wide = "{\"schema\": 1";
  for (int i = 0; i < 100'000; ++i) wide += ", \"k" + std::to_string(i) + "\": []";
  EXPECT_EQ(why_text(wide + "}"), "the field 'k0' is unknown");
}

TEST_F(ShapeFileErrors, Fields) {
  for (const char* key : {"schema", "model", "clips", "limbs"}) {
    EXPECT_EQ(why([&](Json& file, Json&) { file.erase(key); }), std::string(key) + " is missing");
  }
  for (const char* key : {"parent", "follows", "joints", "bound", "volumes"}) {
    EXPECT_EQ(why([&](Json&, Json& arm) { arm.erase(key); }),
              std::string(key) + " of the limb 'arm' is missing");
  }
  EXPECT_EQ(why([](Json&, Json& arm) { arm.erase("name"); }), "limbs[1].name is missing");
  for (const char* key : {"a", "b", "radius"}) {
    EXPECT_EQ(why([&](Json&, Json& arm) { arm["bound"].erase(key); }),
              std::string("bound.") + key + " of the limb 'arm' is missing");
    EXPECT_EQ(why([&](Json&, Json& arm) { arm["volumes"][0].erase(key); }),
              std::string("volumes[0].") + key + " of the limb 'arm' is missing");
  }
  EXPECT_EQ(why([](Json& file, Json&) { file["x"] = 1; }), "the field 'x' is unknown");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["x"] = 1; }),
            "the field 'x' of the limb 'arm' is unknown");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["bound"]["x"] = 1; }),
            "the field 'bound.x' of the limb 'arm' is unknown");
}

TEST_F(ShapeFileErrors, Types) {
  EXPECT_EQ(why([](Json& file, Json&) { file["schema"] = 2; }), "schema is 2, only 1 is known");
  EXPECT_EQ(why([](Json& file, Json&) { file["schema"] = "1"; }),
            "schema is \"1\", only 1 is known");
  EXPECT_EQ(why([](Json& file, Json&) { file["schema"] = 1.5; }), "schema is 1.5, only 1 is known");
  EXPECT_EQ(why([](Json& file, Json&) { file["model"] = 7; }), "model is 7, not a text");
  EXPECT_EQ(why([](Json& file, Json&) { file["clips"] = "walk"; }),
            "clips is \"walk\", not an array");
  EXPECT_EQ(why([](Json& file, Json&) { file["clips"][0] = nullptr; }),
            "clips[0] is null, not a text");
  EXPECT_EQ(why([](Json& file, Json&) { file["limbs"] = Json::object(); }),
            "limbs is {}, not an array");
  EXPECT_EQ(why([](Json&, Json& arm) { arm = 3; }), "limbs[1] is 3, not an object");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["name"] = 3; }), "limbs[1].name is 3, not a text");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["name"] = ""; }), "limbs[1].name is \"\", not a name");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["parent"] = 0; }),
            "parent of the limb 'arm' is 0, not a text");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["follows"] = 1; }),
            "follows of the limb 'arm' is 1, not a text");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["joints"] = "hand"; }),
            "joints of the limb 'arm' is \"hand\", not an array");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["joints"][0] = 1; }),
            "joints[0] of the limb 'arm' is 1, not a text");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["bound"] = nullptr; }),
            "bound of the limb 'arm' is null, not an object");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["volumes"] = 1; }),
            "volumes of the limb 'arm' is 1, not an array");
}

TEST_F(ShapeFileErrors, Numbers) {
  EXPECT_EQ(why([](Json&, Json& arm) { arm["bound"]["radius"] = -0.5; }),
            "bound.radius of the limb 'arm' is -0.5, less than 0");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["volumes"][0]["radius"] = -2; }),
            "volumes[0].radius of the limb 'arm' is -2, less than 0");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["bound"]["radius"] = "big"; }),
            "bound.radius of the limb 'arm' is \"big\", not a number");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["bound"]["radius"] = nullptr; }),
            "bound.radius of the limb 'arm' is null, not a number");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["bound"]["radius"] = 1e300; }),
            "bound.radius of the limb 'arm' is 1e+300, more than a float can hold");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["bound"]["a"][2] = 1e39; }),
            "bound.a[2] of the limb 'arm' is 1e+39, more than a float can hold");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["bound"]["b"] = {1, 2}; }),
            "bound.b of the limb 'arm' is [1,2], not three numbers");
}

TEST_F(ShapeFileErrors, LimbsAndJoints) {
  EXPECT_EQ(why([](Json&, Json& arm) { arm["name"] = "body"; }),
            "there are two limbs with the name 'body'");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["parent"] = "leg"; }),
            "parent of the limb 'arm' is \"leg\", which is no limb");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["parent"] = "arm"; }),
            "the limb 'arm' hangs on itself: its parent is 'arm'");
  EXPECT_EQ(why([](Json& file, Json&) { file["limbs"][0]["parent"] = "arm"; }),
            "the limb 'body' hangs on itself: its parent is 'arm'");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["joints"][0] = "foot"; }),
            "joints[0] of the limb 'arm' is \"foot\", which is no joint of the model 'two'");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["joints"][0] = ""; }),
            "joints[0] of the limb 'arm' is \"\", which is no joint of the model 'two'");
  for (const char* index : {"#2", "#", "#-1", "#1x", "# 1", "#99999999999999999999"}) {
    EXPECT_EQ(why([&](Json&, Json& arm) { arm["joints"][0] = index; }),
              "joints[0] of the limb 'arm' is \"" + std::string(index) +
                  "\", which is not the index of a joint: there are 2 joints");
  }
  EXPECT_EQ(why([](Json&, Json& arm) { arm["joints"].push_back("#1"); }),
            "the limb 'arm' lists the joint 'hand' twice");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["joints"].push_back("root"); }),
            "the joint 'root' is in the limb 'body' and in the limb 'arm'");
  EXPECT_EQ(why([](Json& file, Json&) { file["limbs"].erase(1); }),
            "the joint 'hand' belongs to no limb");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["follows"] = "root"; }),
            "follows of the limb 'arm' is \"root\", which is not among its joints");
  EXPECT_EQ(why([](Json&, Json& arm) { arm["joints"] = Json::array(); }),
            "follows of the limb 'arm' is \"hand\", which is not among its joints");
}

TEST_F(ShapeFileErrors, StayOnOneLineAndShort) {
  const std::string message =
      why([](Json&, Json& arm) { arm["name"] = "a\nb" + std::string(10'000, 'x'), arm["x"] = 0; });
  EXPECT_THAT(message, HasSubstr("of the limb 'a bxxx"));
  EXPECT_LT(message.size(), 200U);
}

TEST(ShapeFileOverrides, AreRead) {
  const auto limbs = parse_overrides(
      R"({"limbs": [{"name": "arm", "joints": ["upper_arm", "forearm"]},
                    {"joints": ["#3"], "name": "head"}]})",
      "x.json");
  ASSERT_TRUE(limbs) << limbs.error().message;
  ASSERT_EQ(limbs->size(), 2U);
  EXPECT_EQ((*limbs)[0].name, "arm");
  EXPECT_THAT((*limbs)[0].joints, ElementsAre("upper_arm", "forearm"));
  EXPECT_THAT((*limbs)[1].joints, ElementsAre("#3"));
  const auto none = parse_overrides(R"({"limbs": []})", "x.json");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

TEST(ShapeFileOverrides, SayWhatIsWrong) {
  const auto why = [](const std::string& text) {
    const auto limbs = parse_overrides(text, "x.json");
    return limbs ? "" : limbs.error().message;
  };
  const auto one = [&](const std::string& limb) { return why("{\"limbs\": [" + limb + "]}"); };
  EXPECT_EQ(why("{"), "x.json: the JSON cannot be parsed in line 1");
  EXPECT_EQ(why("{}"), "x.json: limbs is missing");
  EXPECT_EQ(why(R"({"limb": []})"), "x.json: the field 'limb' is unknown");
  EXPECT_EQ(why(R"({"limbs": 1})"), "x.json: limbs is 1, not an array");
  EXPECT_EQ(one("1"), "x.json: limbs[0] is 1, not an object");
  EXPECT_EQ(one(R"({"joints": ["a"]})"), "x.json: limbs[0].name is missing");
  EXPECT_EQ(one(R"({"name": "", "joints": ["a"]})"), "x.json: limbs[0].name is \"\", not a name");
  EXPECT_EQ(one(R"({"name": "arm"})"), "x.json: joints of the limb 'arm' is missing");
  EXPECT_EQ(one(R"({"name": "arm", "joints": []})"),
            "x.json: joints of the limb 'arm' is [], no joint at all");
  EXPECT_EQ(one(R"({"name": "arm", "joints": [1]})"),
            "x.json: joints[0] of the limb 'arm' is 1, not a text");
  EXPECT_EQ(one(R"({"name": "arm", "joints": [""]})"),
            "x.json: joints[0] of the limb 'arm' is \"\", not a name");
  EXPECT_EQ(one(R"({"name": "arm", "joints": ["a"], "color": "red"})"),
            "x.json: the field 'color' of the limb 'arm' is unknown");
  EXPECT_EQ(one(R"({"name": "arm", "joints": ["a", "a"]})"),
            "x.json: joints[1] of the limb 'arm' is \"a\", which the limb 'arm' has already");
  EXPECT_EQ(one(R"({"name": "arm", "joints": ["a"]}, {"name": "leg", "joints": ["a"]})"),
            "x.json: joints[0] of the limb 'leg' is \"a\", which the limb 'arm' has already");
  EXPECT_EQ(one(R"({"name": "arm", "joints": ["a"]}, {"name": "arm", "joints": ["b"]})"),
            "x.json: there are two limbs with the name 'arm'");
}

}  // namespace
}  // namespace dermis
