// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "dermis/dermis.h"
#include "dermis/gltf/gltf.h"
#include "support/gltf_import.h"
#include "support/hash.h"
#include "support/models.h"
#include "support/random_model.h"

namespace dermis {
namespace {

using testing::HasSubstr;

Model round_trip(const Model& model) {
  const auto bytes = to_glb(model);
  EXPECT_TRUE(bytes);
  auto back = parse_gltf(*bytes, "round trip");
  EXPECT_TRUE(back) << back.error().message;
  return back ? std::move(back->model) : Model{};
}

/// Both have the same triangles at the same places in every pose. Weights may be divided once more
/// by their sum in floats, so vertices may differ by a rounding.
void expect_same_poses(const Model& a, const Model& b) {
  ASSERT_EQ(a.triangles, b.triangles);
  ASSERT_EQ(a.clips.size(), b.clips.size());
  std::vector<std::pair<Pose, Pose>> poses{{stored_pose(a), stored_pose(b)},
                                           {bind_pose(a), bind_pose(b)}};
  for (std::size_t c = 0; c < a.clips.size(); ++c) {
    const double time = 0.3 * a.clips[c].start() + 0.7 * a.clips[c].end();
    poses.emplace_back(sample(a, a.clips[c], time), sample(b, b.clips[c], time));
  }
  for (const auto& [pose_a, pose_b] : poses) {
    const auto va = posed_vertices(a, pose_a);
    const auto vb = posed_vertices(b, pose_b);
    ASSERT_TRUE(va && vb);
    for (std::size_t v = 0; v < va->size(); ++v) {
      EXPECT_NEAR((*va)[v].x, (*vb)[v].x, 2e-6);
      EXPECT_NEAR((*va)[v].y, (*vb)[v].y, 2e-6);
      EXPECT_NEAR((*va)[v].z, (*vb)[v].z, 2e-6);
    }
  }
}

TEST(GltfExport, CharactersComeBack) {
  for (const auto name : procedural_names()) {
    const Model model = *make_procedural(name);
    const Model back = round_trip(model);
    EXPECT_EQ(back.positions, model.positions);
    ASSERT_EQ(back.skeleton.joints.size(), model.skeleton.joints.size());
    for (std::size_t j = 0; j < back.skeleton.joints.size(); ++j) {
      EXPECT_EQ(back.skeleton.joints[j].inverse_bind, model.skeleton.joints[j].inverse_bind);
    }
    expect_same_poses(model, back);
  }
}

TEST(GltfExport, ManyInfluencesAndMorphsComeBack) {
  Model model = test::random_model(5, 200, 300, 11);
  // After import, morph targets of a node cover all its vertices. So poses are compared, not
  // layout.
  const Model back = round_trip(model);
  EXPECT_EQ(back.skeleton.joints.size(), 300U);
  ASSERT_EQ(back.morph_targets.size(), model.morph_targets.size());
  EXPECT_EQ(back.morph_targets[1].name, "morph1");
  expect_same_poses(model, back);
}

TEST(GltfExport, RigidPartsStayRigid) {
  test::GltfDocument document = test::skinned_square();
  document.json["nodes"].push_back({{"name", "prop"}, {"mesh", 1}, {"scale", {2, 2, 2}}});
  document.json["nodes"][2]["children"] = {3};
  const int positions = document.add_accessor<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
  document.json["meshes"].push_back(
      {{"primitives", test::Json::array({{{"attributes", {{"POSITION", positions}}}}})}});
  const auto imported = parse_gltf(document.glb(), "props");
  ASSERT_TRUE(imported) << imported.error().message;
  const Model back = round_trip(imported->model);
  EXPECT_EQ(std::ranges::count_if(back.skeleton.joints, &Joint::rigid), 1);
  expect_same_poses(imported->model, back);
}

TEST(GltfExport, JointsThatShareANodeGetHelpers) {
  Model model = test::single_triangle();
  Affine moved;
  moved.t = {0, 0, -5};
  model.skeleton.joints = {{0, {}}, {0, moved}};
  model.influences = {};
  for (std::uint32_t v = 0; v < 3; ++v) {
    const Influence one{v % 2, 1};
    model.influences.add_vertex({&one, 1});
  }
  const Model back = round_trip(model);
  EXPECT_EQ(back.skeleton.joints.size(), 2U);
  EXPECT_NE(back.skeleton.joints[0].node, back.skeleton.joints[1].node);
  expect_same_poses(model, back);
}

/// A mesh with a skinned and a rigid primitive on one moved node.
TEST(GltfExport, MixedNodesKeepTheirSkin) {
  for (const bool skinned_first : {true, false}) {
    test::GltfDocument document = test::skinned_square();
    document.json["nodes"][0]["translation"] = {0, 0, 50};
    document.json["nodes"][1]["translation"] = {5, 0, 0};
    auto& primitives = document.json["meshes"][0]["primitives"];
    test::Json rigid = primitives[0];
    rigid["attributes"].erase("JOINTS_0");
    rigid["attributes"].erase("WEIGHTS_0");
    primitives.insert(skinned_first ? primitives.end() : primitives.begin(), rigid);
    const Model model = test::model_of(document);
    expect_same_poses(model, round_trip(model));
  }
}

TEST(GltfExport, SharedVerticesStayShared) {
  test::GltfDocument document = test::square();
  auto& primitives = document.json["meshes"][0]["primitives"];
  for (int i = 0; i < 3; ++i) primitives.push_back(primitives[0]);
  const Model model = test::model_of(document);
  ASSERT_EQ(model.positions.size(), 4U);
  EXPECT_EQ(round_trip(model).positions.size(), 4U);
}

TEST(GltfExport, ClipsKeepTheirNumbers) {
  Model model = test::single_triangle();
  const Channel moved{ChannelPath::translation, Interpolation::linear, 0, 3, {0, 1},
                      {0, 0, 0, 7, 0, 0}};
  model.clips = {{"nothing", {}}, {"move", {moved}}};
  const Model back = round_trip(model);
  ASSERT_EQ(back.clips.size(), 2U);
  EXPECT_EQ(back.clips[1].name, "move");
  expect_same_poses(model, back);
}

TEST(GltfExport, EmptyPartsAreLeftOut) {
  Model model = test::single_triangle();
  Part empty = model.parts[0];
  empty.first_triangle = 1;
  empty.triangle_count = 0;
  empty.primitive = 1;
  model.parts.push_back(empty);
  EXPECT_EQ(round_trip(model).parts.size(), 1U);
}

#if defined(__x86_64__)
/// Reading, refining and writing do not depend on the host's rounding.
TEST(GltfExport, IgnoresTheHostsFloatingPointModes) {
  test::GltfDocument document = test::skinned_square();
  auto& attributes = document.json["meshes"][0]["primitives"][0]["attributes"];
  attributes["WEIGHTS_0"] = document.add_accessor<float>(
      {0.3F, 0.1F, 0, 0, 0.7F, 0.6F, 0, 0, 0.1F, 0.2F, 0, 0, 0.9F, 0.7F, 0, 0}, "VEC4");
  const auto written = [&] { return *to_glb(subdivide(test::model_of(document), 2)); };
  const auto expected = written();
  const unsigned saved = _mm_getcsr();
  for (const unsigned mode : {0x8040U, 0x2000U, 0x4000U, 0x6000U}) {
    _mm_setcsr(saved | mode);
    const auto found = written();
    _mm_setcsr(saved);
    EXPECT_EQ(found, expected) << mode;
  }
}
#endif

TEST(GltfExport, IsDeterministic) {
  const Model dwarf = make_dwarf();
  EXPECT_EQ(*to_glb(dwarf), *to_glb(dwarf));
}

TEST(GltfExport, RefusesBrokenModels) {
  Model model = test::single_triangle();
  model.triangles[0][0] = 77;
  const auto bytes = to_glb(model);
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().message, HasSubstr("vertex 77"));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Vec3& color : {Vec3{2, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, nan}}) {
    const auto colored = to_glb(test::single_triangle(), {.part_colors = {color}});
    ASSERT_FALSE(colored);
    EXPECT_THAT(colored.error().message, HasSubstr("part_colors"));
  }
  const auto unwritable = export_glb(test::single_triangle(), "/no/such/folder/x.glb");
  ASSERT_FALSE(unwritable);
  EXPECT_THAT(unwritable.error().message, HasSubstr("/no/such/folder/x.glb"));
}

}  // namespace
}  // namespace dermis
