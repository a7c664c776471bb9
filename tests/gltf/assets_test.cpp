// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Models made by others. The expected numbers were counted by hand in their files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>

#include "dermis/dermis.h"
#include "dermis/gltf/gltf.h"

namespace dermis {
namespace {

struct Asset {
  const char* file;
  std::size_t triangles, vertices, joints, rigid_joints, clips, morph_targets, most_influences;

  friend std::ostream& operator<<(std::ostream& out, const Asset& a) { return out << a.file; }
};

class Assets : public testing::TestWithParam<Asset> {};

// A mesh that several nodes use counts once per node.
INSTANTIATE_TEST_SUITE_P(
    All, Assets,
    testing::Values(
        Asset{"CesiumMan/CesiumMan.glb", 4672, 3273, 19, 0, 1, 0, 4},
        Asset{"RiggedFigure/RiggedFigure.glb", 256, 370, 19, 0, 1, 0, 4},
        Asset{"RiggedFigure/draco/RiggedFigure.gltf", 256, 367, 19, 0, 1, 0, 4},
        Asset{"RiggedSimple/RiggedSimple.glb", 188, 160, 2, 0, 1, 0, 2},
        Asset{"RiggedSimple/separate/RiggedSimple.gltf", 188, 160, 2, 0, 1, 0, 2},
        Asset{"RiggedSimple/embedded/RiggedSimple.gltf", 188, 160, 2, 0, 1, 0, 2},
        Asset{"Fox/Fox.glb", 576, 1728, 24, 0, 3, 0, 4},
        Asset{"SimpleSkin/SimpleSkin.gltf", 8, 10, 2, 0, 1, 0, 2},
        Asset{"RecursiveSkeletons/RecursiveSkeletons.glb", 84 * 76, 84 * 40, 840, 0, 1, 0, 1},
        Asset{"RobotExpressive/RobotExpressive.glb", 3237, 7214, 43, 12, 14, 3, 4},
        Asset{"KayKitKnight/Knight.glb", 6952, 7024, 41, 9, 76, 0, 4},
        Asset{"Mannequiny/mannequiny-0.3.0.glb", 13932, 10366, 45, 0, 10, 0, 4},
        Asset{"M2MSpider/spider-animations.glb", 1600, 924, 56, 0, 10, 0, 4},
        Asset{"M2MDragon/dragon-animations.glb", 3498, 2905, 100, 0, 5, 0, 4},
        Asset{"GenericHandLeft/left.glb", 2314, 1360, 25, 0, 0, 0, 4},
        Asset{"Alien/Alien.gltf", 25222, 13429, 10, 0, 1, 2, 4},
        Asset{"MorphStressTest/MorphStressTest.glb", 2412, 1528, 0, 1, 3, 8, 1},
        Asset{"AnimatedMorphCube/AnimatedMorphCube.glb", 12, 24, 0, 1, 1, 2, 1},
        Asset{"AnimatedMorphCube/quantized/AnimatedMorphCube.gltf", 12, 24, 0, 1, 1, 2, 1},
        Asset{"SplitSeamSphere/blender_simple_armature.glb", 960, 2880, 4, 0, 0, 0, 3},
        Asset{"TwoJointSets/model_with_motion.glb", 48, 50, 3, 0, 1, 0, 2}),
    [](const auto& test) {
      std::string name = test.param.file;
      std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
      return name;
    });

Result<ImportedModel> import_asset(const char* file) {
  return import_gltf(std::filesystem::path(DERMIS_ASSETS) / file);
}

bool missing(const char* file) {
  return !std::filesystem::exists(std::filesystem::path(DERMIS_ASSETS) / file);
}

TEST_P(Assets, HoldWhatTheyHold) {
  const Asset& asset = GetParam();
  if (missing(asset.file)) GTEST_SKIP() << "SKIPPED: " << DERMIS_ASSETS << " is not here";
  const auto imported = import_asset(asset.file);
  ASSERT_TRUE(imported) << imported.error().message;
  const Model& model = imported->model;
  EXPECT_EQ(model.triangles.size(), asset.triangles);
  EXPECT_EQ(model.positions.size(), asset.vertices);
  const auto rigid =
      static_cast<std::size_t>(std::ranges::count_if(model.skeleton.joints, &Joint::rigid));
  EXPECT_EQ(model.skeleton.joints.size() - rigid, asset.joints);
  EXPECT_EQ(rigid, asset.rigid_joints);
  EXPECT_EQ(model.clips.size(), asset.clips);
  EXPECT_EQ(model.morph_targets.size(), asset.morph_targets);
  std::size_t most = 0;
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    most = std::max(most, model.influences.of(v).size());
  }
  EXPECT_EQ(most, asset.most_influences);
}

/// Every model has the same poses after it was written and read again.
TEST_P(Assets, SurviveARoundTrip) {
  if (missing(GetParam().file)) GTEST_SKIP() << "SKIPPED: " << DERMIS_ASSETS << " is not here";
  const auto imported = import_asset(GetParam().file);
  ASSERT_TRUE(imported);
  const auto back = parse_gltf(*to_glb(imported->model), "again");
  ASSERT_TRUE(back) << back.error().message;
  const Model& a = imported->model;
  const Model& b = back->model;
  ASSERT_EQ(a.triangles, b.triangles);
  const auto pose = [](const Model& m) {
    return m.clips.empty() ? stored_pose(m) : sample(m, m.clips.back(), m.clips.back().end() / 2);
  };
  const auto va = posed_vertices(a, pose(a));
  const auto vb = posed_vertices(b, pose(b));
  ASSERT_TRUE(va && vb);
  for (std::size_t v = 0; v < va->size(); ++v) {
    EXPECT_NEAR((*va)[v].x, (*vb)[v].x, 1e-5 * (1 + std::abs((*va)[v].x)));
    EXPECT_NEAR((*va)[v].y, (*vb)[v].y, 1e-5 * (1 + std::abs((*va)[v].y)));
    EXPECT_NEAR((*va)[v].z, (*vb)[v].z, 1e-5 * (1 + std::abs((*va)[v].z)));
  }
}

TEST(AssetDetails, RobotExpressiveWeightsAreNormalised) {
  const char* const file = "RobotExpressive/RobotExpressive.glb";
  if (missing(file)) GTEST_SKIP() << "SKIPPED: " << DERMIS_ASSETS << " is not here";
  const auto imported = import_asset(file);
  ASSERT_TRUE(imported);
  EXPECT_EQ(imported->weights.skinned_vertices, 1108U);
  EXPECT_EQ(imported->weights.off, 752U);
  EXPECT_NEAR(imported->weights.largest_deviation, 0.755, 1e-3);
}

TEST(AssetDetails, DracoHoldsTheSameFigure) {
  const char* const plain = "RiggedFigure/RiggedFigure.glb";
  if (missing(plain)) GTEST_SKIP() << "SKIPPED: " << DERMIS_ASSETS << " is not here";
  const auto a = import_asset(plain);
  const auto b = import_asset("RiggedFigure/draco/RiggedFigure.gltf");
  ASSERT_TRUE(a && b);
  const auto va = *posed_vertices(a->model, sample(a->model, a->model.clips[0], 0.6));
  const auto vb = *posed_vertices(b->model, sample(b->model, b->model.clips[0], 0.6));
  // Draco reorders and quantises: each vertex has a counterpart within 2 mm.
  for (const Vec3& v : vb) {
    double nearest = 1e9;
    for (const Vec3& w : va) {
      nearest = std::min(nearest, double(std::hypot(v.x - w.x, v.y - w.y, v.z - w.z)));
    }
    EXPECT_LT(nearest, 2e-3);
  }
}

}  // namespace
}  // namespace dermis
