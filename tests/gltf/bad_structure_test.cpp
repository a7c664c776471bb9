// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Files that are valid JSON but invalid glTF: references, node trees, skins, clips, and files that
// would grow without bound.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/gltf_import.h"

namespace dermis {

namespace {

using test::expect_refused;
using test::GltfDocument;
using test::Json;
using test::skinned_square;
using test::square;
using testing::HasSubstr;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Json& primitive(GltfDocument& document) {
  return document.json["meshes"][0]["primitives"][0];
}

/// The skinned square with a clip that moves its root.
GltfDocument animated(const std::vector<float>& times, const std::vector<float>& values,
                      const char* type = "VEC3", const char* path = "translation") {
  GltfDocument document = skinned_square();
  const int input = document.add_accessor(times, "SCALAR");
  const int output = document.add_accessor(values, type);
  document.json["animations"] = Json::array(
      {{{"samplers",
         Json::array({{{"input", input}, {"output", output}, {"interpolation", "LINEAR"}}})},
        {"channels", Json::array({{{"sampler", 0}, {"target", {{"node", 1}, {"path", path}}}}})}}});
  return document;
}

GltfDocument good_animation() {
  return animated({0, 1}, {0, 0, 0, 1, 1, 1});
}

/// The file is refused quickly, and without gigabytes of memory.
template <class... Words>
void expect_refused_cheaply(const GltfDocument& document, const Words&... words) {
  const auto peak_kib = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const auto start = std::chrono::steady_clock::now();
  const auto before = peak_kib();
  expect_refused(document, words...);
  EXPECT_LT(peak_kib() - before, 1'500'000);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

std::vector<float> many(std::size_t count) {
  std::vector<float> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = float(i);
  return numbers;
}

}  // namespace

TEST(GltfBadReference, VertexIndices) {
  GltfDocument document = square();
  primitive(document)["indices"] =
      document.add_accessor<std::uint16_t>({0, 1, 2, 0, 2, 4}, "SCALAR");
  expect_refused(document, "meshes[0].primitives[0].indices[5]", "4");
  // The value that restarts strips in other APIs. glTF forbids it.
  primitive(document)["indices"] = document.add_accessor<std::uint16_t>({0, 1, 65535}, "SCALAR");
  expect_refused(document, "indices[2]", "65535");
  primitive(document)["indices"] =
      document.add_accessor<std::uint32_t>({0, 4294967295U, 1}, "SCALAR");
  expect_refused(document, "indices[1]", "4294967295");
}

TEST(GltfBadReference, NodesPointAtThingsThatExist) {
  GltfDocument document = square();
  document.json["nodes"][0]["mesh"] = 7;
  expect_refused(document, "nodes[0].mesh", "7");
  document = skinned_square();
  document.json["nodes"][0]["skin"] = 7;
  expect_refused(document, "nodes[0].skin", "7");
  document = square();
  document.json["nodes"][0].erase("name");
  document.json["nodes"][0]["children"] = {7};
  expect_refused(document, "nodes[0].children", "7");
}

TEST(GltfBadReference, ScenesPointAtNodes) {
  GltfDocument document = square();
  document.json["scene"] = 3;
  expect_refused(document, "scene", "3");
  document = square();
  document.json["scenes"][0]["nodes"] = {0, 7};
  expect_refused(document, "scenes[0].nodes", "7");
}

TEST(GltfBadReference, SkinsPointAtNodesAndAccessors) {
  GltfDocument document = skinned_square();
  document.json["skins"][0]["joints"] = {1, 7};
  expect_refused(document, "skins[0].joints", "7");
  document = skinned_square();
  document.json["skins"][0]["inverseBindMatrices"] = 99;
  expect_refused(document, "skins[0].inverseBindMatrices", "99");
}

TEST(GltfBadReference, PrimitivesPointAtAccessors) {
  for (const char* const name : {"POSITION", "JOINTS_0", "WEIGHTS_0"}) {
    GltfDocument document = skinned_square();
    primitive(document)["attributes"][name] = 99;
    expect_refused(document, name, "99");
  }
  GltfDocument document = square();
  primitive(document)["indices"] = 99;
  expect_refused(document, "indices", "99");
  document = square();
  primitive(document)["targets"] = Json::array({{{"POSITION", 99}}});
  expect_refused(document, "targets[0]", "99");
}

TEST(GltfBadReference, ClipsPointAtSamplersNodesAndAccessors) {
  GltfDocument document = good_animation();
  document.json["animations"][0]["channels"][0]["sampler"] = 7;
  expect_refused(document, "animations[0].channels[0].sampler", "7");
  document = good_animation();
  document.json["animations"][0]["channels"][0]["target"]["node"] = 7;
  expect_refused(document, "animations[0].channels[0].target.node", "7");
  for (const char* const field : {"input", "output"}) {
    document = good_animation();
    document.json["animations"][0]["samplers"][0][field] = 99;
    expect_refused(document, "animations[0].samplers[0]", field, "99");
  }
}

TEST(GltfBadReference, AccessorsPointAtViewsAndViewsAtBuffers) {
  GltfDocument document = square();
  document.json["accessors"][0]["bufferView"] = 99;
  expect_refused(document, "bufferView", "99");
  document = square();
  document.json["accessors"][1]["bufferView"] = 99;
  expect_refused(document, "bufferView", "99");
  document = square();
  document.json["bufferViews"][0]["buffer"] = 9;
  expect_refused(document, "bufferViews[0].buffer", "9");
  document = square();
  document.json["accessors"][0]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", 99}, {"componentType", 5123}}},
      {"values", {{"bufferView", 0}}}};
  expect_refused(document, "sparse", "99");
}

TEST(GltfBadNodes, Cycles) {
  GltfDocument document = square();
  document.json["nodes"][0]["children"] = {0};
  expect_refused(document, "nodes[0]");
  document = square();
  document.json["nodes"] =
      Json::array({{{"mesh", 0}, {"children", {1}}}, {{"children", {2}}}, {{"children", {0}}}});
  expect_refused(document, "nodes[", "cycl");
}

TEST(GltfBadNodes, CycleOfJointsAwayFromTheScene) {
  GltfDocument document = skinned_square();
  document.json["nodes"][2]["children"] = {1};
  document.json["scenes"][0]["nodes"] = {0};
  expect_refused(document, "nodes[");
}

TEST(GltfBadNodes, TwoParents) {
  GltfDocument document = square();
  document.json["nodes"] =
      Json::array({{{"mesh", 0}, {"children", {2}}}, {{"children", {2}}}, Json::object()});
  expect_refused(document, "nodes[2]", "nodes[0]", "nodes[1]");
  document.json["nodes"] = Json::array({{{"mesh", 0}, {"children", {1, 1}}}, Json::object()});
  expect_refused(document, "nodes[1]");
}

TEST(GltfBadNodes, LongChainIsFine) {
  constexpr int kLength = 100'000;
  GltfDocument document = skinned_square();
  Json& nodes = document.json["nodes"];
  for (int i = 3; i < kLength; ++i) {
    nodes.push_back({{"children", {i + 1}}});
  }
  nodes.push_back({{"mesh", 0}, {"translation", {0, 0, 1}}});
  nodes[2]["children"] = {3};
  // Joints at both ends of the chain.
  document.json["skins"][0]["joints"] = {1, kLength};
  const auto result = parse_gltf(document.gltf(), "chain.gltf");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->model.skeleton.nodes.size(), kLength + 1U);
  const auto vertices = posed_vertices(result->model, stored_pose(result->model));
  ASSERT_TRUE(vertices);
  EXPECT_EQ((*vertices)[2], (Vec3{1, 1, 0.5F}));
  EXPECT_EQ((*vertices)[4], (Vec3{0, 1, 1}));
  EXPECT_TRUE(posed_vertices(result->model, bind_pose(result->model)));
}

