// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/limbs/make_limbs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "dermis/limbs/limbs.h"
#include "dermis/model/procedural.h"
#include "dermis/model/solids.h"
#include "dermis/skinning/skin.h"
#include "support/models.h"
#include "support/named_model.h"
#include "support/random_motion.h"
#include "support/segment_distance.h"

namespace dermis {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::vector<std::string> names(const CollideShape& shape) {
  std::vector<std::string> result;
  for (const Limb& limb : shape.limbs) result.push_back(limb.name);
  return result;
}

/// Every joint and every triangle is in one limb; parents come first.
void expect_sound(const Model& model, const CollideShape& shape) {
  std::set<std::uint32_t> joints;
  for (std::uint32_t l = 0; l < shape.limbs.size(); ++l) {
    const Limb& limb = shape.limbs[l];
    for (const std::uint32_t j : limb.joints) {
      EXPECT_TRUE(joints.insert(j).second);
      EXPECT_EQ(shape.joint_limbs[j], l);
    }
    EXPECT_THAT(limb.joints, Contains(limb.joint));
    EXPECT_TRUE(limb.parent == kNone || limb.parent < l);
    EXPECT_FALSE(limb.name.empty());
  }
  EXPECT_EQ(joints.size(), model.skeleton.joints.size());
  EXPECT_EQ(shape.triangle_limbs.size(), model.triangles.size());
}

TEST(MakeLimbs, KnowsTheLimbsOfAMan) {
  const Model man = make_man();
  const auto shape = group_limbs(man);
  ASSERT_TRUE(shape) << shape.error().message;
  expect_sound(man, *shape);
  EXPECT_THAT(names(*shape),
              testing::UnorderedElementsAre(
                  "hips", "spine", "chest", "neck", "head", "left_clavicle", "right_clavicle",
                  "left_upper_arm", "left_forearm", "left_hand", "right_upper_arm", "right_forearm",
                  "right_hand", "left_thigh", "left_shin", "left_foot", "right_thigh", "right_shin",
                  "right_foot"));
  const Limb& hand = shape->limbs[*find_limb(*shape, "left_hand")];
  EXPECT_EQ(hand.joints.size(), 3U);  // fingers and thumb are merged
  EXPECT_EQ(shape->limbs[hand.parent].name, "left_forearm");
}

TEST(MakeLimbs, DoesWhatTheArtistSays) {
  const Model man = make_man();
  LimbOptions options;
  options.groups.overrides = {{"left arm", {"left_upper_arm", "left_forearm", "left_hand"}},
                              {"thumb", {"right_thumb"}}};
  const auto shape = make_limbs(man, options);
  ASSERT_TRUE(shape) << shape.error().message;
  expect_sound(man, *shape);
  const Limb& arm = shape->limbs[*find_limb(*shape, "left arm")];
  EXPECT_EQ(arm.joints.size(), 5U);  // fingers and thumb follow
  EXPECT_TRUE(find_limb(*shape, "thumb"));
  const auto unknown = find_limb(*shape, "wing");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error().message, HasSubstr("there is no limb 'wing'; there are hips"));
}

TEST(MakeLimbs, RefusesWhatItCannotDo) {
  const Model man = make_man();
  const auto expect_refusal = [&](const LimbOptions& options, const char* reason) {
    const auto shape = make_limbs(man, options);
    ASSERT_FALSE(shape);
    EXPECT_THAT(shape.error().message, HasSubstr(reason));
  };
  expect_refusal({.groups = {.overrides = {{"arm", {"left_arm"}}}}},
                 "'left_arm', which the model does not");
  expect_refusal({.groups = {.overrides = {{"arm", {}}}}}, "the limb 'arm' has no joints");
  expect_refusal({.groups = {.overrides = {{"a", {"head"}}, {"b", {"head"}}}}},
                 "'head' is in the limb 'b'");
  expect_refusal({.clips = {{99}}}, "there is no clip 99");
  expect_refusal({.frames_per_second = 0}, "frames_per_second");
  expect_refusal({.frames_per_second = std::nan("")}, "frames_per_second");
  expect_refusal({.groups = {.min_share = 2}}, "not between 0 and 1");
  expect_refusal({.max_volumes = 0}, "0 volumes");
}

