// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Extensions that hide nodes, place instances, name bones, or change nothing; and small faults that
// other readers accept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "dermis/dermis.h"
#include "support/gltf_import.h"

namespace dermis {
namespace {

using test::at_rest;
using test::expect_near;
using test::expect_refused;
using test::GltfDocument;
using test::imported;
using test::Json;
using test::kSquare;
using test::skinned_square;
using test::square;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

GltfDocument requiring(const std::string& extension) {
  GltfDocument document = square();
  document.json["extensionsUsed"] = Json::array({extension});
  document.json["extensionsRequired"] = Json::array({extension});
  return document;
}

TEST(GltfExtensions, ForLooksLightsSoundAndMetadataAreAccepted) {
  for (const char* const name :
       {"KHR_materials_unlit", "KHR_materials_pbrSpecularGlossiness", "KHR_texture_transform",
        "KHR_texture_basisu", "EXT_texture_webp", "MSFT_texture_dds", "KHR_lights_punctual",
        "EXT_lights_image_based", "KHR_audio", "KHR_audio_emitter", "KHR_xmp", "KHR_xmp_json_ld",
        "EXT_structural_metadata", "KHR_node_visibility", "EXT_mesh_gpu_instancing", "VRM"}) {
    const ImportedModel file = imported(requiring(name));
    EXPECT_EQ(at_rest(file.model), kSquare) << name;
    EXPECT_THAT(file.warnings, IsEmpty()) << name;
  }
}

TEST(GltfExtensions, ThatCouldChangeShapeOrMotionAreRefusedByName) {
  for (const char* const name :
       {"KHR_animation_pointer", "KHR_mesh_primitive_restart", "CESIUM_RTC", "MSFT_lod",
        "VRMC_node_constraint", "KHR_materials", "KHR_audiobook", "xKHR_materials_unlit", ""}) {
    expect_refused(requiring(name), "it requires the extension", name);
  }
}

TEST(GltfExtensions, TheUserMayIgnoreThem) {
  GltfDocument document = requiring("VENDOR_magic");
  const auto file = parse_gltf(document.gltf(), "test.gltf", {{"VENDOR_magic"}});
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(at_rest(file->model), kSquare);
  EXPECT_THAT(file->warnings, ElementsAre(HasSubstr("the extension VENDOR_magic is ignored")));
  document.json["extensionsRequired"].push_back("VENDOR_other");
  const auto other = parse_gltf(document.gltf(), "test.gltf", {{"VENDOR_magic"}});
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("VENDOR_other"));
}

// ---- KHR_node_visibility

Json visible(const Json& value) {
  return {{"KHR_node_visibility", {{"visible", value}}}};
}

TEST(GltfVisibility, HidesANodeAndAllBelowIt) {
  GltfDocument document = square();
  document.json["nodes"] = Json::array(
      {{{"name", "a"}, {"mesh", 0}, {"children", {1, 3}}},
       {{"name", "hidden"}, {"mesh", 0}, {"children", {2}}, {"extensions", visible(false)}},
       {{"name", "below"}, {"mesh", 0}, {"extensions", visible(true)}},
       {{"name", "shown"}, {"mesh", 0}, {"extensions", visible(true)}}});
  const ImportedModel file = imported(document);
  ASSERT_EQ(file.model.parts.size(), 2U);
  EXPECT_EQ(file.model.parts[0].node_name, "a");
  EXPECT_EQ(file.model.parts[1].node_name, "shown");
  EXPECT_EQ(file.model.skeleton.nodes.size(), 4U) << "hidden nodes still carry transforms";
  EXPECT_THAT(file.warnings, ElementsAre("node 'hidden' is hidden: its mesh is left out",
                                         "node 'below' is hidden: its mesh is left out"));
}

TEST(GltfVisibility, IsTrueUnlessItSaysFalse) {
  for (const Json& extension : {visible(true), Json{{"KHR_node_visibility", Json::object()}},
                                Json{{"VENDOR_visibility", {{"visible", false}}}}}) {
    GltfDocument document = square();
    document.json["nodes"][0]["extensions"] = extension;
    EXPECT_EQ(at_rest(document), kSquare);
  }
  for (const Json& value : {Json(0), Json("false"), Json::array()}) {
    GltfDocument document = square();
    document.json["nodes"][0]["extensions"] = visible(value);
    expect_refused(document, "KHR_node_visibility.visible", "true or false");
  }
}

TEST(GltfVisibility, HiddenJointsMoveSkin) {
  GltfDocument document = skinned_square();
  document.json["nodes"][1]["extensions"] = visible(false);
  EXPECT_EQ(imported(document).model.triangles.size(), 2U);
}

// ---- EXT_mesh_gpu_instancing

GltfDocument instanced(GltfDocument document = square()) {
  const float half = std::sqrt(0.5F);
  document.json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = {
      {"TRANSLATION", document.add_accessor<float>({0, 0, 0, 5, 0, 0, 0, 0, 7}, "VEC3")},
      {"ROTATION",
       document.add_accessor<float>({0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, 1}, "VEC4")},
      {"SCALE", document.add_accessor<float>({1, 1, 1, 2, 2, 2, -1, 1, 1}, "VEC3")}};
  return document;
}

TEST(GltfInstances, StandWhereTheirTransformsPutThem) {
  GltfDocument document = instanced();
  document.json["nodes"][0]["translation"] = {0, 100, 0};
  document.json["nodes"][0]["children"] = {1};
  document.json["nodes"].push_back({{"name", "child"}, {"mesh", 0}});
  const ImportedModel file = imported(document);
  ASSERT_EQ(file.model.parts.size(), 4U);
  EXPECT_EQ(file.model.parts[1].node_name, "holder#1");
  EXPECT_EQ(file.model.parts[3].node_name, "child") << "instances come before children";
  const std::vector<Vec3> all = at_rest(file.model);
  const auto part = [&](std::size_t i) {
    return std::vector<Vec3>(all.begin() + static_cast<std::ptrdiff_t>(4 * i),
                             all.begin() + static_cast<std::ptrdiff_t>(4 * i + 4));
  };
  expect_near(part(0), {{0, 100, 0}, {1, 100, 0}, {1, 101, 0}, {0, 101, 0}});
  expect_near(part(1), {{5, 100, 0}, {5, 102, 0}, {3, 102, 0}, {3, 100, 0}});
  expect_near(part(2), {{0, 100, 7}, {-1, 100, 7}, {-1, 101, 7}, {0, 101, 7}});
  expect_near(part(3), {{0, 100, 0}, {1, 100, 0}, {1, 101, 0}, {0, 101, 0}});
  const auto collider = bake(file.model);
  ASSERT_TRUE(collider) << collider.error().message;
}

TEST(GltfInstances, NeedOneAttributeOnly) {
  for (const std::string keep : {"TRANSLATION", "ROTATION", "SCALE"}) {
    GltfDocument document = instanced();
    Json& attributes =
        document.json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
    const Json kept = attributes[keep];
    attributes = {{keep, kept}, {"_ID", 0}};
    EXPECT_EQ(imported(document).model.parts.size(), 3U) << keep;
    attributes.erase(keep);
    expect_refused(document, "neither TRANSLATION nor ROTATION nor SCALE");
  }
}

TEST(GltfInstances, OfSkinnedMeshesAreRigid) {
  const ImportedModel file = imported(instanced(skinned_square()));
  EXPECT_EQ(file.model.parts.size(), 3U);
  for (const Joint& joint : file.model.skeleton.joints) EXPECT_TRUE(joint.rigid);
  EXPECT_THAT(file.warnings, Contains(HasSubstr("instances: taken as rigid")));
}

TEST(GltfInstances, OfHiddenNodesAreHidden) {
  GltfDocument document = instanced();
  document.json["nodes"][0]["extensions"]["KHR_node_visibility"]["visible"] = false;
  document.json["nodes"].push_back({{"name", "other"}, {"mesh", 0}});
  document.json["scenes"][0]["nodes"].push_back(1);
  EXPECT_EQ(imported(document).model.parts.size(), 1U);
}

TEST(GltfInstances, AreRefusedIfBroken) {
  const auto with = [](auto change) {
    GltfDocument document = instanced();
    change(document,
           document.json["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]);
    return document;
  };
  expect_refused(with([](GltfDocument& d, Json& attributes) {
                   attributes["SCALE"] = d.add_accessor<float>({1, 1, 1}, "VEC3");
                 }),
                 "SCALE has 1 element", "another one has 3");
  expect_refused(with([](GltfDocument&, Json& a) { a["SCALE"] = 99; }), "SCALE", "99");
  expect_refused(with([](GltfDocument&, Json& a) { a["SCALE"] = "big"; }), "SCALE", "big");
  expect_refused(with([](GltfDocument&, Json& a) { a["SCALE"] = a["ROTATION"]; }), "SCALE");
  expect_refused(with([](GltfDocument&, Json& a) { a = Json::array(); }), "attributes");
  expect_refused(with([](GltfDocument& d, Json& a) {
                   a["TRANSLATION"] =
                       d.add_accessor<float>({std::nanf(""), 0, 0, 0, 0, 0, 0, 0, 0}, "VEC3");
                 }),
                 "");
  // A million instances without bytes of their own.
  expect_refused(with([](GltfDocument& d, Json& a) {
                   d.json["accessors"].push_back(
                       {{"componentType", 5126}, {"count", 5'000'000}, {"type", "VEC3"}});
                   a = {{"SCALE", d.json["accessors"].size() - 1}};
                 }),
                 "");
}

// ---- VRM

TEST(GltfHumanoid, BonesNameLimbs) {
  const Json v0 = {{"VRM",
                    {{"humanoid",
                      {{"humanBones", Json::array({{{"bone", "hips"}, {"node", 1}},
                                                   {{"bone", "leftUpperArm"}, {"node", 2}}})}}}}}};
  const Json v1 = {
      {"VRMC_vrm",
       {{"humanoid",
         {{"humanBones", {{"hips", {{"node", 1}}}, {"leftUpperArm", {{"node", 2}}}}}}}}}};
  for (const Json& extensions : {v0, v1}) {
    GltfDocument document = skinned_square();
    document.json["extensions"] = extensions;
    const Model model = imported(document).model;
    EXPECT_EQ(model.skeleton.nodes[1].bone, "hips");
    EXPECT_EQ(model.skeleton.nodes[2].bone, "leftUpperArm");
    EXPECT_EQ(model.skeleton.nodes[0].bone, "");
    const auto limbs = group_joints(model, {.min_share = 0});
    ASSERT_TRUE(limbs);
    ASSERT_EQ(limbs->limbs.size(), 2U);
    EXPECT_EQ(limbs->limbs[0].name, "hips");
    EXPECT_EQ(limbs->limbs[1].name, "left_upper_arm");
  }
}

TEST(GltfHumanoid, ThatIsBrokenIsIgnored) {
  for (const Json& bones :
       {Json(5), Json("hips"), Json::array({5, Json::object(), Json{{"bone", 3}, {"node", 1}}}),
        Json{{"hips", 3}, {"spine", {{"node", -1}}}, {"head", {{"node", 1'000'000}}}},
        Json::array({Json{{"bone", std::string(1000, 'x')}, {"node", 1}}})}) {
    for (const char* const version : {"VRM", "VRMC_vrm"}) {
      GltfDocument document = skinned_square();
      document.json["extensions"][version]["humanoid"]["humanBones"] = bones;
      for (const Node& node : imported(document).model.skeleton.nodes) EXPECT_EQ(node.bone, "");
    }
  }
}

// ---- faults that other readers accept, and files that are too old

TEST(GltfFaults, AnInterpolationThatIsNoStringIsLinear) {
  GltfDocument document = skinned_square();
  const int times = document.add_accessor<float>({0, 1}, "SCALAR");
  const int moves = document.add_accessor<float>({0, 0, 0, 2, 0, 0}, "VEC3");
  document.json["animations"] = Json::array(
      {{{"channels",
         Json::array({{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}})},
        {"samplers", Json::array({{{"input", times}, {"output", moves}}})}}});
  for (const Json& value : {Json(0), Json(nullptr), Json::array()}) {
    document.json["animations"][0]["samplers"][0]["interpolation"] = value;
    const ImportedModel file = imported(document);
    EXPECT_EQ(file.model.clips[0].channels[0].interpolation, Interpolation::linear);
    EXPECT_THAT(file.warnings, ElementsAre(HasSubstr("instead of a string: taken as LINEAR")));
  }
}

TEST(GltfFaults, TheFirstVersionIsRefusedWithAdvice) {
  GltfDocument document = square();
  document.json["asset"]["version"] = "1.0";
  expect_refused(document, "it is glTF 1.0", "convert it to glTF 2.0");
  std::vector<std::byte> glb = square().glb();
  glb[4] = std::byte(1);
  expect_refused(glb, "it is glTF 1.0", "convert it to glTF 2.0");
}

/// A Draco stream of 367 vertices whose accessors declare another number.
TEST(GltfFaults, ADracoStreamMayHoldAnotherNumberOfVertices) {
  const auto asset = std::filesystem::path(DERMIS_ASSETS) / "RiggedFigure/draco/RiggedFigure.gltf";
  if (!std::filesystem::exists(asset)) GTEST_SKIP() << "SKIPPED: " << asset << " is not here";
  const auto folder = std::filesystem::temp_directory_path() / "dermis-draco";
  std::filesystem::remove_all(folder);
  std::filesystem::copy(asset.parent_path(), folder);
  Json json = Json::parse(std::ifstream(asset));
  const Json& primitive = json["meshes"][0]["primitives"][0];
  for (const auto& [name, accessor] : primitive["attributes"].items()) {
    json["accessors"][accessor.get<std::size_t>()]["count"] = 355;
  }
  std::ofstream(folder / "RiggedFigure.gltf") << json;
  const auto faulty = import_gltf(folder / "RiggedFigure.gltf");
  const auto sound = import_gltf(asset);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(faulty) << faulty.error().message;
  EXPECT_THAT(faulty->warnings, Contains(HasSubstr("decompresses to 367 vertices")));
  EXPECT_EQ(faulty->model.positions, sound->model.positions);
  EXPECT_EQ(faulty->model.triangles, sound->model.triangles);
}

// ---- models made by others

TEST(GltfExtensionAssets, AreReadAsTheirExtensionsSay) {
  const auto folder = std::filesystem::path(DERMIS_ASSETS) / "GltfExtensions";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "SKIPPED: " << folder << " is not here";
  const auto parts = [&](const char* file) {
    const auto result = import_gltf(folder / file);
    EXPECT_TRUE(result) << result.error().message;
    return result ? result->model.parts.size() : 0;
  };
  EXPECT_EQ(parts("UnlitTest.glb"), 2U);
  EXPECT_GT(parts("TextureTransformTest.gltf"), 0U);
  EXPECT_EQ(parts("CubeVisibility.glb"), 2U) << "three of five cubes are hidden";
  EXPECT_EQ(parts("LightVisibility.glb"), 1U);
  EXPECT_EQ(parts("SimpleInstancing.glb"), 125U);
}

}  // namespace
}  // namespace dermis
