// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A dressed character in a world is one Character: it is posed once and deformed once.
#include <gtest/gtest.h>

#include <algorithm>

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
      EXPECT_GT(cloth.stats().contacts, 0U);
      if (cloth_first) {
        EXPECT_GT(cloth.stats().search.meshlets_deformed, 0U);
      }
      sum += cloth.stats().search;
    };
    if (cloth_first) step_cloth();
    const WorldStep& step = scene.world.step();
    ASSERT_EQ(step.contacts.size(), 1U);
    EXPECT_GT(step.contacts[0].contacts.pairs.size(), 0U);
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

/// Limbs have their own copies of vertices, in the order in which hulls search them. They are
/// deformed at most once per pose, too.
TEST(DressedObject, DeformsItsLimbsOnce) {
  DressedObject scene;
  scene.pose(0);
  const WorldStep& step = scene.world.step();
  ASSERT_EQ(step.contacts.size(), 1U);
  std::size_t most = 0;
  for (const ObjectId id : {scene.a, scene.b}) {
    const Character& character = *scene.world.character(id);
    most += deform_all(*Character::make(scene.collider)).vertices_deformed;
    for (std::uint32_t limb = 0; limb < scene.collider.limbs().limbs.size(); ++limb) {
      most += limb_vertices(character, limb).size();
    }
  }
  EXPECT_LE(step.stats.limbs.vertices_deformed, most);
  const LimbContacts again = find_limb_contacts(scene.character(), *scene.world.character(scene.b));
  EXPECT_GT(again.pairs.size(), 0U);
  EXPECT_EQ(again.stats.vertices_deformed, 0U) << "limbs and meshlets are those of this pose";
}

}  // namespace
}  // namespace dermis