TEST(GltfBadNodes, LongChainThatEndsInACycle) {
  GltfDocument document = square();
  for (int i = 1; i < 100'000; ++i) document.json["nodes"].push_back({{"children", {i + 1}}});
  document.json["nodes"].push_back({{"children", {1}}});
  expect_refused(document, "nodes[");
}

TEST(GltfBadMesh, NothingToCollide) {
  const auto expect_empty = [](const auto& edit) {
    GltfDocument document = square();
    edit(document.json);
    expect_refused(document, "mesh", "empty");
  };
  expect_empty([](Json& json) { json["nodes"][0].erase("mesh"); });
  expect_empty([](Json& json) { json["scenes"][0].erase("nodes"); });
  expect_empty([](Json& json) { json["meshes"][0]["primitives"] = Json::array(); });
  expect_empty([](Json& json) { json["meshes"][0]["primitives"][0]["mode"] = 1; });
  expect_empty([](Json& json) { json["accessors"][1]["count"] = 0; });
  expect_empty([](Json& json) {
    json["accessors"][0]["count"] = 0;
    json["meshes"][0]["primitives"][0].erase("indices");
  });
}

TEST(GltfBadMesh, ModeThatDoesNotExist) {
  GltfDocument document = square();
  primitive(document)["mode"] = 7;
  expect_refused(document, "meshes[0].primitives[0].mode", "7");
}

TEST(GltfBadMesh, AttributesOfTheWrongShape) {
  GltfDocument document = square();
  document.json["accessors"][0]["type"] = "VEC2";
  expect_refused(document, "POSITION", "2");
  document = square();
  document.json["accessors"][1]["componentType"] = 5122;
  expect_refused(document, "indices", "5122");
  document = skinned_square();
  primitive(document)["attributes"]["JOINTS_0"] = primitive(document)["attributes"]["WEIGHTS_0"];
  expect_refused(document, "JOINTS_0", "5126");
  document = square();
  document.json["accessors"][0]["componentType"] = 5130;
  expect_refused(document, "componentType", "5130");
}

TEST(GltfBadMesh, AttributesOfDifferentLengths) {
  for (const char* const name : {"JOINTS_0", "WEIGHTS_0"}) {
    GltfDocument document = skinned_square();
    const auto accessor = primitive(document)["attributes"][name].get<std::size_t>();
    document.json["accessors"][accessor]["count"] = 3;
    expect_refused(document, name, "3", "4");
  }
  GltfDocument document = square();
  const int deltas = document.add_accessor<float>({0, 0, 0, 1, 1, 1}, "VEC3");
  primitive(document)["targets"] = Json::array({{{"POSITION", deltas}}});
  expect_refused(document, "targets[0].POSITION", "2", "4");
}

TEST(GltfBadSkin, WeightsThatAreNoWeights) {
  for (const auto& [weight, word] : {std::pair{kNan, "nan"}, {kInfinity, "inf"}, {-0.5F, "-0.5"}}) {
    GltfDocument document = skinned_square();
    primitive(document)["attributes"]["WEIGHTS_0"] = document.add_accessor<float>(
        {1, 0, 0, 0, 1, 0, 0, 0, 0.5F, 0.5F, 0, 0, 1, weight, 0, 0}, "VEC4");
    expect_refused(document, "vertex 3", word);
  }
}

TEST(GltfBadSkin, JointsAndWeightsComeInPairs) {
  GltfDocument document = skinned_square();
  primitive(document)["attributes"].erase("WEIGHTS_0");
  expect_refused(document, "JOINTS_0", "WEIGHTS_0");
  document = skinned_square();
  Json& attributes = primitive(document)["attributes"];
  attributes["JOINTS_1"] = attributes["JOINTS_0"];
  expect_refused(document, "JOINTS_1", "WEIGHTS_1");
}

TEST(GltfBadSkin, WithoutJoints) {
  GltfDocument document = skinned_square();
  document.json["skins"][0]["joints"] = Json::array();
  expect_refused(document, "skins[0].joints");
}

TEST(GltfBadSkin, InverseBindMatrices) {
  GltfDocument document = skinned_square();
  std::vector<float> matrices(16);
  document.json["skins"][0]["inverseBindMatrices"] = document.add_accessor(matrices, "MAT4");
  expect_refused(document, "skins[0].inverseBindMatrices", "1", "2");
  matrices = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,    0, 1,
              1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, kNan, 0, 1};
  document.json["skins"][0]["inverseBindMatrices"] = document.add_accessor(matrices, "MAT4");
  expect_refused(document, "inverse");
}