TEST(MakeLimbs, ItsStepsRefuseModelsAndShapesAndChangeNothing) {
  const Model man = make_man();
  CollideShape shape = *group_limbs(man);
  Model broken = man;
  broken.triangles[0][0] = 1'000'000;
  EXPECT_THAT(fit_capsules(broken, shape).error().message, HasSubstr("vertex 1000000"));
  EXPECT_THAT(measure_fit(broken, shape, bind_pose(man)).error().message,
              HasSubstr("vertex 1000000"));
  Model many = man;
  many.influences = {};
  const std::vector<Influence> influences(65, {0, 1.0F / 65});
  for (std::size_t v = 0; v < man.positions.size(); ++v) many.influences.add_vertex(influences);
  EXPECT_FALSE(make_limbs(many, {.skinning = Skinning::spherical}));
  CollideShape wrong = shape;
  wrong.limbs[2].joint = 99;
  EXPECT_THAT(measure_fit(man, wrong, bind_pose(man)).error().message,
              HasSubstr("joint 99, which does not exist"));
  EXPECT_THAT(fit_capsules(man, wrong).error().message,
              HasSubstr("joint 99, which does not exist"));
  // A clip that cannot be posed: no capsule is fitted.
  Model flat = man;
  flat.clips[0].channels = {
      {.path = ChannelPath::scale, .target = 3, .times = {0}, .values = {-1, 1, 1}}};
  const auto refused = fit_capsules(flat, shape, {.skinning = Skinning::spherical});
  ASSERT_FALSE(refused);
  for (const Limb& limb : shape.limbs) EXPECT_EQ(limb.bound, Capsule{});
}

TEST(MakeLimbs, MakesOneLimbOfOneJoint) {
  for (const Model& model : {make_ball(0.5F), make_box({1, 2, 3}), test::single_triangle()}) {
    const auto shape = make_limbs(model);
    ASSERT_TRUE(shape) << shape.error().message;
    expect_sound(model, *shape);
    ASSERT_EQ(shape->limbs.size(), 1U);
  }
  const auto ball = make_limbs(make_ball(0.5F));
  const Limb& limb = ball->limbs[0];
  EXPECT_NEAR(limb.bound.radius, 0.5, 0.005);
  ASSERT_EQ(limb.volumes.size(), 1U);
  EXPECT_NEAR(limb.volumes[0].radius, 0.5, 0.005);
}

TEST(MakeLimbs, LivesWithZeroScale) {
  Model man = make_man();
  Clip clip;
  clip.name = "vanish";
  clip.channels.push_back(
      {ChannelPath::scale, Interpolation::linear, 0, 3, {0, 1}, {1, 1, 1, 0, 0, 0}});
  man.clips = {clip};
  const auto shape = make_limbs(man);
  ASSERT_TRUE(shape) << shape.error().message;
  for (const Limb& limb : shape->limbs) EXPECT_TRUE(std::isfinite(limb.bound.radius));
  Character character = *Character::make(*with_limbs(*bake(man), *shape));
  ASSERT_TRUE(character.set_pose(sample(man, clip, 1)));
  for (const Capsule& bound : limb_bounds(character)) EXPECT_TRUE(std::isfinite(bound.radius));
}

TEST(MakeLimbs, GivesARootWithoutVerticesToWhatHangsOnIt) {
  Model man = make_man();
  // One more joint above the hips, which moves no vertex.
  Node root;
  root.name = "root";
  for (Node& node : man.skeleton.nodes) {
    node.parent = node.parent == kNone ? 0 : node.parent + 1;
  }
  man.skeleton.nodes.insert(man.skeleton.nodes.begin(), root);
  for (Joint& joint : man.skeleton.joints) ++joint.node;
  for (Part& part : man.parts) ++part.node;
  man.skeleton.joints.push_back({0, {}, false});
  man.clips.clear();
  const auto shape = make_limbs(man);
  ASSERT_TRUE(shape) << shape.error().message;
  for (const Limb& limb : shape->limbs) EXPECT_FALSE(limb.volumes.empty()) << limb.name;
}

TEST(MakeLimbs, FitsClipsOfTheSameName) {
  Model man = make_man();
  man.clips[3].name = man.clips[0].name;
  const auto shape = group_limbs(man);
  ASSERT_TRUE(shape);
  EXPECT_THAT(shape->clips, testing::ElementsAre("walk", "twist", "run", "3"));
}

TEST(MakeLimbs, BoundsAreTight) {
  for (const char* const name : {"man", "creature"}) {
    const Model model = *make_procedural(name);
    const auto shape = make_limbs(model);
    ASSERT_TRUE(shape);
    for (const double time : {0.0, 0.4}) {
      const auto fit = measure_fit(model, *shape, sample(model, model.clips[0], time));
      ASSERT_TRUE(fit);
      const double ratio = fit->bounds_volume / fit->hulls_volume;
      std::printf("%s at %.1f s: bounds %.4f, hulls %.4f, ratio %.2f, surface error %.1f mm\n",
                  name, time, fit->bounds_volume, fit->hulls_volume, ratio,
                  1e3 * fit->surface_error);
      EXPECT_LE(ratio, 2.2);
      EXPECT_GE(ratio, 1);
      EXPECT_LT(fit->surface_error, 0.015);
    }
  }
}

class LimbBounds : public test::NamedModelTest {};

