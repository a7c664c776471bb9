// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Clips and morph targets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/gltf_import.h"

namespace dermis {

namespace {

using test::expect_near;
using test::GltfDocument;
using test::imported;
using test::Json;
using test::posed;
using test::skinned_square;
using test::square;
using testing::ElementsAre;

const float kHalf = 0.70710678F;  // sin and cos of 45 degrees

struct Keys {
  const char* path = "translation";
  const char* interpolation = "LINEAR";
  std::vector<float> times;
  std::vector<float> values;
};

const char* type_of(const std::string& path) {
  return path == "rotation" ? "VEC4" : path == "weights" ? "SCALAR" : "VEC3";
}

/// Adds a channel to the clip with index `clip`. Creates the clip if it is the next one.
void animate(GltfDocument& document, int node, const Keys& keys, std::size_t clip = 0) {
  const int input = document.add_accessor(keys.times, "SCALAR");
  const int output = document.add_accessor(keys.values, type_of(keys.path));
  Json& animation = document.json["animations"][clip];
  animation["samplers"].push_back(
      {{"input", input}, {"output", output}, {"interpolation", keys.interpolation}});
  animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                   {"target", {{"node", node}, {"path", keys.path}}}});
}

/// The square on one rigid node that moves by `keys`.
Model moving_square(const Keys& keys) {
  GltfDocument document = square();
  animate(document, 0, keys);
  return imported(document).model;
}

/// The position of a vertex at a time of the first clip.
Vec3 vertex_at(const Model& model, double time, std::size_t vertex = 0) {
  return posed(model, sample(model, model.clips.at(0), time)).at(vertex);
}

/// A rigid square with two morph targets: by 1 along z, and by 1 along x.
GltfDocument morphing_square() {
  GltfDocument document = square();
  const int up = document.add_accessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
  const int right = document.add_accessor<float>({1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0}, "VEC3");
  document.json["meshes"][0]["primitives"][0]["targets"] =
      Json::array({{{"POSITION", up}}, {{"POSITION", right}}});
  return document;
}

Vec3 first_at_rest(const GltfDocument& document) {
  const Model model = imported(document).model;
  return posed(model, stored_pose(model)).at(0);
}

}  // namespace

TEST(GltfClip, StepHoldsUntilTheNextKey) {
  const Model model = moving_square(
      {.interpolation = "STEP", .times = {1, 2, 3}, .values = {0, 0, 1, 0, 0, 2, 0, 0, 3}});
  for (const auto& [time, z] : {std::pair{0.0, 1.0F},
                                {1.0, 1.0F},
                                {1.999, 1.0F},
                                {2.0, 2.0F},
                                {2.5, 2.0F},
                                {3.0, 3.0F},
                                {9.0, 3.0F}}) {
    expect_near(vertex_at(model, time), {0, 0, z}, std::to_string(time));
  }
}

TEST(GltfClip, LinearAndClampedAtBothEnds) {
  const Model model = moving_square({.times = {1, 3, 4}, .values = {0, 0, 0, 0, 4, 0, 8, 4, 0}});
  EXPECT_EQ(model.clips[0].start(), 1);
  EXPECT_EQ(model.clips[0].end(), 4);
  expect_near(vertex_at(model, -5), {0, 0, 0});
  expect_near(vertex_at(model, 1.5), {0, 1, 0});
  expect_near(vertex_at(model, 3), {0, 4, 0});
  expect_near(vertex_at(model, 3.25), {2, 4, 0});
  expect_near(vertex_at(model, 1e30), {8, 4, 0});
}

TEST(GltfClip, MissingInterpolationIsLinear) {
  GltfDocument document = square();
  animate(document, 0, {.times = {0, 1}, .values = {0, 0, 0, 0, 4, 0}});
  document.json["animations"][0]["samplers"][0].erase("interpolation");
  expect_near(vertex_at(imported(document).model, 0.25), {0, 1, 0});
}