TEST(GltfBadClip, KeyTimes) {
  expect_refused(animated({0, 1, 0.5F}, {0, 0, 0, 0, 0, 0, 0, 0, 0}),
                 "animations[0].samplers[0].input", "key 2", "0.5");
  expect_refused(animated({0, kNan}, {0, 0, 0, 0, 0, 0}), "animations[0].samplers[0].input",
                 "key 1", "nan");
  expect_refused(animated({0, kInfinity}, {0, 0, 0, 0, 0, 0}), "key 1", "inf");
}

TEST(GltfBadClip, NoKeys) {
  GltfDocument document = good_animation();
  const auto input = document.json["animations"][0]["samplers"][0]["input"].get<std::size_t>();
  document.json["accessors"][input]["count"] = 0;
  document.json["accessors"][input + 1]["count"] = 0;
  expect_refused(document, "animations[0].samplers[0].input");
}

TEST(GltfBadClip, OutputOfTheWrongLength) {
  const std::string output = "animations[0].samplers[0].output";
  expect_refused(animated({0, 1}, {0, 0, 0}), output, "3", "6");
  expect_refused(animated({0, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0}), output, "9", "6");
  GltfDocument document = good_animation();
  document.json["animations"][0]["samplers"][0]["interpolation"] = "CUBICSPLINE";
  expect_refused(document, output, "6", "18");
}

