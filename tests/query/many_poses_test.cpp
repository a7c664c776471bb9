// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Every method against brute force, and every refitted sphere against its vertices, in as many
// poses as there is time for: DERMIS_POSES=20000 in make test-long.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "dermis/io/gltf.h"
#include "support/character_pair.h"
#include "support/random_model.h"
#include "support/random_motion.h"

namespace dermis {
namespace {

using test::Random;
using test::Wildness;

constexpr int kPhases = 20;

/// What a model is made from: a procedural name, "influences N", or a file.
class ManyPoses : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(
    All, ManyPoses,
    testing::Values(
        "dwarf", "man", "creature", "influences 1", "influences 2", "influences 3", "influences 4",
        "influences 5", "influences 6", "influences 7", "influences 8", "CesiumMan/CesiumMan.glb",
        "RiggedFigure/RiggedFigure.glb", "RiggedSimple/RiggedSimple.glb", "Fox/Fox.glb",
        "SimpleSkin/SimpleSkin.gltf", "RecursiveSkeletons/RecursiveSkeletons.glb",
        "RobotExpressive/RobotExpressive.glb", "KayKitKnight/Knight.glb",
        "Mannequiny/mannequiny-0.3.0.glb", "M2MSpider/spider-animations.glb",
        "M2MDragon/dragon-animations.glb", "GenericHandLeft/left.glb", "Alien/Alien.gltf",
        "MorphStressTest/MorphStressTest.glb", "AnimatedMorphCube/AnimatedMorphCube.glb",
        "SplitSeamSphere/blender_simple_armature.glb", "TwoJointSets/model_with_motion.glb"),
    [](const auto& test) {
      std::string name = test.param;
      std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
      return name;
    });

Result<Model> make(const std::string& source) {
  const std::string prefix = "influences ";
  if (source.starts_with(prefix)) {
    const auto most = static_cast<std::uint32_t>(std::stoul(source.substr(prefix.size())));
    return test::random_model(most, 60, 12, most);
  }
  if (auto made = make_procedural(source)) return made;
  auto imported = import_gltf(std::filesystem::path(DERMIS_ASSETS) / source);
  if (!imported) return imported.error();
  return std::move(imported->model);
}

/// How many pairs of poses a model gets: of small ones, which brute force judges in no time, many.
int rounds_for(const Model& model, int poses) {
  const double size = double(model.triangles.size()) / 1500;
  const int most = static_cast<int>(poses / 20.0 / (1 + size * size));
  return std::max({most, 2, poses >= 20'000 ? kPhases * static_cast<int>(model.clips.size()) : 0});
}

/// The length of the longest side of its box.
float size_of(std::span<const Vec3> vertices) {
  Vec3 low = vertices[0];
  Vec3 high = vertices[0];
  for (const Vec3& v : vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}

TEST_P(ManyPoses, AgreeWithBruteForceAndAreEnclosed) {
  const auto model = make(GetParam());
  if (!model && !std::filesystem::exists(DERMIS_ASSETS)) {
    GTEST_SKIP() << "SKIPPED: " << DERMIS_ASSETS << " is not here";
  }
  ASSERT_TRUE(model) << model.error().message;
  const char* const poses = std::getenv("DERMIS_POSES");
  const int rounds = rounds_for(*model, poses == nullptr ? 400 : std::atoi(poses));

  const float size = size_of(*posed_vertices(*model, rest_pose(*model)));
  const Wildness kinds[] = {{.turn = 0},
                            {.turn = 0},
                            {.turn = 1},
                            {.turn = 0.1F},
                            {.turn = 1, .shift = 0.2F * size},
                            {.turn = 1, .scale_low = 0, .scale_high = 10},
                            {.turn = 0.2F, .scale_low = -1, .scale_high = 2},
                            {.turn = 0.2F, .from_origin = 10'000}};
  test::CharacterPair pair(*model);
  Random random(1);
  for (int round = 0; round < rounds; ++round) {
    // Clip after clip, phase after phase.
    const auto sampled = [&](double shift) {
      if (model->clips.empty()) return rest_pose(*model);
      const Clip& clip = model->clips[round / kPhases % model->clips.size()];
      const double phase = (round % kPhases + shift) / kPhases;
      return sample(*model, clip, clip.start() + (clip.end() - clip.start()) * phase);
    };
    const Wildness& wild = kinds[round % std::size(kinds)];
    const Pose a = test::random_motion(random, sampled(0), wild);
    Pose b = wild.from_origin > 0 ? a : test::random_motion(random, sampled(0.5), wild);
    for (float& weight : b.morph_weights) weight = random.between(-1, 2);
    const auto near = [&] { return random.between(-0.4F, 0.4F) * size; };
    b = placed(std::move(b), placement({near(), near(), near()}, 0));
    pair.set_poses(a, b);
    pair.expect_brute_forces_pairs();
    pair.expect_spheres_enclose();
    if (HasFatalFailure() || HasNonfatalFailure()) FAIL() << "round " << round;
  }
  std::printf("%d poses, %zu contacts\n", 2 * rounds, pair.found());
}

}  // namespace
}  // namespace dermis
