// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A dressed character in a world is one Character: it is posed once. Pairs, nearest skin and cloth
// deform it once. Limbs that ask before them deform vertices of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "dermis/dermis.h"
#include "query/character_state.h"
#include "scenes/garments.h"
#include "support/cloths.h"

namespace dermis {
namespace {

struct DressedObject {
  Model man = make_mannequin();
  Collider collider = *with_limbs(*bake(man), *make_limbs(man));
  World world = *World::make();
  ObjectId a = *world.add(collider, {.tag = 1});
  ObjectId b = *world.add(collider, {.tag = 2});

  void pose(double time) {
    const Pose walk = sample(man, man.clips[0], time);
    const ObjectId ids[] = {a, b};
    const Pose poses[] = {walk, placed(walk, placement({0.15F, 0, 0.05F}, 20))};
    ASSERT_TRUE(world.set_poses(ids, poses));
  }
  [[nodiscard]] const Character& character() const { return *world.character(a); }
};

/// Cloth that lies on the head.
Cloth make_cloth(const Character& body) {
  const std::vector<Vec3> skin = posed_vertices(body);
  const Vec3 top = *std::ranges::max_element(skin, {}, &Vec3::y);
  Cloth cloth = *Cloth::make(
      test::moved(scenes::square_of_cloth(264, 0.8), {top.x, double{top.y} + 0.004, top.z}));
  EXPECT_TRUE(cloth.put_on(body));
  return cloth;
}

TEST(DressedObject, IsPosedOnce) {
  DressedObject scene;
  scene.pose(0);
  Cloth cloth = make_cloth(scene.character());
  const std::uint32_t epoch = state_of(scene.character()).epoch;
  scene.pose(1.0 / 60);
  ASSERT_TRUE(cloth.step(1.0 / 60, scene.character()));
  ASSERT_FALSE(scene.world.step().contacts.empty());
  static_cast<void>(limb_bounds(scene.character()));
  EXPECT_EQ(state_of(scene.character()).epoch, epoch + 1) << "one pose for world, limbs and cloth";
}

/// Exact pairs of the world and nearest skin of the cloth deform every meshlet at most once per
/// pose: their counters and the rest make up all meshlets.
TEST(DressedObject, IsDeformedOnce) {
  for (const bool cloth_first : {true, false}) {
    DressedObject scene;
    scene.pose(0);
    Cloth cloth = make_cloth(scene.character());
    scene.pose(1.0 / 60);
    QueryStats sum;
    const auto step_cloth = [&] {
      ASSERT_TRUE(cloth.step(1.0 / 60, scene.character()));
      EXPECT_GT(cloth.stats().near_skin, 0U);
      if (cloth_first) {
        EXPECT_GT(cloth.stats().search.meshlets_deformed, 0U);
      }
      sum += cloth.stats().search;
    };
    if (cloth_first) step_cloth();
    const WorldStep& step = scene.world.step();
    ASSERT_EQ(step.contacts.size(), 1U);
    EXPECT_GT(step.contacts[0].limbs.pairs.size(), 0U);
    EXPECT_GT(step.stats.limbs.meshlets_deformed, 0U);
    sum += step.stats.limbs;
    if (!cloth_first) step_cloth();
    EXPECT_LT(sum.meshlets_deformed, 2 * scene.collider.meshlet_count());
    for (const ObjectId id : {scene.a, scene.b}) sum += deform_all(*scene.world.character(id));
    EXPECT_EQ(sum.meshlets_deformed, 2 * scene.collider.meshlet_count());
    for (const ObjectId id : {scene.a, scene.b}) {
      EXPECT_EQ(deform_all(*scene.world.character(id)).vertices_deformed, 0U);
    }
  }
}

/// Limbs copy the meshlets that other questions have deformed in this pose. Those that are not all
/// deformed have vertices of their own, once per pose.
TEST(DressedObject, DeformsItsLimbsOnce) {
  DressedObject scene;
  scene.pose(0);
  const Character& b = *scene.world.character(scene.b);
  for (const Character* const character : {&scene.character(), &b}) {
    static_cast<void>(deform_all(*character));
  }
  EXPECT_GT(find_limb_contacts(scene.character(), b).pairs.size(), 0U);
  EXPECT_EQ(find_limb_contacts(scene.character(), b).stats.vertices_deformed, 0U);
  EXPECT_EQ(scene.world.step().stats.limbs.vertices_deformed, 0U) << "cloth and pairs were first";

  scene.pose(0.1);
  const LimbContacts limbs =
      find_limb_contacts(scene.character(), b, {.detail = LimbDetail::limbs});
  EXPECT_GT(limbs.stats.vertices_deformed, 0U);
  EXPECT_EQ(limbs.stats.meshlets_deformed, 0U);
  QueryStats sum = scene.world.step().stats.limbs;
  for (const Character* const character : {&scene.character(), &b}) sum += deform_all(*character);
  EXPECT_EQ(sum.vertices_deformed,
            2 * deform_all(*Character::make(scene.collider)).vertices_deformed)
      << "the step deforms meshlets only: its limbs are those of the question before";
}

TEST(DressedObject, LimbsHaveTheSameBitsHoweverTheyAreDeformed) {
  for (const Skinning skinning :
       {Skinning::linear, Skinning::spherical, Skinning::dual_quaternion}) {
    const Model man = make_man();
    Character own = *Character::make(*bake(man, {.skinning = skinning}));
    Character copied = *Character::make(own.collider());
    const Pose pose = sample(man, man.clips[0], 0.3);
    ASSERT_TRUE(own.set_pose(pose));
    ASSERT_TRUE(copied.set_pose(pose));
    static_cast<void>(deform_all(copied));
    for (std::uint32_t limb = 0; limb < own.collider().limbs().limbs.size(); ++limb) {
      const std::span<const Vec3> a = limb_vertices(own, limb);
      const std::span<const Vec3> b = limb_vertices(copied, limb);
      ASSERT_EQ(a.size(), b.size());
      EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0) << limb;
    }
    EXPECT_EQ(deform_all(copied).vertices_deformed, 0U);
  }
}

}  // namespace
}  // namespace dermis
