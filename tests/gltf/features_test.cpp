// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Features of well-formed files: buffers, accessors, primitives and nodes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/gltf_import.h"

namespace dermis {

namespace {

using test::at_rest;
using test::GltfDocument;
using test::imported;
using test::Json;
using test::kSquare;
using test::model_of;
using test::square;
using testing::ElementsAre;

std::vector<Vec3> moved(std::vector<Vec3> vertices, const Vec3& by) {
  for (Vec3& v : vertices) v = {v.x + by.x, v.y + by.y, v.z + by.z};
  return vertices;
}

std::string text_of(const GltfDocument& document) {
  const std::vector<std::byte> bytes = document.gltf();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Json& first_primitive(GltfDocument& document) {
  return document.json["meshes"][0]["primitives"][0];
}

/// Rotates corners so that the smallest index comes first. The first corner does not matter, but
/// the winding does.
std::vector<Triangle> canonical(std::vector<Triangle> triangles) {
  for (Triangle& t : triangles) std::ranges::rotate(t, std::ranges::min_element(t));
  return triangles;
}

/// One primitive without indices over five vertices in a zigzag.
GltfDocument zigzag(int mode) {
  GltfDocument document = square();
  Json& primitive = first_primitive(document);
  primitive["attributes"]["POSITION"] =
      document.add_accessor<float>({0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 2, 0, 0}, "VEC3");
  primitive.erase("indices");
  primitive["mode"] = mode;
  return document;
}

/// Adds a mesh of one triangle at x = `place`. Returns its index.
int add_triangle(GltfDocument& document, const std::string& name, float place) {
  const int positions =
      document.add_accessor<float>({place, 0, 0, place + 1, 0, 0, place, 1, 0}, "VEC3");
  document.json["meshes"].push_back(
      {{"name", name}, {"primitives", Json::array({{{"attributes", {{"POSITION", positions}}}}})}});
  return static_cast<int>(document.json["meshes"].size()) - 1;
}

std::vector<float> first_corners(const Model& model) {
  std::vector<float> places;
  for (const Triangle& t : model.triangles) places.push_back(model.positions[t[0]].x);
  return places;
}

}  // namespace

TEST(GltfFile, GltfWithDataUri) {
  const Model model = imported(square().gltf()).model;
  EXPECT_EQ(model.positions, kSquare);
  EXPECT_THAT(model.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
  EXPECT_EQ(at_rest(model), kSquare);
}

TEST(GltfFile, GlbGivesTheSameModel) {
  const Model model = imported(square().glb()).model;
  EXPECT_EQ(model.positions, kSquare);
  EXPECT_THAT(model.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

TEST(GltfFile, DataUriOfAnyMediaType) {
  for (const char* const type : {"application/gltf-buffer", "application/octet-stream", ""}) {
    std::string text = text_of(square());
    const std::string written = "data:application/octet-stream;";
    text.replace(text.find(written), written.size(), std::string("data:") + type + ";");
    EXPECT_EQ(imported(GltfDocument::to_bytes(text)).model.positions, kSquare) << type;
  }
}

TEST(GltfFile, SeveralBuffers) {
  GltfDocument document;
  document.json = Json::parse(text_of(square()));
  // Twelve bytes: one vertex at (0, 0, 1), as base64.
  document.json["buffers"].push_back(
      {{"byteLength", 12}, {"uri", "data:application/octet-stream;base64,AAAAAAAAAAAAAIA/"}});
  document.json["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 12}});
  document.json["accessors"].push_back(
      {{"bufferView", 2}, {"componentType", 5126}, {"count", 1}, {"type", "VEC3"}});
  Json second = first_primitive(document);
  second["attributes"]["POSITION"] = 2;
  second["indices"] = document.json["accessors"].size();
  document.json["accessors"].push_back(
      {{"bufferView", 1}, {"componentType", 5123}, {"count", 1}, {"type", "SCALAR"}});
  document.json["meshes"][0]["primitives"].push_back(second);
  const Model model = model_of(document);
  ASSERT_EQ(model.positions.size(), 5U);
  EXPECT_EQ(model.positions[4], (Vec3{0, 0, 1}));
}

TEST(GltfFile, ImagesAreNeverNeeded) {
  GltfDocument document = square();
  document.json["images"] = Json::array({{{"uri", "no such picture.png"}},
                                         {{"uri", "http://nowhere.invalid/a.jpg"}},
                                         {{"bufferView", 77}, {"mimeType", "image/png"}}});
  document.json["textures"] = Json::array({{{"source", 0}}, {{"source", 99}}});
  document.json["materials"] =
      Json::array({{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}});
  first_primitive(document)["material"] = 0;
  EXPECT_EQ(model_of(document).positions, kSquare);
}

TEST(GltfPrimitive, WithoutIndices) {
  GltfDocument document = square();
  Json& primitive = first_primitive(document);
  primitive.erase("indices");
  primitive["attributes"]["POSITION"] =
      document.add_accessor<float>({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3");
  const Model model = model_of(document);
  EXPECT_EQ(model.positions.size(), 6U);
  EXPECT_THAT(model.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{3, 4, 5}));
}

TEST(GltfPrimitive, IndicesOfEveryWidth) {
  GltfDocument document = square();
  const int narrow = document.add_accessor<std::uint8_t>({2, 3, 0}, "SCALAR");
  const int wide = document.add_accessor<std::uint32_t>({3, 0, 1}, "SCALAR");
  for (const int accessor : {narrow, wide}) {
    Json primitive = first_primitive(document);
    primitive["indices"] = accessor;
    document.json["meshes"][0]["primitives"].push_back(primitive);
  }
  const Model model = model_of(document);
  ASSERT_EQ(model.triangles.size(), 4U);
  for (const auto& [triangle, expected] :
       {std::pair<std::size_t, Vec3>{2, {1, 1, 0}}, {3, {0, 1, 0}}}) {
    EXPECT_EQ(model.positions[model.triangles[triangle][0]], expected);
  }
}

TEST(GltfPrimitive, StripTurnsEverySecondTriangle) {
  const Model model = model_of(zigzag(5));
  EXPECT_EQ(canonical(model.triangles),
            canonical({Triangle{0, 1, 2}, Triangle{1, 3, 2}, Triangle{2, 3, 4}}));
}

TEST(GltfPrimitive, StripWithIndicesKeepsDegenerateTriangles) {
  GltfDocument document = zigzag(5);
  first_primitive(document)["indices"] =
      document.add_accessor<std::uint16_t>({4, 3, 2, 2, 1}, "SCALAR");
  EXPECT_EQ(canonical(model_of(document).triangles),
            canonical({Triangle{4, 3, 2}, Triangle{3, 2, 2}, Triangle{2, 2, 1}}));
}

TEST(GltfPrimitive, FanSharesItsFirstVertex) {
  const Model model = model_of(zigzag(6));
  EXPECT_EQ(canonical(model.triangles),
            canonical({Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 3, 4}}));
}

TEST(GltfPrimitive, FanWithIndices) {
  GltfDocument document = zigzag(6);
  first_primitive(document)["indices"] =
      document.add_accessor<std::uint16_t>({4, 0, 1, 2}, "SCALAR");
  EXPECT_EQ(canonical(model_of(document).triangles),
            canonical({Triangle{4, 0, 1}, Triangle{4, 1, 2}}));
}

TEST(GltfPrimitive, DegenerateTrianglesStay) {
  GltfDocument document = square();
  first_primitive(document)["indices"] =
      document.add_accessor<std::uint16_t>({0, 0, 0, 0, 1, 2, 1, 2, 1, 0, 1, 2}, "SCALAR");
  EXPECT_THAT(model_of(document).triangles, ElementsAre(Triangle{0, 0, 0}, Triangle{0, 1, 2},
                                                        Triangle{1, 2, 1}, Triangle{0, 1, 2}));
}

TEST(GltfAccessor, InterleavedByByteStride) {
  GltfDocument document = square();
  // There is a normal before each position, and the accessor starts inside the view.
  const int view = document.add_view<float>(
      {0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0});
  document.json["bufferViews"][view]["byteStride"] = 24;
  document.json["accessors"][0]["bufferView"] = view;
  document.json["accessors"][0]["byteOffset"] = 12;
  EXPECT_EQ(model_of(document).positions, kSquare);
}

TEST(GltfAccessor, SparseReplacesSomeElements) {
  GltfDocument document = square();
  const int values = document.add_view<float>({5, 6, 7, 8, 9, 10});
  const auto check = [&](int indices, int component_type) {
    document.json["accessors"][0]["sparse"] = {
        {"count", 2},
        {"indices", {{"bufferView", indices}, {"componentType", component_type}}},
        {"values", {{"bufferView", values}}}};
    EXPECT_THAT(model_of(document).positions,
                ElementsAre(Vec3{0, 0, 0}, Vec3{5, 6, 7}, Vec3{1, 1, 0}, Vec3{8, 9, 10}));
  };
  check(document.add_view<std::uint8_t>({1, 3}), 5121);
  check(document.add_view<std::uint16_t>({1, 3}), 5123);
  check(document.add_view<std::uint32_t>({1, 3}), 5125);
}

TEST(GltfAccessor, SparseWithoutBufferViewStartsFromZeros) {
  GltfDocument document = square();
  const int values = document.add_view<float>({99, 1, 0, 0, 0, 2, 0});
  const int indices = document.add_view<std::uint16_t>({77, 1, 3});
  Json& accessor = document.json["accessors"][0];
  accessor.erase("bufferView");
  accessor["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", indices}, {"byteOffset", 2}, {"componentType", 5123}}},
      {"values", {{"bufferView", values}, {"byteOffset", 4}}}};
  EXPECT_THAT(model_of(document).positions,
              ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 0, 0}, Vec3{0, 2, 0}));
}

TEST(GltfAccessor, SparseTriangleIndicesWithoutBufferView) {
  GltfDocument document = square();
  const int indices = document.add_view<std::uint8_t>({1, 2});
  const int values = document.add_view<std::uint16_t>({2, 3});
  Json& accessor = document.json["accessors"][1];
  accessor.erase("bufferView");
  accessor["count"] = 3;
  accessor["sparse"] = {{"count", 2},
                        {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                        {"values", {{"bufferView", values}}}};
  EXPECT_THAT(model_of(document).triangles, ElementsAre(Triangle{0, 2, 3}));
}

TEST(GltfAccessor, NoBufferViewAndNoSparseIsAllZeros) {
  GltfDocument document = square();
  document.json["accessors"][0].erase("bufferView");
  EXPECT_EQ(model_of(document).positions, std::vector<Vec3>(4));
}

TEST(GltfNodes, RigidMeshStandsWhereItsNodesPutIt) {
  GltfDocument document = square();
  document.json["nodes"] =
      Json::array({{{"children", {1}}, {"translation", {0, 0, 5}}, {"scale", {2, 1, 1}}},
                   {{"mesh", 0}, {"translation", {1, 0, 0}}, {"rotation", {0, 0, 1, 0}}}});
  EXPECT_THAT(at_rest(model_of(document)),
              ElementsAre(Vec3{2, 0, 5}, Vec3{0, 0, 5}, Vec3{0, -1, 5}, Vec3{2, -1, 5}));
}

TEST(GltfNodes, MatrixMayHoldShear) {
  GltfDocument document = square();
  document.json["nodes"][0]["matrix"] = {1, 0, 0, 0, 3, 1, 0, 0, 0, 0, 1, 0, 0, 0, 7, 1};
  EXPECT_THAT(at_rest(model_of(document)),
              ElementsAre(Vec3{0, 0, 7}, Vec3{1, 0, 7}, Vec3{4, 1, 7}, Vec3{3, 1, 7}));
}

TEST(GltfNodes, OneMeshUnderSeveralNodes) {
  GltfDocument document = square();
  document.json["nodes"].push_back({{"mesh", 0}, {"translation", {0, 0, 2}}});
  document.json["scenes"][0]["nodes"] = {0, 1};
  const std::vector<Vec3> vertices = at_rest(model_of(document));
  ASSERT_EQ(vertices.size(), 8U);
  EXPECT_EQ(std::vector<Vec3>(vertices.begin() + 4, vertices.end()), moved(kSquare, {0, 0, 2}));
}

TEST(GltfNodes, OnlyTheDefaultSceneIsRead) {
  GltfDocument document = square();
  const int other = add_triangle(document, "other", 10);
  document.json["nodes"].push_back({{"mesh", other}});
  document.json["scenes"].push_back({{"nodes", {1}}});
  EXPECT_THAT(first_corners(model_of(document)), ElementsAre(0, 0));
  document.json["scene"] = 1;
  EXPECT_THAT(first_corners(model_of(document)), ElementsAre(10));
}

TEST(GltfOrder, DepthFirstOwnMeshBeforeChildren) {
  GltfDocument document = square();
  document.json["meshes"] = Json::array();
  for (int i = 0; i < 6; ++i) add_triangle(document, "m" + std::to_string(i), float(10 * i));
  // 4 ─ 0 ─ 5       and the second root 3. Children are listed in reverse order.
  //   └ 2 ─ 1
  document.json["nodes"] = Json::array({{{"mesh", 0}, {"children", {5}}},
                                        {{"mesh", 1}},
                                        {{"mesh", 2}, {"children", {1}}},
                                        {{"mesh", 3}},
                                        {{"mesh", 4}, {"children", {2, 0}}},
                                        {{"mesh", 5}}});
  document.json["scenes"][0]["nodes"] = {4, 3};
  EXPECT_THAT(first_corners(model_of(document)), ElementsAre(40, 20, 10, 0, 50, 30));
}

TEST(GltfOrder, PrimitivesAndTrianglesInFileOrder) {
  GltfDocument document = square();
  Json& primitives = document.json["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  primitives[1]["indices"] = document.add_accessor<std::uint16_t>({3, 2, 1}, "SCALAR");
  const Model model = model_of(document);
  std::vector<Vec3> corners;
  for (const Triangle& t : model.triangles) corners.push_back(model.positions[t[2]]);
  EXPECT_THAT(corners, ElementsAre(Vec3{1, 1, 0}, Vec3{0, 1, 0}, Vec3{1, 0, 0}));
}

namespace {

/// Node "a" holds the square and one more triangle (two primitives), its child "b" a triangle.
GltfDocument three_parts() {
  GltfDocument document = square();
  Json& primitives = document.json["meshes"][0]["primitives"];
  primitives.push_back(primitives[0]);
  primitives[1]["indices"] = document.add_accessor<std::uint16_t>({3, 2, 1}, "SCALAR");
  const int triangle = add_triangle(document, "spike", 10);
  document.json["nodes"] =
      Json::array({{{"name", "a"}, {"mesh", 0}, {"children", {1}}},
                   {{"name", "b"}, {"mesh", triangle}, {"translation", {0, 0, 4}}}});
  return document;
}

}  // namespace

TEST(GltfParts, KeepNamesAndPrimitives) {
  const Model model = model_of(three_parts());
  ASSERT_EQ(model.parts.size(), 3U);
  std::vector<std::string> labels;
  for (const Part& part : model.parts) labels.push_back(part.label());
  EXPECT_THAT(labels, ElementsAre("a/square/0", "a/square/1", "b/spike/0"));
  EXPECT_EQ(model.parts[1].node_name, "a");
  EXPECT_EQ(model.parts[1].mesh_name, "square");
  EXPECT_EQ(model.parts[1].primitive, 1U);
  EXPECT_EQ(model.skeleton.nodes[model.parts[2].node].name, "b");
}

TEST(GltfParts, LocateMapsEveryTriangleBack) {
  const Model model = model_of(three_parts());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> origins;
  for (std::uint32_t t = 0; t < model.triangles.size(); ++t) {
    const TriangleOrigin origin = locate(model, t);
    origins.emplace_back(origin.part, origin.triangle);
  }
  EXPECT_THAT(origins,
              ElementsAre(std::pair(0, 0), std::pair(0, 1), std::pair(1, 0), std::pair(2, 0)));
}

TEST(GltfParts, LocateSkipsPartsWithoutTriangles) {
  GltfDocument document = three_parts();
  const int nothing = document.add_accessor<std::uint16_t>({0, 0}, "SCALAR");
  Json& primitives = document.json["meshes"][0]["primitives"];
  primitives.insert(primitives.begin() + 1, primitives[0]);
  primitives[1]["indices"] = nothing;
  primitives[1]["mode"] = 5;
  const Model model = model_of(document);
  ASSERT_EQ(model.triangles.size(), 4U);
  EXPECT_EQ(model.parts[locate(model, 1).part].primitive, 0U);
  EXPECT_EQ(model.parts[locate(model, 2).part].primitive, 2U);
  EXPECT_EQ(locate(model, 2).triangle, 0U);
}

TEST(GltfParts, KeepPartsLeavesTheRestOut) {
  const Model model = model_of(three_parts());
  const Model kept = keep_parts(model, [](const Part& part) { return part.node_name == "b"; });
  EXPECT_THAT(validate(kept), testing::IsEmpty());
  ASSERT_EQ(kept.parts.size(), 1U);
  EXPECT_EQ(kept.parts[0].label(), "b/spike/0");
  EXPECT_THAT(kept.triangles, ElementsAre(Triangle{0, 1, 2}));
  EXPECT_THAT(at_rest(kept), ElementsAre(Vec3{10, 0, 4}, Vec3{11, 0, 4}, Vec3{10, 1, 4}));
}

TEST(GltfParts, KeepPartsOfOneNodeThatShareVertices) {
  const Model model = model_of(three_parts());
  const Model kept = keep_parts(model, [](const Part& part) { return part.primitive == 1; });
  EXPECT_THAT(validate(kept), testing::IsEmpty());
  ASSERT_EQ(kept.triangles.size(), 1U);
  EXPECT_EQ(kept.positions[kept.triangles[0][0]], (Vec3{0, 1, 0}));
  EXPECT_EQ(kept.positions[kept.triangles[0][2]], (Vec3{1, 0, 0}));
}

TEST(GltfParts, KeepPartsKeepsMorphTargetsInStep) {
  GltfDocument document = three_parts();
  Json& spike = document.json["meshes"][1];
  const int deltas = document.add_accessor<float>({0, 0, 1, 0, 0, 2, 0, 0, 3}, "VEC3");
  spike["primitives"][0]["targets"] = Json::array({{{"POSITION", deltas}}});
  spike["weights"] = {1.0};
  const Model kept =
      keep_parts(model_of(document), [](const Part& part) { return part.mesh_name == "spike"; });
  EXPECT_THAT(validate(kept), testing::IsEmpty());
  EXPECT_THAT(at_rest(kept), ElementsAre(Vec3{10, 0, 5}, Vec3{11, 0, 6}, Vec3{10, 1, 7}));
}

}  // namespace dermis