TEST(GltfBadClip, OutputOfTheWrongWidth) {
  expect_refused(animated({0, 1}, {0, 0, 0, 1, 1, 1}, "VEC3", "rotation"),
                 "animations[0].samplers[0].output", "3", "4");
}

TEST(GltfBadClip, OutputThatIsNotFinite) {
  expect_refused(animated({0, 1}, {0, 0, 0, 0, kNan, 0}), "finite");
  expect_refused(animated({0}, {0, 0, 0, kInfinity}, "VEC4", "rotation"), "finite");
}

TEST(GltfAmplification, ManyInfluenceSetsOverTheSameAccessors) {
  GltfDocument document = skinned_square();
  constexpr std::size_t kVertices = 20'000;
  Json& attributes = primitive(document)["attributes"];
  attributes["POSITION"] = document.add_accessor(std::vector<float>(3 * kVertices), "VEC3");
  const int joints = document.add_accessor(std::vector<std::uint8_t>(4 * kVertices), "VEC4");
  const int weights =
      document.add_accessor(std::vector<std::uint8_t>(4 * kVertices, 1), "VEC4", true);
  for (int set = 0; set < 1000; ++set) {
    attributes["JOINTS_" + std::to_string(set)] = joints;
    attributes["WEIGHTS_" + std::to_string(set)] = weights;
  }
  expect_refused(document, "MiB");
}

TEST(GltfAmplification, OneMeshUnderManyNodes) {
  constexpr int kNodes = 100'000;
  GltfDocument document = square();
  primitive(document)["attributes"]["POSITION"] = document.add_accessor(many(30'000), "VEC3");
  Json nodes = Json::array();
  Json roots = Json::array();
  for (int n = 0; n < kNodes; ++n) {
    nodes.push_back({{"mesh", 0}});
    roots.push_back(n);
  }
  document.json["nodes"] = nodes;
  document.json["scenes"][0]["nodes"] = roots;
  expect_refused_cheaply(document, "mesh");
}

TEST(GltfAmplification, OneIndexListUnderManyPrimitives) {
  GltfDocument document = square();
  primitive(document)["indices"] =
      document.add_accessor(std::vector<std::uint16_t>(90'000, 1), "SCALAR");
  const Json copy = primitive(document);
  for (int p = 0; p < 20'000; ++p) document.json["meshes"][0]["primitives"].push_back(copy);
  expect_refused_cheaply(document, "mesh");
}

TEST(GltfAmplification, OneDeltaListUnderManyTargets) {
  GltfDocument document = square();
  const int positions = document.add_accessor(many(30'000), "VEC3");
  primitive(document)["attributes"]["POSITION"] = positions;
  for (int t = 0; t < 100'000; ++t) {
    primitive(document)["targets"].push_back({{"POSITION", positions}});
  }
  expect_refused_cheaply(document, "mesh");
}

TEST(GltfAmplification, TargetsThatOnlyASmallPrimitiveHas) {
  // The large primitive has no targets. It must not get those of the small one.
  GltfDocument document = square();
  Json& primitives = document.json["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  primitives[0]["attributes"]["POSITION"] = document.add_accessor(many(60'000), "VEC3");
  for (int t = 0; t < 1'500; ++t) primitives[1]["targets"].push_back({{"POSITION", 0}});
  expect_refused_cheaply(document, "mesh");
  std::swap(primitives[0], primitives[1]);
  expect_refused_cheaply(document, "mesh");
}

TEST(GltfAmplification, OneSamplerForManyChannels) {
  GltfDocument document = animated(many(10'000), std::vector<float>(30'000));
  Json& channels = document.json["animations"][0]["channels"];
  for (int n = 3; n < 20'000; ++n) {
    document.json["nodes"].push_back(Json::object());
    document.json["scenes"][0]["nodes"].push_back(n);
    channels.push_back({{"sampler", 0}, {"target", {{"node", n}, {"path", "translation"}}}});
  }
  expect_refused_cheaply(document, "animation");
}

}  // namespace dermis
