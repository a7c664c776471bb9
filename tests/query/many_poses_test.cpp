// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Compares every method with brute force, and every refitted sphere with its vertices, in many
// poses: DERMIS_POSES=20000 in make test-long, 400 by default, fewer with a slow sanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "spheres/bound_blocks.h"
#include "support/character_pair.h"
#include "support/named_model.h"
#include "support/poses_asked_for.h"
#include "support/random_motion.h"

namespace dermis {
namespace {

using spheres::size_of;
using test::Random;
using test::Wildness;

constexpr int kPhases = 20;

/// The number of pairs of wild poses for a model. Small models get many, as brute force takes no
/// time for them, and every kind of wildness at least once.
int wild_rounds(const Model& model, int poses) {
  const double size = double(model.triangles.size()) / 1500;
  const int least = size < 1 ? 6 : poses < 400 ? 1 : 2;
  return std::max(static_cast<int>(poses / 20.0 / (1 + size * size)), least);
}

math::Box box_of(std::span<const Vec3> vertices) {
  math::Box box{vertices[0], vertices[0]};
  for (const Vec3& v : vertices) box.include(v);
  return box;
}

class ManyPoses : public test::NamedModelTest {
 protected:
  void SetUp() override {
    NamedModelTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    size_ = size_of(box_of(*posed_vertices(model_, stored_pose(model_))));
  }

  /// Poses one character wildly from `start_a`, and another near it from `start_b`.
  void pose(test::CharacterPair& pair, const Pose& start_a, const Pose& start_b,
            const Wildness& wild, bool morphs) {
    const Pose a = test::random_motion(random_, start_a, wild);
    Pose b = wild.from_origin > 0 ? a : test::random_motion(random_, start_b, wild);
    if (morphs) {
      for (float& weight : b.morph_weights) weight = random_.between(-1, 2);
    }
    const auto near = [&] { return random_.between(-0.2F, 0.2F) * size_; };
    b = placed(std::move(b), placement({near(), near(), near()}, 0));
    pair.set_poses(a, b);
    pair.expect_spheres_enclose();
    pair.expect_boxes_enclose();
    posed_ += 2;
  }
  void compare(test::CharacterPair& pair, const Pose& start_a, const Pose& start_b,
               const Wildness& wild, bool morphs) {
    pose(pair, start_a, start_b, wild, morphs);
    pair.expect_brute_forces_pairs();
  }

  /// Every joint moves on its own, turned by up to 180°.
  [[nodiscard]] std::vector<Wildness> any_turn() const {
    return {{.turn = 0.1F},
            {.turn = 1},
            {.turn = 0.4F, .shift = 0.1F * size_},
            {.turn = 1, .shift = 0.2F * size_},
            {.turn = 1, .scale_low = 0.3F, .scale_high = 2},
            {.turn = 0.2F, .from_origin = 10'000}};
  }
  /// A pose at a random time of the first clip.
  [[nodiscard]] Pose start() {
    if (model_.clips.empty()) return stored_pose(model_);
    const Clip& clip = model_.clips.front();
    return sample(model_, clip, random_.between(0, 1) * clip.end());
  }

  float size_ = 0;
  Random random_{1};
  int posed_ = 0;
};

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
    test::test_name);

TEST_P(ManyPoses, AgreeWithBruteForceAndAreEnclosed) {
  const int poses = test::poses_asked_for();
  // First the clips unchanged, all of them at all phases if there is time, then wild poses.
  const int clips = std::max(static_cast<int>(model_.clips.size()), 1);
  const int clip_rounds = poses >= 20'000 ? kPhases * clips : poses < 400 ? 1 : 2;
  const int rounds = clip_rounds + wild_rounds(model_, poses);

  const Wildness kinds[] = {{.turn = 1},
                            {.turn = 0.1F},
                            {.turn = 1, .shift = 0.2F * size_},
                            {.turn = 1, .scale_low = 0, .scale_high = 10},
                            {.turn = 0.2F, .scale_low = -1, .scale_high = 2},
                            {.turn = 0.2F, .from_origin = 10'000}};
  test::CharacterPair pair(model_);
  for (int round = 0; round < rounds; ++round) {
    // Clip by clip, phase by phase.
    const auto sampled = [&](double shift) {
      if (model_.clips.empty()) return stored_pose(model_);
      const Clip& clip = model_.clips[static_cast<std::size_t>(round / kPhases % clips)];
      const double phase = (round % kPhases + shift) / kPhases;
      return sample(model_, clip, clip.start() + (clip.end() - clip.start()) * phase);
    };
    const bool as_it_is = round < clip_rounds;
    const Wildness wild = as_it_is ? Wildness{.turn = 0} : kinds[round % std::size(kinds)];
    compare(pair, sampled(0), sampled(0.5), wild, !as_it_is);
    if (HasFailure()) FAIL() << "round " << round;
  }
  EXPECT_GT(pair.found(), 0U) << "nothing was compared";
  std::printf("%d poses, %zu contacts\n", posed_, pair.found());
}

/// Tests bounds only, which takes less time than comparing pairs.
TEST_P(ManyPoses, AreEnclosedHoweverJointsTurn) {
  const std::vector<Wildness> kinds = any_turn();
  test::CharacterPair pair(model_, Skinning::spherical, Skinning::dual_quaternion);
  for (int round = 0; round < std::max(test::poses_asked_for() / 40, 6); ++round) {
    pose(pair, start(), start(), kinds[static_cast<std::size_t>(round) % kinds.size()], true);
    if (HasFailure()) FAIL() << "round " << round;
  }
  std::printf("%d poses\n", posed_);
}

/// Characters with different skinning, in all nine combinations.
TEST_P(ManyPoses, AgreeAndAreEnclosedHoweverTheyAreBlended) {
  const std::vector<Wildness> kinds = any_turn();
  // Large models only spherical against dual quaternion, unless there is time.
  const bool is_small = model_.triangles.size() < 2000;
  const bool all_ways = is_small || test::poses_asked_for() >= 20'000;
  const int rounds = std::max(wild_rounds(model_, test::poses_asked_for()) / 9, is_small ? 6 : 1);
  std::size_t found = 0;
  for (const Skinning skinning_a : all_values<Skinning>()) {
    for (const Skinning skinning_b : all_values<Skinning>()) {
      const bool both_rigid =
          skinning_a == Skinning::spherical && skinning_b == Skinning::dual_quaternion;
      if (!all_ways && !both_rigid) continue;
      test::CharacterPair pair(model_, skinning_a, skinning_b);
      for (int round = 0; round < rounds; ++round) {
        const Pose here = start();
        compare(pair, here, here, kinds[static_cast<std::size_t>(round) % kinds.size()], true);
        if (HasFailure()) {
          FAIL() << to_string(skinning_a) << ", " << to_string(skinning_b) << ", round " << round;
        }
      }
      found += pair.found();
    }
  }
  if (all_ways) {
    EXPECT_GT(found, 0U) << "nothing was compared";
  }
  std::printf("%d poses, %zu contacts\n", posed_, found);
}

}  // namespace
}  // namespace dermis
