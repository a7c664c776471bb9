// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Files that are broken as files: containers, JSON, fields of wrong types, numbers out of range.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
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
using Pointer = Json::json_pointer;

std::vector<std::byte> bytes_of(const std::string& text) {
  return GltfDocument::to_bytes(text);
}

/// The result is an Error or a valid model, without a crash.
void expect_survived(const std::vector<std::byte>& bytes, const std::string& what) {
  const auto result = parse_gltf(bytes, "bad.glb");
  if (result) {
    EXPECT_THAT(validate(result->model), testing::IsEmpty()) << what;
  } else {
    EXPECT_THAT(result.error().message, testing::StartsWith("bad.glb: ")) << what;
    EXPECT_THAT(result.error().message, testing::Not(HasSubstr("\n"))) << what;
  }
}

void put_u32(std::vector<std::byte>& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes.at(at + i) = static_cast<std::byte>(value >> (8 * i));
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

/// Skinned, morphed by a sparse target, animated: has every field that an importer reads.
GltfDocument rich() {
  GltfDocument document = skinned_square();
  Json& json = document.json;
  const int deltas = document.add_accessor<float>({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
  const int indices = document.add_view<std::uint16_t>({2});
  const int values = document.add_view<float>({0, 0, 6});
  json["accessors"][deltas]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", indices}, {"byteOffset", 0}, {"componentType", 5123}}},
      {"values", {{"bufferView", values}, {"byteOffset", 0}}}};
  json["accessors"][0]["byteOffset"] = 0;
  json["accessors"][0]["normalized"] = false;
  json["bufferViews"][0]["byteStride"] = 12;
  Json& mesh = json["meshes"][0];
  mesh["weights"] = {0.5};
  mesh["primitives"][0]["targets"] = Json::array({{{"POSITION", deltas}}});
  mesh["primitives"][0]["mode"] = 4;
  json["nodes"][0]["weights"] = {0.25};
  json["nodes"][1]["translation"] = {0, 0, 1};
  json["nodes"][1]["rotation"] = {0, 0, 0, 1};
  json["nodes"][1]["scale"] = {1, 1, 2};
  json["nodes"].push_back({{"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 7, 1}}});
  json["scenes"][0]["nodes"] = {0, 1, 3};
  const int input = document.add_accessor<float>({0, 1}, "SCALAR");
  const int output = document.add_accessor<float>({0, 0, 0, 1, 1, 1}, "VEC3");
  json["animations"] = Json::array(
      {{{"samplers",
         Json::array({{{"input", input}, {"output", output}, {"interpolation", "LINEAR"}}})},
        {"channels",
         Json::array({{{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}}})}}});
  return document;
}

/// The integers of rich(). Every one of them is a count or an index.
const std::vector<std::string> kIntegerFields{"/accessors/0/bufferView",
                                              "/accessors/0/byteOffset",
                                              "/accessors/0/componentType",
                                              "/accessors/0/count",
                                              "/accessors/5/sparse/count",
                                              "/accessors/5/sparse/indices/bufferView",
                                              "/accessors/5/sparse/indices/byteOffset",
                                              "/accessors/5/sparse/indices/componentType",
                                              "/accessors/5/sparse/values/bufferView",
                                              "/accessors/5/sparse/values/byteOffset",
                                              "/animations/0/channels/0/sampler",
                                              "/animations/0/channels/0/target/node",
                                              "/animations/0/samplers/0/input",
                                              "/animations/0/samplers/0/output",
                                              "/bufferViews/0/buffer",
                                              "/bufferViews/0/byteLength",
                                              "/bufferViews/0/byteOffset",
                                              "/bufferViews/0/byteStride",
                                              "/meshes/0/primitives/0/attributes/JOINTS_0",
                                              "/meshes/0/primitives/0/attributes/POSITION",
                                              "/meshes/0/primitives/0/attributes/WEIGHTS_0",
                                              "/meshes/0/primitives/0/indices",
                                              "/meshes/0/primitives/0/mode",
                                              "/meshes/0/primitives/0/targets/0/POSITION",
                                              "/nodes/0/mesh",
                                              "/nodes/0/skin",
                                              "/nodes/1/children/0",
                                              "/scene",
                                              "/scenes/0/nodes/1",
                                              "/skins/0/inverseBindMatrices",
                                              "/skins/0/joints/1"};

/// The part of a pointer that an error must name: the last key that is not a number.
std::string field_name(Pointer pointer) {
  while (pointer.back().find_first_not_of("0123456789") == std::string::npos) pointer.pop_back();
  return pointer.back();
}

void expect_refused_with(const std::string& pointer, const Json& value) {
  SCOPED_TRACE(pointer + " = " + value.dump());
  GltfDocument document = rich();
  document.json.at(Pointer(pointer)) = value;
  expect_refused(document, field_name(Pointer(pointer)));
}

}  // namespace

TEST(GltfBadContainer, TheDocumentsOfTheseTestsAreGood) {
  EXPECT_TRUE(parse_gltf(rich().gltf(), "good.gltf"));
  EXPECT_TRUE(parse_gltf(rich().glb(), "good.glb"));
}

TEST(GltfBadContainer, GlbCutAtEveryByte) {
  const std::vector<std::byte> whole = skinned_square().glb();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::vector<std::byte> cut(whole.begin(), whole.begin() + length);
    expect_refused(cut);
  }
}

TEST(GltfBadContainer, GlbCutAtEveryByteWithAHeaderThatAgrees) {
  const std::vector<std::byte> whole = skinned_square().glb();
  for (std::size_t length = 12; length < whole.size(); ++length) {
    std::vector<std::byte> cut(whole.begin(), whole.begin() + length);
    put_u32(cut, 8, static_cast<std::uint32_t>(length));
    expect_survived(cut, "cut at " + std::to_string(length));
  }
}

TEST(GltfBadContainer, GltfCutAtEveryByte) {
  const std::vector<std::byte> whole = skinned_square().gltf();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    expect_refused({whole.begin(), whole.begin() + length});
  }
}

TEST(GltfBadContainer, NeitherGlbNorJson) {
  expect_refused(std::vector<std::byte>{}, "empty");
  expect_refused(bytes_of("glTg\2\0\0\0"), "magic");
  expect_refused(bytes_of("PK\3\4 some archive"), "magic");
  expect_refused(bytes_of(" \n\t "));
  expect_refused(bytes_of("[]"));
  expect_refused(bytes_of("null"));
}

TEST(GltfBadContainer, GlbHeaderFields) {
  const std::vector<std::byte> whole = square().glb();
  const auto with = [&](std::size_t at, std::uint32_t value) {
    std::vector<std::byte> bytes = whole;
    put_u32(bytes, at, value);
    return bytes;
  };
  expect_refused(with(4, 1), "glTF 1.0");
  expect_refused(with(4, 3), "version", "3");
  expect_refused(with(8, 0xffffffff), "4294967295");
  expect_refused(with(8, 0));
  expect_refused(with(12, 0xffffffff), "4294967295");
  expect_refused(with(12, 0xfffffff8), "4294967288");
  expect_refused(with(12, 0));
  expect_refused(with(16, 0x004e4942), "JSON");
}

TEST(GltfBadContainer, GlbWithoutItsBinaryChunk) {
  std::vector<std::byte> bytes = square().glb();
  const std::size_t json =
      std::to_integer<std::size_t>(bytes[12]) | std::to_integer<std::size_t>(bytes[13]) << 8;
  bytes.resize(20 + json);
  put_u32(bytes, 8, static_cast<std::uint32_t>(bytes.size()));
  expect_refused(bytes, "buffers[0]");
}

TEST(GltfBadContainer, EmptyObjects) {
  expect_refused(bytes_of("{}"));
  expect_refused(bytes_of(R"({"asset":{"version":"2.0"}})"), "mesh");
}

TEST(GltfBadJson, NestedTooDeep) {
  constexpr int kDeep = 100'000;
  const std::string arrays = repeated("[", kDeep) + repeated("]", kDeep);
  const std::string objects = repeated(R"({"a":)", kDeep) + "1" + repeated("}", kDeep);
  const std::string head = R"({"asset":{"version":"2.0"},)";
  for (const std::string& nest : {arrays, objects}) {
    expect_refused(bytes_of(head + R"("nodes":)" + nest + "}"), "nested");
    expect_refused(bytes_of(head + R"("extras":)" + nest + "}"), "nested");
    expect_refused(bytes_of(head + R"("nodes":[{"extras":)" + nest + "}]}"), "nested");
    expect_refused(bytes_of(head + R"("extensions":{"X":)" + nest + "}}"), "nested");
  }
  expect_refused(bytes_of(objects), "nested");
  expect_refused(bytes_of(repeated(R"({"a":)", kDeep)), "nested");
}

TEST(GltfBadJson, BracketsInStringsAreNoNesting) {
  GltfDocument document = square();
  document.json["nodes"][0]["name"] = repeated("[{", 100'000);
  document.json["asset"]["generator"] = R"(a "quoted\" )" + repeated("[", 100'000) + "\\";
  EXPECT_TRUE(parse_gltf(document.gltf(), "brackets.gltf"));
}

TEST(GltfBadJson, SyntaxErrors) {
  expect_refused(bytes_of(R"({"asset":})"));
  expect_refused(bytes_of(R"({"asset":{"version":"2.0"}} trailing)"));
  expect_refused(bytes_of("{\"asset\":{\"version\":\"\xff\xfe\"}}"));
  expect_refused(bytes_of(R"({"asset":{"version":"2.0"},"scene":1e400})"));
  expect_refused(bytes_of(R"({"asset":{"version":"2.0"},"scene":NaN})"));
}

TEST(GltfBadJson, NewlinesInNamesStayOutOfMessages) {
  GltfDocument document = square();
  document.json["extensionsRequired"] = Json::array({"VENDOR\nmagic"});
  expect_refused(document, "VENDOR");

  document = square();
  document.json["nodes"][0]["name"] = "two\nlines";
  document.json["nodes"][0]["translation"] = {1e39, 0, 0};
  expect_refused(document, "two");

  document = rich();
  document.json["animations"][0]["samplers"][0]["interpolation"] = "A\nB";
  expect_refused(document, "interpolation");
}

TEST(GltfBadTypes, SectionsMustBeArraysOfObjects) {
  for (const char* const key : {"accessors", "animations", "bufferViews", "buffers", "meshes",
                                "nodes", "scenes", "skins"}) {
    for (const Json& value : {Json("text"), Json(3), Json::object(), Json::parse("[7]"),
                              Json::parse("[[]]"), Json::parse("[null]")}) {
      SCOPED_TRACE(key + (" = " + value.dump()));
      GltfDocument document = rich();
      document.json[key] = value;
      expect_refused(document, key);
    }
  }
}

TEST(GltfBadTypes, IntegersMustBeNumbers) {
  for (const std::string& pointer : kIntegerFields) {
    for (const Json& value : {Json("2"), Json(true), Json(nullptr)}) {
      expect_refused_with(pointer, value);
    }
  }
}

TEST(GltfBadTypes, IntegersMustNotBeArrays) {
  for (const std::string& pointer : kIntegerFields) {
    expect_refused_with(pointer, Json::array({0}));
  }
}

TEST(GltfBadTypes, IntegersMustNotBeObjects) {
  for (const std::string& pointer : kIntegerFields) expect_refused_with(pointer, Json::object());
}

TEST(GltfBadTypes, IntegersMustBeIntegersInRange) {
  for (const std::string& pointer : kIntegerFields) {
    for (const Json& value : {Json(-1), Json(0.5), Json(1e300), Json(4294967296), Json(-1e300),
                              Json(18446744073709551615U)}) {
      expect_refused_with(pointer, value);
    }
  }
}

TEST(GltfBadTypes, TheLargestIntegerIsNeverRight) {
  for (const std::string& pointer : kIntegerFields) {
    SCOPED_TRACE(pointer);
    GltfDocument document = rich();
    document.json.at(Pointer(pointer)) = 2147483647;
    expect_refused(document);
  }
}

TEST(GltfBadTypes, ListsMustBeLists) {
  for (const char* const pointer :
       {"/nodes/1/children", "/scenes/0/nodes", "/skins/0/joints", "/meshes/0/primitives",
        "/meshes/0/primitives/0/targets", "/animations/0/channels", "/animations/0/samplers"}) {
    for (const Json& value : {Json("2"), Json(2), Json::object(), Json(nullptr)}) {
      expect_refused_with(pointer, value);
    }
  }
}

TEST(GltfBadTypes, ObjectsMustBeObjects) {
  for (const char* const pointer :
       {"/meshes/0/primitives/0", "/meshes/0/primitives/0/attributes",
        "/meshes/0/primitives/0/targets/0", "/accessors/5/sparse", "/accessors/5/sparse/indices",
        "/accessors/5/sparse/values", "/animations/0/channels/0", "/animations/0/channels/0/target",
        "/animations/0/samplers/0"}) {
    for (const Json& value : {Json("2"), Json(2), Json::array(), Json(nullptr)}) {
      expect_refused_with(pointer, value);
    }
  }
}

TEST(GltfBadTypes, TransformsMustBeListsOfNumbers) {
  for (const std::string field :
       {"/nodes/1/translation", "/nodes/1/rotation", "/nodes/1/scale", "/nodes/3/matrix"}) {
    for (const Json& value :
         {Json("up"), Json(2), Json::object(), Json::array({1, 2}), Json::array()}) {
      expect_refused_with(field, value);
    }
    for (const char* const element : {"/0", "/1", "/2"}) expect_refused_with(field + element, "x");
  }
}

TEST(GltfBadTypes, MorphWeightsMustBeListsOfNumbers) {
  for (const char* const pointer : {"/meshes/0/weights", "/nodes/0/weights"}) {
    for (const Json& value : {Json("1"), Json(1), Json::array({"1"}), Json::array({nullptr})}) {
      expect_refused_with(pointer, value);
    }
  }
}

TEST(GltfBadTypes, Words) {
  for (const Json& value : {Json(5), Json::array(), Json("VEC9")}) {
    expect_refused_with("/accessors/0/type", value);
  }
  expect_refused_with("/animations/0/samplers/0/interpolation", "SMOOTH");
  for (const Json& value : {Json("true"), Json(1), Json::array()}) {
    expect_refused_with("/accessors/0/normalized", value);
  }
  expect_refused_with("/animations/0/channels/0/target/path", 5);
}

TEST(GltfBadCounts, MoreElementsThanBytes) {
  for (const Json& count : {Json(5), Json(50'000'000), Json(2147483647)}) {
    SCOPED_TRACE(count.dump());
    GltfDocument document = square();
    document.json["accessors"][0]["count"] = count;
    expect_refused(document, "accessors[0]", count.dump());
    document.json["accessors"][0].erase("bufferView");
    if (count > 100'000) expect_refused(document, "accessors[0]", count.dump());
  }
}

TEST(GltfBadCounts, NumbersThatAreNoCounts) {
  for (const Json& count :
       {Json(2147483648), Json(4294967295), Json(4294967296), Json(18446744073709551615U),
        Json(1e300), Json(-1), Json(-2147483648), Json(2.5), Json(1e-9)}) {
    SCOPED_TRACE(count.dump());
    for (const char* const pointer :
         {"/accessors/0/count", "/accessors/5/sparse/count", "/bufferViews/0/byteLength"}) {
      GltfDocument document = rich();
      document.json.at(Pointer(pointer)) = count;
      expect_refused(document, field_name(Pointer(pointer)), count.dump());
    }
    GltfDocument document = square();
    document.json["buffers"] = Json::array({{{"byteLength", count}}});
    expect_refused(document, "buffers[0].byteLength", count.dump());
  }
}

TEST(GltfBadCounts, WholeNumbersWrittenAsFractionsAreFine) {
  GltfDocument document = square();
  document.json["accessors"][0]["count"] = 4.0;
  EXPECT_TRUE(parse_gltf(document.gltf(), "good.gltf"));
}

TEST(GltfBadCounts, BufferLongerThanItsBytes) {
  GltfDocument document = square();
  document.json["buffers"] =
      Json::array({{{"byteLength", 60}, {"uri", "data:application/octet-stream;base64,AAAA"}}});
  expect_refused(document, "buffers[0].byteLength", "60");
  document.json["buffers"][0]["uri"] = "data:application/octet-stream;base64,A*==";
  expect_refused(document, "buffers[0].uri");
  document.json["buffers"][0]["uri"] = "data:application/octet-stream";
  expect_refused(document, "buffers[0].uri");
}

TEST(GltfBadCounts, ViewPastItsBuffer) {
  GltfDocument document = square();
  document.json["bufferViews"][0]["byteLength"] = 1000;
  expect_refused(document, "bufferViews[0]", "1000");
  document = square();
  document.json["bufferViews"][0]["byteOffset"] = document.binary().size() - 47;
  expect_refused(document, "bufferViews[0]");
}

TEST(GltfBadCounts, OffsetsThatWouldOverflow) {
  for (const Json& offset : {Json(2147483647), Json(2147483600), Json(4294967248),
                             Json(9223372036854775807), Json(18446744073709551568U)}) {
    SCOPED_TRACE(offset.dump());
    for (const char* const pointer :
         {"/accessors/0/byteOffset", "/bufferViews/0/byteOffset",
          "/accessors/5/sparse/indices/byteOffset", "/accessors/5/sparse/values/byteOffset"}) {
      GltfDocument document = rich();
      document.json.at(Pointer(pointer)) = offset;
      expect_refused(document);
    }
  }
}

TEST(GltfBadCounts, AccessorPastItsView) {
  GltfDocument document = square();
  document.json["accessors"][0]["byteOffset"] = 4;
  expect_refused(document, "accessors[0]");
  document = square();
  document.json["bufferViews"][0]["byteStride"] = 252;
  expect_refused(document, "accessors[0]");
  document = square();
  document.json["accessors"][1]["componentType"] = 5125;
  expect_refused(document, "accessors[1]");
}

TEST(GltfBadCounts, SparsePartsPastTheirViews) {
  for (const char* const part : {"indices", "values"}) {
    GltfDocument document = rich();
    document.json["accessors"][5]["sparse"][part]["byteOffset"] = 2;
    expect_refused(document, "accessors[5]", "sparse", part);
  }
  GltfDocument document = rich();
  document.json["accessors"][5]["sparse"]["count"] = 2147483647;
  expect_refused(document, "accessors[5]", "sparse", "2147483647");
}

TEST(GltfBadCounts, SparseIndexOutOfRange) {
  GltfDocument document = rich();
  document.json["accessors"][5]["sparse"]["indices"]["bufferView"] =
      document.add_view<std::uint16_t>({4});
  expect_refused(document, "accessors[5]", "sparse", "4");
}

TEST(GltfBadNumbers, PositionsThatAreNotFinite) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), kInfinity, -kInfinity}) {
    GltfDocument document = square();
    document.json["accessors"][0]["bufferView"] =
        document.add_view<float>({0, 0, 0, 1, 0, 0, 1, 1, bad, 0, 1, 0});
    expect_refused(document, "vertex 2", bad != bad ? "nan" : "inf");
  }
}

TEST(GltfBadNumbers, MorphDeltasAndWeightsThatAreNotFinite) {
  GltfDocument document = rich();
  document.json["accessors"][5]["sparse"]["values"]["bufferView"] =
      document.add_view<float>({0, std::numeric_limits<float>::quiet_NaN(), 0});
  expect_refused(document, "morph target");
  document = rich();
  document.json["nodes"][0]["weights"] = {1e39};
  expect_refused(document, "morph target");
}

TEST(GltfBadNumbers, TransformsThatAreNotFinite) {
  GltfDocument document = rich();
  document.json["nodes"][1]["scale"] = {1, 1e39, 1};
  expect_refused(document, "root");
  document = rich();
  document.json["nodes"][3]["matrix"][12] = 1e39;
  expect_refused(document, "finite");
}

}  // namespace dermis
