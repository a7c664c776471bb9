// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "dermis/gltf/gltf.h"
#include "support/gltf_import.h"

namespace dermis {
namespace {

constexpr int kFrames = 5;
constexpr double kFramesPerSecond = 30;

/// A square that rises, sways and bends.
std::vector<Point> square_at(int frame) {
  const double sway = 0.1 * std::sin(1.3 * frame);
  const double up = 1.5 + 0.05 * frame * frame;
  return {{sway, up, 0}, {1 + sway, up, 0.02 * frame}, {1, up + sway, 1}, {0, up, 1 + sway}};
}
const std::vector<Triangle> kSquareTriangles{{0, 2, 1}, {0, 3, 2}};

std::vector<Vec3> middle(const std::vector<Point>& a, const std::vector<Point>& b) {
  std::vector<Vec3> result;
  for (std::size_t v = 0; v < a.size(); ++v) {
    const auto at = [&](int axis) { return static_cast<float>((a[v][axis] + b[v][axis]) / 2); };
    result.push_back({at(0), at(1), at(2)});
  }
  return result;
}

/// A square above a walking dwarf.
class ClothRecording : public testing::Test {
 protected:
  ClothRecording() {
    recording_.add(dwarf_, "dwarf");
    recording_.add_cloth(kSquareTriangles, "square");
    for (int f = 0; f < kFrames; ++f) recording_.add_frame({dwarf_pose(f)}, {square_at(f)});
  }

  [[nodiscard]] Pose dwarf_pose(int frame) const {
    return sample(dwarf_, dwarf_.clips[0], frame / kFramesPerSecond);
  }
  [[nodiscard]] std::vector<Point> dwarf_at(int frame) const {
    std::vector<Point> result;
    for (const Vec3& p : test::posed(dwarf_, dwarf_pose(frame))) result.push_back({p.x, p.y, p.z});
    return result;
  }

  /// At every frame both are where they were recorded. Half way to the next frame the square is in
  /// the middle, and the dwarf nearly so, because its joints turn.
  void expect_as_recorded(const Model& model) const {
    ASSERT_EQ(model.parts.size(), 2U);
    ASSERT_EQ(model.clips.size(), 1U);
    const Part& square = model.parts[1];
    EXPECT_EQ(square.node_name, "square");
    ASSERT_EQ(square.vertex_count, 4U);
    EXPECT_EQ(model.clips[0].end(), float((kFrames - 1) / kFramesPerSecond));
    for (int half = 0; half < 2 * kFrames - 1; ++half) {
      const int from = half / 2;
      const int to = (half + 1) / 2;
      const double time = half / 2.0 / kFramesPerSecond;
      const std::vector<Vec3> found = test::posed(model, sample(model, model.clips[0], time));
      const auto split = found.begin() + square.first_vertex;
      test::expect_near({split, found.end()}, middle(square_at(from), square_at(to)), 1e-6F);
      test::expect_near({found.begin(), split}, middle(dwarf_at(from), dwarf_at(to)),
                        from == to ? 2e-6F : 5e-4F);
    }
  }

