// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/pose.h"

#include <gtest/gtest.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "dermis/model/procedural.h"
#include "dermis/skinning/skin.h"
#include "support/models.h"

namespace dermis {
namespace {

using test::single_triangle;

/// The root is at x = 1. The arm is 2 farther along x, and rotated by 90° about z. A rigid prop is
/// on the arm.
Model arm() {
  Model model = single_triangle();
  model.skeleton.nodes = {{"root", kNone, {{1, 0, 0}, {}, {1, 1, 1}}, {}},
                          {"arm", 0, {{2, 0, 0}, {0, 0, 1, 1}, {1, 1, 1}}, {}},
                          {"prop", 1, {{0, 5, 0}, {}, {1, 1, 1}}, {}}};
  // Bound with the arm straight, at x = 3.
  Affine inverse_bind;
  inverse_bind.t = {-3, 0, 0};
  model.skeleton.joints = {{1, inverse_bind}, {2, {}, true}};
  return model;
}

void expect_near(const Vec3& a, const Vec3& b) {
  EXPECT_NEAR(a.x, b.x, 1e-6);
  EXPECT_NEAR(a.y, b.y, 1e-6);
  EXPECT_NEAR(a.z, b.z, 1e-6);
}

TEST(Pose, RestPoseFollowsTheHierarchy) {
  const Pose pose = stored_pose(arm());
  ASSERT_EQ(pose.joints.size(), 2U);
  // The arm maps its bind position (3, 0, 0) to its current position, and x to y.
  expect_near(pose.joints[0].x, {0, 1, 0});
  expect_near(pose.joints[0].t, {3, -3, 0});
  // The prop is 5 along the arm's y, which points to −x.
  expect_near(pose.joints[1].t, {-2, 0, 0});
}

TEST(Pose, BindPoseLeavesSkinnedVerticesAlone) {
  const Pose pose = bind_pose(arm());
  EXPECT_EQ(pose.joints[0], Affine{});
  // The prop moves with the arm as bound: straight, at x = 3.
  expect_near(pose.joints[1].t, {3, 5, 0});
}

TEST(Pose, BindPoseOfSingularSkinIsStillDefined) {
  Model model = arm();
  model.skeleton.joints[0].inverse_bind = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  const Pose pose = bind_pose(model);
  EXPECT_EQ(pose.joints[0], Affine{});
  expect_near(pose.joints[1].t, stored_pose(model).joints[1].t);
}

TEST(Pose, MatrixNodesKeepTheirShear) {
  Model model = single_triangle();
  model.skeleton.nodes[0].stored_matrix = Affine{{1, 0.5F, 0}, {0, 1, 0}, {0, 0, 1}, {7, 0, 0}};
  EXPECT_EQ(stored_pose(model).joints[0], *model.skeleton.nodes[0].stored_matrix);
}

TEST(Pose, SampleReplacesOnlyWhatIsAnimated) {
  Model model = arm();
  model.clips.push_back(
      {"move",
       {{ChannelPath::translation, Interpolation::linear, 0, 3, {0, 2}, {0, 0, 0, 0, 4, 0}}}});
  const Pose pose = sample(model, model.clips[0], 1);
  expect_near(pose.joints[0].t, {2, -1, 0});  // the root is at (0, 2, 0) instead of (1, 0, 0)
}

TEST(Pose, MorphWeightsAreSampled) {
  Model model = single_triangle();
  model.morph_targets = {{"a", 0, 0, {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, 0.25F},
                         {"b", 0, 0, {{0, 0, 2}, {0, 0, 2}, {0, 0, 2}}, 0.5F}};
  model.clips.push_back(
      {"smile", {{ChannelPath::morph_weights, Interpolation::linear, 0, 2, {0, 1}, {0, 0, 1, 3}}}});
  EXPECT_EQ(stored_pose(model).morph_weights, (std::vector<float>{0.25F, 0.5F}));
  EXPECT_EQ(sample(model, model.clips[0], 0.5).morph_weights, (std::vector<float>{0.5F, 1.5F}));
}

TEST(Pose, PlacedMovesEveryVertex) {
  const Model model = arm();
  const auto before = posed_vertices(model, stored_pose(model));
  const auto after = posed_vertices(model, placed(stored_pose(model), placement({10, 0, 0}, 180)));
  ASSERT_TRUE(before && after);
  for (std::size_t v = 0; v < before->size(); ++v) {
    expect_near((*after)[v], {10 - (*before)[v].x, (*before)[v].y, -(*before)[v].z});
  }
}

TEST(Pose, ClipWithoutChannelsIsTheRestPose) {
  Model model = arm();
  model.clips.push_back({"empty", {}});
  EXPECT_EQ(model.clips[0].start(), 0);
  EXPECT_EQ(model.clips[0].end(), 0);
  EXPECT_EQ(sample(model, model.clips[0], 3).joints, stored_pose(model).joints);
}

#if defined(__x86_64__)
TEST(Pose, IgnoresTheHostsFloatingPointModes) {
  const Model dwarf = make_dwarf();
  const auto everything = [&] {
    std::vector<Affine> all =
        placed(sample(dwarf, dwarf.clips[0], 0.37), placement({1, 2, 3}, 33)).joints;
    for (const Pose& pose : {stored_pose(dwarf), bind_pose(dwarf)}) {
      all.insert(all.end(), pose.joints.begin(), pose.joints.end());
    }
    all.push_back(to_affine({{0.1F, 0.2F, 0.3F}, {0.3F, 0.1F, 0.7F, 0.2F}, {1.1F, 1e-30F, 3}}));
    const std::vector<Vec3> made = make_dwarf().positions;
    all.push_back({made[100], made[200], made[300], made[400]});
    return all;
  };
  const std::vector<Affine> expected = everything();
  const unsigned saved = _mm_getcsr();
  for (const unsigned mode : {0x8040U, 0x2000U, 0x4000U, 0x6000U}) {
    _mm_setcsr(saved | mode);  // flush to zero; rounding down, up, to zero
    const std::vector<Affine> found = everything();
    _mm_setcsr(saved);
    EXPECT_EQ(found, expected) << mode;
  }
}
#endif

}  // namespace
}  // namespace dermis
