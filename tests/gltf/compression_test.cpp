// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Quantised and compressed meshes, and extensions in general.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/gltf_import.h"

namespace dermis {

namespace {

using test::expect_near;
using test::GltfDocument;
using test::Json;
using test::kSquare;
using test::model_of;
using test::skinned_square;
using test::square;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kMeshopt = "EXT_meshopt_compression";

std::string refusal(const GltfDocument& document) {
  const auto result = parse_gltf(document.gltf(), "test.gltf");
  return result ? "" : result.error().message;
}

/// Positions of the square's four vertices in another type. Rows are padded to 4 bytes, as glTF
/// requires.
template <class T>
GltfDocument quantized_square(const std::vector<T>& padded, std::size_t row, bool normalized) {
  GltfDocument document = square();
  Json& accessor = document.json["accessors"][document.add_accessor(padded, "VEC3", normalized)];
  document.json["bufferViews"].back()["byteStride"] = row * sizeof(T);
  accessor["count"] = 4;
  document.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
      document.json["accessors"].size() - 1;
  document.json["extensionsUsed"] = Json::array({"KHR_mesh_quantization"});
  document.json["extensionsRequired"] = Json::array({"KHR_mesh_quantization"});
  return document;
}

template <class T>
std::vector<unsigned char> encoded_vertices(const std::vector<T>& numbers, std::size_t stride) {
  const std::size_t count = numbers.size() * sizeof(T) / stride;
  std::vector<unsigned char> bytes(meshopt_encodeVertexBufferBound(count, stride));
  bytes.resize(
      meshopt_encodeVertexBuffer(bytes.data(), bytes.size(), numbers.data(), count, stride));
  return bytes;
}

std::vector<unsigned char> encoded_triangles(const std::vector<unsigned>& indices) {
  std::vector<unsigned char> bytes(meshopt_encodeIndexBufferBound(indices.size(), 4));
  bytes.resize(
      meshopt_encodeIndexBuffer(bytes.data(), bytes.size(), indices.data(), indices.size()));
  return bytes;
}

std::vector<unsigned char> encoded_sequence(const std::vector<unsigned>& indices) {
  std::vector<unsigned char> bytes(meshopt_encodeIndexSequenceBound(indices.size(), 4));
  bytes.resize(
      meshopt_encodeIndexSequence(bytes.data(), bytes.size(), indices.data(), indices.size()));
  return bytes;
}

/// Adds a view whose uncompressed bytes would be in a second buffer that does not exist. Returns
/// its index.
int add_compressed_view(GltfDocument& document, const std::vector<unsigned char>& bytes,
                        const char* mode, std::size_t stride, std::size_t count,
                        const char* filter = nullptr) {
  const int view = document.add_view(bytes);
  Json& json = document.json["bufferViews"][view];
  Json extension = json;
  extension["mode"] = mode;
  extension["byteStride"] = stride;
  extension["count"] = count;
  if (filter != nullptr) extension["filter"] = filter;
  json = {{"buffer", 1}, {"byteLength", stride * count}, {"extensions", {{kMeshopt, extension}}}};
  if (std::string(mode) == "ATTRIBUTES") json["byteStride"] = stride;
  return view;
}

/// A .gltf with a data URI, followed by the fallback buffer, which has no bytes.
Model model_with_fallback(const GltfDocument& source) {
  const std::vector<std::byte> plain = source.gltf();
  GltfDocument document;
  document.json =
      Json::parse(std::string(reinterpret_cast<const char*>(plain.data()), plain.size()));
  document.json["extensionsUsed"] = Json::array({kMeshopt});
  document.json["extensionsRequired"] = Json::array({kMeshopt});
  document.json["buffers"].push_back(
      {{"byteLength", 4096}, {"extensions", {{kMeshopt, {{"fallback", true}}}}}});
  return model_of(document);
}

/// The square with both of its accessors on compressed views.
GltfDocument compressed_square() {
  GltfDocument document = square();
  const std::vector<float> positions{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  document.json["accessors"][0]["bufferView"] =
      add_compressed_view(document, encoded_vertices(positions, 12), "ATTRIBUTES", 12, 4);
  document.json["accessors"][1]["bufferView"] =
      add_compressed_view(document, encoded_triangles({0, 1, 2, 0, 2, 3}), "TRIANGLES", 2, 6);
  return document;
}

/// The extension object of the square's positions.
Json& position_extension(GltfDocument& document) {
  const auto view = document.json["accessors"][0]["bufferView"].get<std::size_t>();
  return document.json["bufferViews"][view]["extensions"][kMeshopt];
}

}  // namespace

TEST(GltfQuantization, SignedBytes) {
  const std::vector<std::int8_t> rows{0, 0, 0, 0, 127, 0, 0, 0, -127, 127, 0, 0, -128, 0, 127, 0};
  EXPECT_THAT(model_of(quantized_square(rows, 4, false)).positions,
              ElementsAre(Vec3{0, 0, 0}, Vec3{127, 0, 0}, Vec3{-127, 127, 0}, Vec3{-128, 0, 127}));
  // Normalised, −128 equals −127.
  EXPECT_THAT(model_of(quantized_square(rows, 4, true)).positions,
              ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{-1, 1, 0}, Vec3{-1, 0, 1}));
}

TEST(GltfQuantization, UnsignedShorts) {
  const std::vector<std::uint16_t> rows{0,     0,     0, 0, 65535, 0,     0, 0,
                                        13107, 65535, 0, 0, 0,     52428, 0, 0};
  EXPECT_THAT(
      model_of(quantized_square(rows, 4, false)).positions,
      ElementsAre(Vec3{0, 0, 0}, Vec3{65535, 0, 0}, Vec3{13107, 65535, 0}, Vec3{0, 52428, 0}));
  expect_near(model_of(quantized_square(rows, 4, true)).positions,
              {{0, 0, 0}, {1, 0, 0}, {0.2F, 1, 0}, {0, 0.8F, 0}}, 1e-6F);
}

TEST(GltfQuantization, MorphTargetsAsBytes) {
  GltfDocument document = square();
  const int deltas = document.add_accessor<std::int8_t>(
      {0, 0, 127, 0, 0, 0, -127, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4", true);
  Json& accessor = document.json["accessors"][deltas];
  accessor["type"] = "VEC3";
  document.json["bufferViews"].back()["byteStride"] = 4;
  document.json["meshes"][0]["primitives"][0]["targets"] = Json::array({{{"POSITION", deltas}}});
  document.json["meshes"][0]["weights"] = {2};
  document.json["extensionsRequired"] = Json::array({"KHR_mesh_quantization"});
  const Model model = model_of(document);
  const auto vertices = posed_vertices(model, stored_pose(model));
  ASSERT_TRUE(vertices);
  expect_near(*vertices, {{0, 0, 2}, {1, 0, -2}, {1, 1, 0}, {0, 1, 0}}, 1e-6F);
}

TEST(GltfMeshopt, VerticesAndTriangles) {
  const Model model = model_with_fallback(compressed_square());
  EXPECT_EQ(model.positions, kSquare);
  ASSERT_EQ(model.triangles.size(), 2U);
  // The codec may rotate the corners of a triangle, but keeps its winding.
  std::vector<Triangle> triangles = model.triangles;
  for (Triangle& t : triangles) std::ranges::rotate(t, std::ranges::min_element(t));
  EXPECT_THAT(triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

TEST(GltfMeshopt, IndexSequences) {
  GltfDocument document = compressed_square();
  document.json["accessors"][1]["bufferView"] =
      add_compressed_view(document, encoded_sequence({3, 0, 1, 2, 3, 1}), "INDICES", 4, 6);
  document.json["accessors"][1]["componentType"] = 5125;
  EXPECT_THAT(model_with_fallback(document).triangles,
              ElementsAre(Triangle{3, 0, 1}, Triangle{2, 3, 1}));
}

TEST(GltfMeshopt, UncompressedBytesInTheFileAreNotNeeded) {
  // The fallback may also be a real buffer. The compressed bytes are used in both cases.
  GltfDocument document = compressed_square();
  for (Json& view : document.json["bufferViews"]) {
    if (view.contains("extensions")) view["buffer"] = 0;
  }
  EXPECT_EQ(model_of(document).positions, kSquare);
}

TEST(GltfMeshopt, InGlb) {
  GltfDocument document = compressed_square();
  for (Json& view : document.json["bufferViews"]) view["buffer"] = 0;
  document.json["extensionsRequired"] = Json::array({kMeshopt});
  const auto result = parse_gltf(document.glb(), "test.glb");
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->model.positions, kSquare);
}

TEST(GltfMeshopt, QuantizedPositions) {
  GltfDocument document = square();
  const std::vector<std::uint16_t> rows{0,     0,     0, 0, 65535, 0,     0, 0,
                                        65535, 65535, 0, 0, 0,     65535, 0, 0};
  Json& accessor = document.json["accessors"][0];
  accessor["bufferView"] =
      add_compressed_view(document, encoded_vertices(rows, 8), "ATTRIBUTES", 8, 4);
  accessor["componentType"] = 5123;
  accessor["normalized"] = true;
  EXPECT_EQ(model_with_fallback(document).positions, kSquare);
}

TEST(GltfMeshopt, ManyVertices) {
  constexpr std::size_t kCount = 3000;
  std::vector<float> positions;
  for (std::size_t i = 0; i < kCount; ++i) {
    positions.insert(positions.end(), {float(i), float(i % 7), -1});
  }
  GltfDocument document = square();
  Json& accessor = document.json["accessors"][0];
  accessor["bufferView"] =
      add_compressed_view(document, encoded_vertices(positions, 12), "ATTRIBUTES", 12, kCount);
  accessor["count"] = kCount;
  const GltfDocument whole = [&] {
    GltfDocument copy = document;
    copy.json["meshes"][0]["primitives"][0].erase("indices");
    return copy;
  }();
  const auto plain = model_with_fallback(whole);
  ASSERT_EQ(plain.positions.size(), kCount);
  EXPECT_EQ(plain.triangles.size(), kCount / 3);
  EXPECT_EQ(plain.positions[2999], (Vec3{2999, 3, -1}));
}

TEST(GltfMeshopt, EqualVerticesCompressWell) {
  // The best compression of the codec: it must not count as an invalid size.
  constexpr std::size_t kCount = 30000;
  GltfDocument document = square();
  Json& accessor = document.json["accessors"][0];
  accessor["bufferView"] =
      add_compressed_view(document, encoded_vertices(std::vector<float>(3 * kCount, 2.5F), 12),
                          "ATTRIBUTES", 12, kCount);
  accessor["count"] = kCount;
  EXPECT_EQ(model_with_fallback(document).positions, std::vector<Vec3>(kCount, {2.5F, 2.5F, 2.5F}));
}

TEST(GltfMeshopt, SparseMorphTargetOfACompressedMesh) {
  // The target has more elements than the file has bytes, and is still valid.
  constexpr std::size_t kCount = 30000;
  GltfDocument document = square();
  Json& json = document.json;
  json["accessors"][0]["bufferView"] =
      add_compressed_view(document, encoded_vertices(std::vector<float>(3 * kCount, 2.5F), 12),
                          "ATTRIBUTES", 12, kCount);
  json["accessors"][0]["count"] = kCount;
  const int indices = document.add_view<std::uint16_t>({1});
  const int values = document.add_view<float>({0, 0, 1});
  json["meshes"][0]["primitives"][0]["targets"] =
      Json::array({{{"POSITION", json["accessors"].size()}}});
  json["accessors"].push_back({{"componentType", 5126},
                               {"count", kCount},
                               {"type", "VEC3"},
                               {"sparse",
                                {{"count", 1},
                                 {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                                 {"values", {{"bufferView", values}}}}}});
  const Model model = model_with_fallback(document);
  ASSERT_EQ(model.morph_targets.size(), 1U);
  EXPECT_EQ(model.morph_targets[0].deltas[1], (Vec3{0, 0, 1}));
}

TEST(GltfMeshopt, ExponentialFilter) {
  const std::vector<float> positions{0, 0, 0, 1.25F, 0, 0, 1, -300, 0, 0.001F, 1, 7};
  std::vector<std::uint32_t> filtered(positions.size());
  meshopt_encodeFilterExp(filtered.data(), 4, 12, 20, positions.data());
  GltfDocument document = square();
  document.json["accessors"][0]["bufferView"] = add_compressed_view(
      document, encoded_vertices(filtered, 12), "ATTRIBUTES", 12, 4, "EXPONENTIAL");
  // In the worst case, the coordinates of a vertex share an exponent: 300 / 2¹⁹.
  expect_near(model_with_fallback(document).positions,
              {{0, 0, 0}, {1.25F, 0, 0}, {1, -300, 0}, {0.001F, 1, 7}}, 1e-3F);
}

TEST(GltfMeshopt, QuaternionFilter) {
  const std::vector<float> turns{0, 0, 0, 1, 0, 0, 0.6F, 0.8F, 0, 0, 0.70710678F, 0.70710678F};
  std::vector<std::int16_t> filtered(turns.size());
  meshopt_encodeFilterQuat(filtered.data(), 3, 8, 16, turns.data());
  GltfDocument document = square();
  const int input = document.add_accessor<float>({0, 1, 2}, "SCALAR");
  const int output = document.add_accessor<std::int16_t>(filtered, "VEC4", true);
  document.json["accessors"][output]["bufferView"] = add_compressed_view(
      document, encoded_vertices(filtered, 8), "ATTRIBUTES", 8, 3, "QUATERNION");
  document.json["animations"] = Json::array(
      {{{"samplers", Json::array({{{"input", input}, {"output", output}}})},
        {"channels",
         Json::array({{{"sampler", 0}, {"target", {{"node", 0}, {"path", "rotation"}}}}})}}});
  const Model model = model_with_fallback(document);
  const auto corner_at = [&](double time) {
    return std::vector<Vec3>{(*posed_vertices(model, sample(model, model.clips.at(0), time)))[1]};
  };
  expect_near(corner_at(0), {{1, 0, 0}}, 1e-3F);
  expect_near(corner_at(1), {{0.28F, 0.96F, 0}}, 1e-3F);
  expect_near(corner_at(2), {{0, 1, 0}}, 1e-3F);
}

TEST(GltfMeshopt, DamagedBytesAreRefused) {
  GltfDocument document = compressed_square();
  const auto offset = position_extension(document)["byteOffset"].get<std::size_t>();
  document.binary()[offset] = std::byte{0x11};
  EXPECT_THAT(refusal(document), HasSubstr(kMeshopt));
}

TEST(GltfMeshopt, CutOffBytesAreRefused) {
  GltfDocument document = compressed_square();
  for (auto length = position_extension(document)["byteLength"].get<int>() - 1; length >= 0;
       --length) {
    position_extension(document)["byteLength"] = length;
    EXPECT_THAT(refusal(document), HasSubstr(kMeshopt)) << length;
  }
}

TEST(GltfMeshopt, WrongFieldsAreRefused) {
  const auto refused_with = [](const char* key, const Json& value) {
    GltfDocument document = compressed_square();
    position_extension(document)[key] = value;
    return refusal(document);
  };
  EXPECT_THAT(refused_with("byteLength", 1000000), HasSubstr("bytes"));
  EXPECT_THAT(refused_with("byteOffset", 2147483647), HasSubstr("byte"));
  EXPECT_THAT(refused_with("byteOffset", -1), HasSubstr("byteOffset"));
  EXPECT_THAT(refused_with("count", 2147483647), HasSubstr("2147483647"));
  EXPECT_THAT(refused_with("count", "four"), HasSubstr("count"));
  EXPECT_THAT(refused_with("count", 3), HasSubstr("test.gltf"));
  EXPECT_THAT(refused_with("byteStride", 0), HasSubstr("byteStride"));
  EXPECT_THAT(refused_with("byteStride", 13), HasSubstr("13"));
  EXPECT_THAT(refused_with("byteStride", 260), HasSubstr("260"));
  EXPECT_THAT(refused_with("buffer", 9), HasSubstr("9"));
  EXPECT_THAT(refused_with("mode", "PLASMA"), HasSubstr("PLASMA"));
  EXPECT_THAT(refused_with("mode", 1), HasSubstr("mode"));
  EXPECT_THAT(refused_with("filter", "SEPIA"), HasSubstr("SEPIA"));
  EXPECT_THAT(refused_with("filter", "QUATERNION"), HasSubstr("QUATERNION"));
  EXPECT_THAT(refused_with("filter", 5), HasSubstr("filter"));
}

TEST(GltfMeshopt, ReadingFromTheFallbackBufferIsRefused) {
  GltfDocument document = square();
  document.json["buffers"] =
      Json::array({{{"byteLength", 4096}, {"extensions", {{kMeshopt, {{"fallback", true}}}}}}});
  EXPECT_THAT(refusal(document), HasSubstr("buffers[0]"));
}

TEST(GltfMeshopt, ManyViewsOfTheSameBytesAreRefused) {
  // Each view decompresses to 2.4 MB, of which a primitive uses three vertices.
  constexpr std::size_t kCount = 200'000;
  GltfDocument document = square();
  const int view = add_compressed_view(
      document, encoded_vertices(std::vector<float>(3 * kCount, 1), 12), "ATTRIBUTES", 12, kCount);
  Json& json = document.json;
  for (int i = 0; i < 400; ++i) {
    const Json copy = json["bufferViews"][view];
    json["accessors"].push_back({{"bufferView", json["bufferViews"].size()},
                                 {"componentType", 5126},
                                 {"count", 3},
                                 {"type", "VEC3"}});
    json["bufferViews"].push_back(copy);
    json["meshes"][0]["primitives"].push_back(
        {{"attributes", {{"POSITION", json["accessors"].size() - 1}}}});
  }
  EXPECT_THAT(refusal(document), HasSubstr("MiB"));
}

TEST(GltfExtensions, UnknownRequiredOneIsNamed) {
  for (const char* const name : {"KHR_animation_pointer", "VENDOR_magic"}) {
    GltfDocument document = square();
    document.json["extensionsUsed"] = Json::array({name});
    document.json["extensionsRequired"] = Json::array({"KHR_mesh_quantization", name});
    EXPECT_THAT(refusal(document), testing::StartsWith("test.gltf"));
    EXPECT_THAT(refusal(document), HasSubstr(name));
  }
}

TEST(GltfExtensions, UnknownOptionalOnesAreFine) {
  GltfDocument document = skinned_square();
  document.json["extensionsUsed"] = Json::array({"VENDOR_magic", "KHR_lights_punctual"});
  const Json extension{{"VENDOR_magic", {{"mesh", "a string"}, {"nodes", {-1, 2.5}}}}};
  document.json["extensions"] = extension;
  document.json["nodes"][0]["extensions"] = extension;
  document.json["nodes"][2]["extensions"] = {{"KHR_lights_punctual", {{"light", 3}}}};
  document.json["meshes"][0]["extensions"] = extension;
  document.json["meshes"][0]["primitives"][0]["extensions"] = extension;
  document.json["skins"][0]["extensions"] = extension;
  document.json["accessors"][0]["extensions"] = extension;
  document.json["bufferViews"][0]["extensions"] = extension;
  EXPECT_EQ(model_of(document).positions, kSquare);
}

}  // namespace dermis