/// The bounds of level 1, as saved: in all clips, 60 times per second.
TEST_P(LimbBounds, EncloseInEveryClip) {
  const auto shape = make_limbs(model_);
  ASSERT_TRUE(shape) << shape.error().message;
  expect_sound(model_, *shape);
  const Skin skin(model_);
  std::vector<Vec3> posed(skin.vertex_count());
  std::size_t frames = 0;
  for (const Clip& clip : model_.clips) {
    const int count = static_cast<int>(std::ceil((clip.end() - clip.start()) * 60));
    for (int i = 0; i <= count; ++i, ++frames) {
      const Pose pose = sample(model_, clip, clip.start() + i / 60.0);
      ASSERT_TRUE(skin.deform(pose, posed));
      std::vector<Capsule> bounds;
      for (const Limb& limb : shape->limbs) {
        bounds.push_back(moved(limb.bound, pose.joints[limb.joint]));
      }
      for (std::size_t t = 0; t < model_.triangles.size(); ++t) {
        const Capsule& bound = bounds[shape->triangle_limbs[t]];
        for (const std::uint32_t v : model_.triangles[t]) {
          ASSERT_LE(test::distance_to_axis(bound, posed[v]), double{bound.radius})
              << clip.name << " at " << i / 60.0 << " vertex " << v;
        }
      }
    }
  }
  std::printf("%zu limbs, %zu frames, 0 outside\n", shape->limbs.size(), frames);
}

/// The bounds of a pose, for any pose.
TEST_P(LimbBounds, EncloseInAnyPose) {
  LimbOptions options;
  options.clips = std::vector<std::uint32_t>{};
  options.max_volumes = 1;
  test::Random random(6);
  for (const Skinning skinning : all_values<Skinning>()) {
    options.skinning = skinning;
    const auto shape = group_limbs(model_, options);
    ASSERT_TRUE(shape);
    CollideShape fitted = *shape;
    const auto ok = fit_capsules(model_, fitted, options);
    const auto collider = bake(model_, {.skinning = skinning});
    if (!ok || !collider) continue;  // rotations cannot express joints that mirror
    Character character = *Character::make(*with_limbs(*collider, fitted));
    for (int round = 0; round < 12; ++round) {
      test::Wildness wild;
      wild.turn = round % 3 == 0 ? 0.1F : round % 3 == 1 ? 0.4F : 1.0F;
      wild.shift = round % 2 == 0 ? 0.0F : 0.2F;
      wild.scale_low = round % 4 == 3 ? 0.5F : 1.0F;
      wild.scale_high = round % 4 == 3 ? 2.0F : 1.0F;
      Pose pose =
          model_.clips.empty()
              ? bind_pose(model_)
              : sample(model_,
                       model_.clips[random.below(static_cast<std::uint32_t>(model_.clips.size()))],
                       random.unit());
      pose = test::random_motion(random, pose, wild);
      for (float& weight : pose.morph_weights) weight = random.between(-1, 2);
      if (!character.set_pose(pose)) continue;
      const auto bounds = limb_bounds(character);
      for (std::uint32_t l = 0; l < bounds.size(); ++l) {
        for (const Vec3& v : limb_vertices(character, l)) {
          ASSERT_LE(test::distance_to_axis(bounds[l], v), double{bounds[l].radius})
              << fitted.limbs[l].name << ", " << to_string(skinning);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, LimbBounds,
    testing::Values(
        "man", "creature", "dwarf", "CesiumMan/CesiumMan.glb", "RiggedFigure/RiggedFigure.glb",
        "RiggedSimple/RiggedSimple.glb", "Fox/Fox.glb", "SimpleSkin/SimpleSkin.gltf",
        "RecursiveSkeletons/RecursiveSkeletons.glb", "RobotExpressive/RobotExpressive.glb",
        "KayKitKnight/Knight.glb", "Mannequiny/mannequiny-0.3.0.glb",
        "M2MSpider/spider-animations.glb", "M2MDragon/dragon-animations.glb",
        "GenericHandLeft/left.glb", "Alien/Alien.gltf",
        "AssetGeneratorSkins/Animation_Skin_00.gltf", "AssetGeneratorSkins/Animation_Skin_01.gltf",
        "AssetGeneratorSkins/Animation_Skin_02.gltf", "AssetGeneratorSkins/Animation_Skin_04.gltf",
        "AssetGeneratorSkins/Animation_Skin_06.gltf", "AssetGeneratorSkins/Animation_Skin_07.gltf",
        "AssetGeneratorSkins/Animation_Skin_08.gltf",
        "AssetGeneratorSkins/Animation_SkinType_00.gltf",
        "AssetGeneratorSkins/Animation_SkinType_03.gltf", "RiggedFigure/draco/RiggedFigure.gltf",
        "SplitSeamSphere/blender_simple_armature.glb", "TwoJointSets/model_with_motion.glb"),
    test::test_name);

}  // namespace
}  // namespace dermis