TEST(GltfClip, CubicSplineScalesTangentsByTheInterval) {
  // In-tangent, value, out-tangent per key; the keys are 2 s apart.
  const Model model = moving_square({.interpolation = "CUBICSPLINE",
                                     .times = {1, 3},
                                     .values = {9, 9, 9, 1, 0, 0, 3, 0, 0,  //
                                                1, 0, 0, 5, 2, 0, 9, 9, 9}});
  expect_near(vertex_at(model, 0), {1, 0, 0});
  expect_near(vertex_at(model, 1), {1, 0, 0});
  // Half way: (1 + 5) / 2 + 2 · (3 − 1) / 8.
  expect_near(vertex_at(model, 2), {3.5F, 1, 0});
  // A quarter: 27/32 · 1 + 2 · 9/64 · 3 + 5/32 · 5 − 2 · 3/64 · 1 in x, 5/32 · 2 in y.
  expect_near(vertex_at(model, 1.5), {2.375F, 0.3125F, 0});
  expect_near(vertex_at(model, 3), {5, 2, 0});
  expect_near(vertex_at(model, 7), {5, 2, 0});
}

TEST(GltfClip, LinearRotationsAreSpherical) {
  // A quarter turn about z; after a third of the time it has turned by 30 degrees.
  const Model model = moving_square(
      {.path = "rotation", .times = {0, 3}, .values = {0, 0, 0, 1, 0, 0, kHalf, kHalf}});
  expect_near(vertex_at(model, 1, 1), {std::sqrt(3.0F) / 2, 0.5F, 0});
}

TEST(GltfClip, LinearRotationsTakeTheShortWay) {
  // The second key is the same quarter turn with the other sign.
  const Model model = moving_square(
      {.path = "rotation", .times = {0, 3}, .values = {0, 0, 0, 1, 0, 0, -kHalf, -kHalf}});
  expect_near(vertex_at(model, 1, 1), {std::sqrt(3.0F) / 2, 0.5F, 0});
  expect_near(vertex_at(model, 3, 1), {0, 1, 0});
}

TEST(GltfClip, RotationKeysAreNormalized) {
  for (const char* const interpolation : {"LINEAR", "STEP"}) {
    const Model model = moving_square({.path = "rotation",
                                       .interpolation = interpolation,
                                       .times = {0, 3},
                                       .values = {0, 0, 0, 4, 0, 0, 0.25F, 0.25F}});
    expect_near(vertex_at(model, 0, 1), {1, 0, 0}, interpolation);
    expect_near(vertex_at(model, 3, 1), {0, 1, 0}, interpolation);
  }
  const Model model = moving_square(
      {.path = "rotation", .times = {0, 3}, .values = {0, 0, 0, 4, 0, 0, 0.25F, 0.25F}});
  expect_near(vertex_at(model, 1, 1), {std::sqrt(3.0F) / 2, 0.5F, 0});
}

TEST(GltfClip, CubicRotationsAreNormalized) {
  const Model model = moving_square({.path = "rotation",
                                     .interpolation = "CUBICSPLINE",
                                     .times = {0, 1},
                                     .values = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0,  //
                                                0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}});
  // Half way between no turn and half a turn, the raw quaternion is (0, 0, ½, ½).
  expect_near(vertex_at(model, 0.5, 1), {0, 1, 0});
  expect_near(vertex_at(model, 1, 1), {-1, 0, 0});
}

TEST(GltfClip, RotationsAsNormalizedIntegers) {
  GltfDocument document = square();
  animate(document, 0, {.path = "rotation", .times = {0}, .values = {0, 0, 0, 1}});
  document.json["animations"][0]["samplers"][0]["output"] =
      document.add_accessor<std::int16_t>({0, 0, 23170, 23170}, "VEC4", true);
  expect_near(vertex_at(imported(document).model, 0, 1), {0, 1, 0});
}

TEST(GltfClip, ScaleGoesThroughZero) {
  const Model model =
      moving_square({.path = "scale", .times = {0, 2}, .values = {1, 1, 1, -1, 3, 1}});
  expect_near(vertex_at(model, 0, 2), {1, 1, 0});
  expect_near(vertex_at(model, 1, 2), {0, 2, 0});
  expect_near(vertex_at(model, 2, 2), {-1, 3, 0});
}

TEST(GltfClip, NonUniformScaleOfAJointReachesItsChildren) {
  GltfDocument document = skinned_square();
  animate(document, 1, {.path = "scale", .times = {0, 1}, .values = {1, 1, 1, 0, 5, 1}});
  const Model model = imported(document).model;
  expect_near(vertex_at(model, 0, 2), {1, 1, 0});
  expect_near(vertex_at(model, 1, 2), {0, 5, 0});
}

