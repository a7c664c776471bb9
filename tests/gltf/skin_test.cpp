// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Skins: joints, bind matrices, weights, and their node trees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/gltf_import.h"

namespace dermis {

namespace {

using test::at_rest;
using test::expect_near;
using test::GltfDocument;
using test::imported;
using test::Json;
using test::kSquare;
using test::posed;
using test::skinned_square;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<float> weights_of(const Model& model, std::size_t vertex) {
  std::vector<float> weights;
  for (const Influence& i : model.influences.of(vertex)) weights.push_back(i.weight);
  return weights;
}

Json& attributes(GltfDocument& document) {
  return document.json["meshes"][0]["primitives"][0]["attributes"];
}

void set_weights(GltfDocument& document, const std::vector<float>& weights) {
  attributes(document)["WEIGHTS_0"] = document.add_accessor<float>(weights, "VEC4");
}

/// Adds inverse bind matrices that are pure translations.
int add_inverse_binds(GltfDocument& document, const std::vector<Vec3>& translations) {
  std::vector<float> numbers;
  for (const Vec3& t : translations) {
    numbers.insert(numbers.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t.x, t.y, t.z, 1});
  }
  return document.add_accessor<float>(numbers, "MAT4");
}

/// A square whose four vertices each follow one of the first four joints of a skin. The test adds
/// joints and nodes; node 0 holds the mesh.
GltfDocument one_joint_per_corner() {
  GltfDocument document = skinned_square();
  attributes(document)["JOINTS_0"] =
      document.add_accessor<std::uint8_t>({0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}, "VEC4");
  set_weights(document, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  document.json["skins"][0].erase("inverseBindMatrices");
  return document;
}

}  // namespace

TEST(GltfSkin, BlendsLinearly) {
  GltfDocument document = skinned_square();
  EXPECT_EQ(at_rest(document), kSquare);
  document.json["nodes"][2]["translation"] = {0, 3, 0};
  expect_near(at_rest(document), {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}});
}

TEST(GltfSkin, BindPoseIsAsModelled) {
  GltfDocument document = skinned_square();
  document.json["nodes"][1]["rotation"] = {0, 0, 1, 0};
  document.json["nodes"][2]["translation"] = {5, 3, 0};
  const Model model = imported(document).model;
  EXPECT_EQ(posed(model, bind_pose(model)), kSquare);
}

TEST(GltfSkin, MissingInverseBindMatricesAreIdentities) {
  GltfDocument document = skinned_square();
  document.json["skins"][0].erase("inverseBindMatrices");
  // The tip is at y = 1, so vertices that follow it move up by 1.
  expect_near(at_rest(document), {{0, 0, 0}, {1, 0, 0}, {1, 1.5F, 0}, {0, 1.5F, 0}});
}

TEST(GltfSkin, NormalizedWeights) {
  GltfDocument document = skinned_square();
  document.json["nodes"][2]["translation"] = {0, 2, 0};
  attributes(document)["WEIGHTS_0"] = document.add_accessor<std::uint8_t>(
      {255, 0, 0, 0, 255, 0, 0, 0, 51, 204, 0, 0, 204, 51, 0, 0}, "VEC4", true);
  expect_near(at_rest(document), {{0, 0, 0}, {1, 0, 0}, {1, 1.8F, 0}, {0, 1.2F, 0}});
  attributes(document)["WEIGHTS_0"] = document.add_accessor<std::uint16_t>(
      {65535, 0, 0, 0, 65535, 0, 0, 0, 13107, 52428, 0, 0, 52428, 13107, 0, 0}, "VEC4", true);
  expect_near(at_rest(document), {{0, 0, 0}, {1, 0, 0}, {1, 1.8F, 0}, {0, 1.2F, 0}});
}