  const Model dwarf_ = make_dwarf();
  scenes::Recording recording_{kFramesPerSecond};
};

TEST_F(ClothRecording, IsPlayedInStraightLines) {
  const Model model = recording_.model("square");
  EXPECT_THAT(validate(model), testing::IsEmpty());
  expect_as_recorded(model);
}

TEST_F(ClothRecording, ComesBackFromAFile) {
  const auto bytes = to_glb(recording_.model("square"));
  ASSERT_TRUE(bytes) << bytes.error().message;
  const ImportedModel back = test::imported(*bytes);
  EXPECT_THAT(back.warnings, testing::IsEmpty());
  expect_as_recorded(back.model);
}

/// The cloth follows neither the character's skin nor any joint that moves.
TEST_F(ClothRecording, HangsOnNothing) {
  const Model model = recording_.model("square");
  for (std::uint32_t v = 0; v < 4; ++v) {
    const auto influences = model.influences.of(model.parts[1].first_vertex + v);
    ASSERT_EQ(influences.size(), 1U);
    EXPECT_EQ(model.skeleton.joints[influences[0].joint], (Joint{model.parts[1].node, {}, true}));
  }
}

TEST(Recording, OfOneFrameOrNoneHasNoTargets) {
  const Model dwarf = make_dwarf();
  scenes::Recording recording(kFramesPerSecond);
  recording.add(dwarf, "dwarf");
  recording.add_cloth(kSquareTriangles, "square");
  EXPECT_TRUE(to_glb(recording.model("no frame")));
  recording.add_frame({stored_pose(dwarf)}, {square_at(0)});
  const Model model = recording.model("a frame");
  EXPECT_THAT(validate(model), testing::IsEmpty());
  EXPECT_TRUE(model.morph_targets.empty());
  EXPECT_EQ(model.parts.size(), 2U);
}

/// The data that a viewer reads from a GLB file.
struct Viewed {
  explicit Viewed(const std::vector<std::byte>& bytes) {
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + 12, sizeof length);
    const auto* const text = reinterpret_cast<const char*>(bytes.data()) + 20;
    json = test::Json::parse(text, text + length);
    binary.assign(bytes.begin() + 20 + length + 8, bytes.end());
  }
  [[nodiscard]] std::vector<Vec3> vectors(int accessor) const {
    const auto& view = json["bufferViews"][json["accessors"][accessor]["bufferView"].get<int>()];
    std::vector<Vec3> result(json["accessors"][accessor]["count"].get<std::size_t>());
    std::memcpy(result.data(), binary.data() + view["byteOffset"].get<std::size_t>(),
                result.size() * sizeof(Vec3));
    return result;
  }
  test::Json json;
  std::vector<std::byte> binary;
};

/// A strip of three squares, the last of which turns up. Normals must follow the bend, and stay
/// unchanged elsewhere.
TEST(Recording, IsLitAsItMoves) {
  scenes::Recording recording(kFramesPerSecond);
  recording.add_cloth({{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 5, 4}, {4, 5, 6}, {5, 7, 6}}, "strip");
  std::vector<Point> strip;
  for (int x = 0; x < 4; ++x) {
    strip.push_back({double(x), 0, 0});
    strip.push_back({double(x), 0, 1});
  }
  recording.add_frame({}, {strip});
  strip[6] = {2, 1, 0};
  strip[7] = {2, 1, 1};
  recording.add_frame({}, {strip});
  const auto bytes = to_glb(recording.model("strip"), {.part_colors = {{1, 0, 0}}});
  ASSERT_TRUE(bytes) << bytes.error().message;
  const Viewed viewed(*bytes);
  const auto& primitive = viewed.json["meshes"][0]["primitives"][0];
  const auto& material = viewed.json["materials"][primitive["material"].get<int>()];
  EXPECT_TRUE(material["doubleSided"].get<bool>());

  const std::vector<Vec3> rest = viewed.vectors(primitive["attributes"]["NORMAL"].get<int>());
  ASSERT_EQ(primitive["targets"].size(), 1U);
  const auto turned = viewed.vectors(primitive["targets"][0]["NORMAL"].get<int>());
  for (const int v : {0, 1, 2, 3}) EXPECT_EQ(turned[v], Vec3{}) << v;
  // Three triangles meet at a corner of the bend: two of them are flat, or two are turned.
  const float one = 1 / std::sqrt(5.0F);
  const float two = 2 * one;
  const std::vector<Vec3> expected{{0, 1, 0},      {0, 1, 0},      {0, 1, 0},  {0, 1, 0},
                                   {-one, two, 0}, {-two, one, 0}, {-1, 0, 0}, {-1, 0, 0}};
  for (std::size_t v = 0; v < rest.size(); ++v) {
    const Vec3 now{rest[v].x + turned[v].x, rest[v].y + turned[v].y, rest[v].z + turned[v].z};
    test::expect_near(rest[v], {0, 1, 0}, "at rest, " + std::to_string(v));
    test::expect_near(now, expected[v], "turned, " + std::to_string(v));
  }
}

}  // namespace
}  // namespace dermis