TEST(GltfClip, OneKeyIsAClipOfLengthZero) {
  for (const char* const interpolation : {"LINEAR", "STEP"}) {
    const Model model =
        moving_square({.interpolation = interpolation, .times = {2}, .values = {0, 0, 7}});
    EXPECT_EQ(model.clips[0].start(), model.clips[0].end());
    for (const double time : {-1.0, 0.0, 2.0, 5.0}) expect_near(vertex_at(model, time), {0, 0, 7});
  }
}

TEST(GltfClip, OneCubicKey) {
  const Model model = moving_square(
      {.interpolation = "CUBICSPLINE", .times = {0}, .values = {9, 9, 9, 0, 0, 7, 9, 9, 9}});
  for (const double time : {-1.0, 0.0, 5.0}) expect_near(vertex_at(model, time), {0, 0, 7});
}

TEST(GltfClip, NodesAboveTheJointsMayMove) {
  GltfDocument document = skinned_square();
  document.json["nodes"].push_back({{"name", "armature"}, {"children", {1}}});
  document.json["scenes"][0]["nodes"] = {0, 3};
  animate(document, 3, {.times = {0, 1}, .values = {0, 0, 0, 0, 0, 2}});
  expect_near(vertex_at(imported(document).model, 0.5, 2), {1, 1, 1});
}

TEST(GltfClip, PathsWithoutAChannelKeepTheirRestValue) {
  GltfDocument document = square();
  document.json["nodes"][0]["translation"] = {0, 0, 3};
  document.json["nodes"][0]["scale"] = {2, 2, 2};
  animate(document, 0, {.path = "rotation", .times = {0}, .values = {0, 0, kHalf, kHalf}});
  expect_near(vertex_at(imported(document).model, 0, 1), {0, 2, 3});
}

TEST(GltfClip, MovingTheSkinnedNodeDoesNothing) {
  GltfDocument document = skinned_square();
  animate(document, 0, {.times = {0, 1}, .values = {5, 5, 5, 6, 6, 6}});
  expect_near(vertex_at(imported(document).model, 0.5, 2), {1, 1, 0});
}

TEST(GltfClip, SeveralClipsAreFoundByNameAndIndex) {
  GltfDocument document = square();
  animate(document, 0, {.times = {0}, .values = {0, 0, 1}}, 0);
  animate(document, 0, {.times = {0}, .values = {0, 0, 2}}, 1);
  document.json["animations"][0]["name"] = "walk";
  document.json["animations"][1]["name"] = "run";
  const Model model = imported(document).model;
  ASSERT_EQ(model.clips.size(), 2U);
  ASSERT_TRUE(find_clip(model, "run"));
  EXPECT_EQ(*find_clip(model, "run"), 1U);
  EXPECT_EQ(*find_clip(model, "0"), 0U);
  EXPECT_FALSE(find_clip(model, "jump"));
}

TEST(GltfClip, ChannelsWithoutANodeAreNoError) {
  GltfDocument document = square();
  animate(document, 0, {.times = {0}, .values = {0, 0, 1}});
  animate(document, 0, {.times = {0}, .values = {0, 0, 2}});
  document.json["animations"][0]["channels"][0]["target"].erase("node");
  expect_near(vertex_at(imported(document).model, 0), {0, 0, 2});
}

TEST(GltfMorph, RestWeightsComeFromTheMeshUnlessTheNodeHasThem) {
  GltfDocument document = morphing_square();
  expect_near(first_at_rest(document), {0, 0, 0});
  document.json["meshes"][0]["weights"] = {0.5, 2};
  expect_near(first_at_rest(document), {2, 0, 0.5F});
  document.json["nodes"][0]["weights"] = {3, 0};
  expect_near(first_at_rest(document), {0, 0, 3});
}

TEST(GltfMorph, AnimatedWeights) {
  GltfDocument document = morphing_square();
  document.json["meshes"][0]["weights"] = {9, 9};
  animate(document, 0, {.path = "weights", .times = {0, 1}, .values = {0, 1, 4, 3}});
  const Model model = imported(document).model;
  expect_near(vertex_at(model, 0), {1, 0, 0});
  expect_near(vertex_at(model, 0.5), {2, 0, 2});
  expect_near(vertex_at(model, 1), {3, 0, 4});
}