TEST(GltfSkin, SixteenBitJoints) {
  GltfDocument document = skinned_square();
  document.json["nodes"][2]["translation"] = {0, 3, 0};
  attributes(document)["JOINTS_0"] = document.add_accessor<std::uint16_t>(
      {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4");
  expect_near(at_rest(document), {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}});
}

TEST(GltfSkin, EightInfluences) {
  GltfDocument document = skinned_square();
  Json joints = Json::array();
  for (int j = 0; j < 8; ++j) {
    joints.push_back(1 + j);
    document.json["nodes"][1 + j] = {{"translation", {0, 0, 8 << j}}};
  }
  document.json["scenes"][0]["nodes"] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  document.json["skins"] = Json::array({{{"joints", joints}}});
  std::vector<std::uint8_t> low;
  std::vector<std::uint16_t> high;
  for (int v = 0; v < 4; ++v) {
    low.insert(low.end(), {0, 1, 2, 3});
    high.insert(high.end(), {4, 5, 6, 7});
  }
  attributes(document)["JOINTS_0"] = document.add_accessor(low, "VEC4");
  attributes(document)["JOINTS_1"] = document.add_accessor(high, "VEC4");
  const int eighths = document.add_accessor(std::vector<float>(16, 0.125F), "VEC4");
  attributes(document)["WEIGHTS_0"] = eighths;
  attributes(document)["WEIGHTS_1"] = eighths;
  const ImportedModel result = imported(document);
  EXPECT_EQ(result.model.influences.of(0).size(), 8U);
  EXPECT_EQ(result.weights.off, 0U);
  expect_near(posed(result.model, stored_pose(result.model)),
              {{0, 0, 255}, {1, 0, 255}, {1, 1, 255}, {0, 1, 255}});
}

TEST(GltfSkin, MoreThan256Joints) {
  GltfDocument document = skinned_square();
  constexpr int kJoints = 700;
  Json joints = Json::array();
  Json roots = {0};
  for (int j = 0; j < kJoints; ++j) {
    joints.push_back(1 + j);
    roots.push_back(1 + j);
    document.json["nodes"][1 + j] = {{"translation", {0, 0, j}}};
  }
  document.json["scenes"][0]["nodes"] = roots;
  document.json["skins"] = Json::array({{{"joints", joints}}});
  attributes(document)["JOINTS_0"] = document.add_accessor<std::uint16_t>(
      {0, 0, 0, 0, 255, 0, 0, 0, 256, 0, 0, 0, 699, 0, 0, 0}, "VEC4");
  set_weights(document, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  expect_near(at_rest(document), {{0, 0, 0}, {1, 0, 255}, {1, 1, 256}, {0, 1, 699}});
}

TEST(GltfSkin, JointsListedBeforeTheirParents) {
  GltfDocument document = one_joint_per_corner();
  document.json["nodes"] = Json::array({{{"mesh", 0}, {"skin", 0}},
                                        {{"translation", {0, 0, 8}}},
                                        {{"translation", {0, 0, 4}}, {"children", {1}}},
                                        {{"translation", {0, 0, 2}}, {"children", {2}}},
                                        {{"translation", {0, 0, 1}}, {"children", {3}}}});
  document.json["scenes"][0]["nodes"] = {0, 4};
  document.json["skins"][0]["joints"] = {1, 2, 3, 4};
  expect_near(at_rest(document), {{0, 0, 15}, {1, 0, 7}, {1, 1, 3}, {0, 1, 1}});
}

TEST(GltfSkin, SeveralJointRoots) {
  GltfDocument document = one_joint_per_corner();
  document.json["nodes"] = Json::array({{{"mesh", 0}, {"skin", 0}},
                                        {{"translation", {0, 0, 1}}, {"children", {2}}},
                                        {{"translation", {0, 0, 10}}},
                                        {{"translation", {0, 0, 2}}, {"children", {4}}},
                                        {{"translation", {0, 0, 20}}}});
  document.json["scenes"][0]["nodes"] = {0, 1, 3};
  document.json["skins"][0]["joints"] = {1, 2, 3, 4};
  expect_near(at_rest(document), {{0, 0, 1}, {1, 0, 11}, {1, 1, 2}, {0, 1, 22}});
}

TEST(GltfSkin, NodesThatAreNoJointsCount) {
  GltfDocument document = one_joint_per_corner();
  // armature (no joint) ─ joint 0 ─ helper (no joint, a matrix) ─ joint 1 ─ joints 2 and 3
  document.json["nodes"] =
      Json::array({{{"mesh", 0}, {"skin", 0}},
                   {{"name", "armature"},
                    {"translation", {0, 0, 100}},
                    {"scale", {2, 2, 2}},
                    {"children", {2}}},
                   {{"translation", {0, 0, 1}}, {"children", {3}}},
                   {{"name", "helper"},
                    {"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 10, 1}},
                    {"children", {4}}},
                   {{"translation", {0, 0, 3}}, {"children", {5, 6}}},
                   Json::object(),
                   Json::object()});
  document.json["scenes"][0]["nodes"] = {0, 1};
  document.json["skins"][0]["joints"] = {2, 4, 5, 6};
  expect_near(at_rest(document), {{0, 0, 102}, {2, 0, 128}, {2, 2, 128}, {0, 2, 128}});
}

TEST(GltfSkin, NonUniformScaleAboveARotation) {
  GltfDocument document = skinned_square();
  const float half = 0.70710678F;
  document.json["nodes"][1]["scale"] = {1, 4, 1};
  document.json["nodes"][2]["translation"] = {0, 0, 0};
  document.json["nodes"][2]["rotation"] = {0, 0, half, half};  // x to y, y to −x
  document.json["skins"][0].erase("inverseBindMatrices");
  set_weights(document, {1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0});
  expect_near(at_rest(document), {{0, 0, 0}, {1, 0, 0}, {-1, 4, 0}, {-1, 0, 0}});
}

TEST(GltfSkin, ScaleOfZeroAndBelow) {
  GltfDocument document = skinned_square();
  document.json["nodes"][1]["scale"] = {0, -2, 1};
  expect_near(at_rest(document), {{0, 0, 0}, {0, 0, 0}, {0, -2, 0}, {0, -2, 0}});
}

TEST(GltfSkin, SkinnedNodesOwnTransformIsIgnored) {
  GltfDocument document = skinned_square();
  document.json["nodes"][0]["translation"] = {9, 9, 9};
  document.json["nodes"][0]["scale"] = {0, 5, 5};
  document.json["nodes"].push_back({{"translation", {0, 70, 0}}, {"children", {0}}});
  document.json["scenes"][0]["nodes"] = {3, 1};
  EXPECT_EQ(at_rest(document), kSquare);
}

TEST(GltfSkin, SkinnedMeshBelowItsOwnJoint) {
  GltfDocument document = skinned_square();
  document.json["nodes"][1]["children"] = {2, 0};
  document.json["nodes"][1]["translation"] = {0, 0, 3};
  document.json["scenes"][0]["nodes"] = {1};
  expect_near(at_rest(document), {{0, 0, 3}, {1, 0, 3}, {1, 1, 3}, {0, 1, 3}});
}

TEST(GltfSkin, OneMeshUnderSeveralSkins) {
  GltfDocument document = skinned_square();
  document.json["nodes"].push_back({{"mesh", 0}, {"skin", 1}});
  document.json["nodes"].push_back({{"translation", {0, 0, 6}}});
  document.json["scenes"][0]["nodes"] = {0, 1, 3, 4};
  document.json["skins"].push_back({{"joints", {4, 2}}});
  document.json["skins"][1]["inverseBindMatrices"] =
      add_inverse_binds(document, {{0, 0, 0}, {0, -1, 0}});
  std::vector<Vec3> expected = kSquare;
  expected.insert(expected.end(), {{0, 0, 6}, {1, 0, 6}, {1, 1, 3}, {0, 1, 3}});
  expect_near(at_rest(document), expected);
}

TEST(GltfSkin, SkinsWithOtherBindPosesOverTheSameJoints) {
  GltfDocument document = skinned_square();
  document.json["nodes"].push_back({{"mesh", 0}, {"skin", 1}});
  document.json["scenes"][0]["nodes"] = {0, 1, 3};
  document.json["skins"].push_back(
      {{"joints", {1, 2}},
       {"inverseBindMatrices", add_inverse_binds(document, {{0, 0, 5}, {0, -1, 5}})}});
  std::vector<Vec3> expected = kSquare;
  expected.insert(expected.end(), {{0, 0, 5}, {1, 0, 5}, {1, 1, 5}, {0, 1, 5}});
  expect_near(at_rest(document), expected);
}

TEST(GltfSkin, SeveralPrimitivesOfOneSkin) {
  GltfDocument document = skinned_square();
  document.json["nodes"][2]["translation"] = {0, 3, 0};
  Json& primitives = document.json["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  primitives[1]["attributes"]["WEIGHTS_0"] =
      document.add_accessor<float>({1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4");
  expect_near(
      at_rest(document),
      {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}, {0, 0, 0}, {1, 0, 0}, {1, 3, 0}, {0, 3, 0}});
}

TEST(GltfSkin, RigidMeshOnAJointFollowsIt) {
  GltfDocument document = skinned_square();
  document.json["meshes"].push_back(
      {{"name", "hat"},
       {"primitives", Json::array({{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}})}});
  document.json["nodes"][2]["children"] = {3};
  document.json["nodes"].push_back(
      {{"name", "hat"}, {"mesh", 1}, {"translation", {0, 0, 5}}, {"scale", {3, 1, 1}}});
  document.json["nodes"][1]["rotation"] = {0, 0, 1, 0};  // half a turn about z
  const Model model = imported(document).model;
  expect_near(posed(model, stored_pose(model)), {{0, 0, 0},
                                                 {-1, 0, 0},
                                                 {-1, -1, 0},
                                                 {0, -1, 0},  //
                                                 {0, -1, 5},
                                                 {-3, -1, 5},
                                                 {-3, -2, 5},
                                                 {0, -2, 5}});
  // In the bind pose, the tip is at y = 1 without a turn, and the hat moves with it.
  expect_near(
      posed(model, bind_pose(model)),
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 1, 5}, {3, 1, 5}, {3, 2, 5}, {0, 2, 5}});
}

TEST(GltfWeights, AreNormalized) {
  GltfDocument document = skinned_square();
  set_weights(document, {2, 0, 0, 0, 1, 0, 0, 0, 0.25F, 0.25F, 0, 0, 0.5F, 0.5F, 0, 0});
  const ImportedModel result = imported(document);
  EXPECT_THAT(weights_of(result.model, 0), ElementsAre(1.0F));
  EXPECT_THAT(weights_of(result.model, 2), ElementsAre(0.5F, 0.5F));
  EXPECT_EQ(result.weights.skinned_vertices, 4U);
  EXPECT_EQ(result.weights.off, 2U);
  EXPECT_DOUBLE_EQ(result.weights.largest_deviation, 1.0);
  EXPECT_EQ(result.weights.without_weight, 0U);
}

TEST(GltfWeights, SmallDeviationIsReportedButNotCounted) {
  GltfDocument document = skinned_square();
  set_weights(document, {1.0005F, 0, 0, 0, 1, 0, 0, 0, 0.5F, 0.502F, 0, 0, 0.5F, 0.5F, 0, 0});
  const ImportedModel result = imported(document);
  EXPECT_EQ(result.weights.off, 1U);
  EXPECT_NEAR(result.weights.largest_deviation, 0.002, 1e-6);
  for (std::size_t v = 0; v < 4; ++v) {
    double sum = 0;
    for (const float w : weights_of(result.model, v)) sum += w;
    EXPECT_NEAR(sum, 1, 1e-6) << "vertex " << v;
  }
}

TEST(GltfWeights, VertexWithoutWeightFollowsItsFirstSlot) {
  GltfDocument document = skinned_square();
  document.json["nodes"][2]["translation"] = {0, 3, 0};
  attributes(document)["JOINTS_0"] =
      document.add_accessor<std::uint8_t>({1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4");
  set_weights(document, {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0.5F, 0.5F, 0, 0});
  const ImportedModel result = imported(document);
  EXPECT_EQ(result.weights.without_weight, 2U);
  expect_near(posed(result.model, stored_pose(result.model)),
              {{0, 2, 0}, {1, 0, 0}, {1, 1, 0}, {0, 2, 0}});
}

TEST(GltfWeights, JointOutOfRangeWithoutWeightIsIgnored) {
  GltfDocument document = skinned_square();
  attributes(document)["JOINTS_0"] = document.add_accessor<std::uint8_t>(
      {0, 255, 77, 2, 0, 2, 2, 2, 0, 1, 9, 9, 0, 1, 9, 9}, "VEC4");
  EXPECT_EQ(at_rest(document), kSquare);
}

TEST(GltfWeights, JointOutOfRangeWithWeightNamesTheVertex) {
  GltfDocument document = skinned_square();
  attributes(document)["JOINTS_0"] =
      document.add_accessor<std::uint8_t>({0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0}, "VEC4");
  const auto result = parse_gltf(document.gltf(), "test.gltf");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::StartsWith("test.gltf"));
  EXPECT_THAT(result.error().message, HasSubstr("vertex 3"));
  EXPECT_THAT(result.error().message, HasSubstr("joint 2"));
}

TEST(GltfWeights, JointsWithoutSkinAreRigidWithAWarning) {
  GltfDocument document = skinned_square();
  document.json["nodes"][0].erase("skin");
  document.json["nodes"][0]["translation"] = {0, 0, 4};
  const ImportedModel result = imported(document);
  EXPECT_THAT(result.warnings, ElementsAre(HasSubstr("skin")));
  EXPECT_EQ(result.weights.skinned_vertices, 0U);
  EXPECT_THAT(posed(result.model, stored_pose(result.model)),
              ElementsAre(Vec3{0, 0, 4}, Vec3{1, 0, 4}, Vec3{1, 1, 4}, Vec3{0, 1, 4}));
}

}  // namespace dermis