TEST(GltfMorph, StepAndCubicWeights) {
  GltfDocument document = morphing_square();
  animate(document, 0,
          {.path = "weights", .interpolation = "STEP", .times = {0, 1}, .values = {1, 2, 3, 4}});
  // Per key: two in-tangents, two values, two out-tangents.
  animate(document, 0,
          {.path = "weights",
           .interpolation = "CUBICSPLINE",
           .times = {0, 1},
           .values = {9, 9, 1, 2, 4, 0, 0, 0, 3, 4, 9, 9}},
          1);
  const Model model = imported(document).model;
  expect_near(vertex_at(model, 0.5), {2, 0, 1});
  const std::vector<Vec3> cubic = posed(model, sample(model, model.clips.at(1), 0.5));
  expect_near(cubic[0], {3, 0, 2.5F});
}

TEST(GltfMorph, WeightsAsNormalizedIntegers) {
  GltfDocument document = morphing_square();
  animate(document, 0, {.path = "weights", .times = {0}, .values = {0, 0}});
  document.json["animations"][0]["samplers"][0]["output"] =
      document.add_accessor<std::uint8_t>({51, 255}, "SCALAR", true);
  expect_near(vertex_at(imported(document).model, 0), {1, 0, 0.2F});
}

TEST(GltfMorph, BeforeTheSkin) {
  GltfDocument document = skinned_square();
  const int right = document.add_accessor<float>({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC3");
  document.json["meshes"][0]["primitives"][0]["targets"] = Json::array({{{"POSITION", right}}});
  document.json["meshes"][0]["weights"] = {2};
  document.json["nodes"][1]["rotation"] = {0, 0, kHalf, kHalf};
  // First moved to x = 2, then turned onto the y axis.
  expect_near(first_at_rest(document), {0, 2, 0});
}

TEST(GltfMorph, SparseTargetWithoutBufferView) {
  GltfDocument document = morphing_square();
  const int indices = document.add_view<std::uint16_t>({2});
  const int values = document.add_view<float>({0, 0, 6});
  Json& accessor =
      document
          .json["accessors"][document.json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"]
                                 .get<std::size_t>()];
  accessor.erase("bufferView");
  accessor["sparse"] = {{"count", 1},
                        {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                        {"values", {{"bufferView", values}}}};
  document.json["nodes"][0]["weights"] = {0.5, 0};
  const Model model = imported(document).model;
  const std::vector<Vec3> vertices = posed(model, stored_pose(model));
  EXPECT_THAT(vertices, ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 3}, Vec3{0, 1, 0}));
}

TEST(GltfMorph, TwoNodesOfOneMeshMoveApart) {
  GltfDocument document = morphing_square();
  document.json["nodes"].push_back({{"mesh", 0}, {"weights", {0, 5}}});
  document.json["scenes"][0]["nodes"] = {0, 1};
  animate(document, 0, {.path = "weights", .times = {0}, .values = {1, 0}});
  const Model model = imported(document).model;
  expect_near(vertex_at(model, 0, 0), {0, 0, 1});
  expect_near(vertex_at(model, 0, 4), {5, 0, 0});
}

TEST(GltfMorph, AttributesOfOnePrimitiveAreNoTargetsOfAnother) {
  // Both primitives use the accessors 0 and `shape`, for different purposes.
  GltfDocument document = square();
  const int shape = document.add_accessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
  Json& primitives = document.json["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  primitives[0]["attributes"]["WEIGHTS_0"] = shape;
  primitives[1]["targets"] = Json::array({{{"POSITION", shape}}});
  document.json["meshes"][0]["weights"] = {2};
  const Model model = imported(document).model;
  const std::vector<Vec3> vertices = posed(model, stored_pose(model));
  expect_near(vertices[model.triangles[0][0]], {0, 0, 0}, "without targets");
  expect_near(vertices[model.triangles[2][0]], {0, 0, 2}, "with a target");
}

TEST(GltfMorph, SeveralPrimitivesShareTheWeights) {
  GltfDocument document = morphing_square();
  Json& primitives = document.json["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  primitives[1]["attributes"]["POSITION"] =
      document.add_accessor<float>({0, 0, 9, 1, 0, 9, 1, 1, 9, 0, 1, 9}, "VEC3");
  animate(document, 0, {.path = "weights", .times = {0}, .values = {2, 0}});
  const Model model = imported(document).model;
  expect_near(vertex_at(model, 0, 0), {0, 0, 2});
  expect_near(vertex_at(model, 0, 4), {0, 0, 11});
}

}  // namespace dermis
