// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/character.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dermis/dermis.h"
#include "query/character_state.h"
#include "scenes/engine.h"
#include "spheres/sphere_data.h"
#include "support/character_pair.h"
#include "support/models.h"
#include "support/random_model.h"
#include "support/random_motion.h"

namespace dermis {
namespace {

using test::CharacterPair;
using test::Random;
using test::Wildness;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Character, WalkingDwarvesCollideAsBruteForceSays) {
  const Model dwarf = make_dwarf();
  const Clip& walk = dwarf.clips[0];
  CharacterPair pair(dwarf);
  for (int phase = 0; phase < 20; ++phase) {
    const double time = walk.end() * phase / 20;
    const float apart = 0.1F * static_cast<float>(phase);
    pair.set_poses(sample(dwarf, walk, time),
                   placed(sample(dwarf, walk, 1 - time), placement({0.1F, 0, apart}, 170)));
    pair.expect_brute_forces_pairs();
    pair.expect_spheres_enclose();
    pair.expect_boxes_enclose();
  }
  EXPECT_GT(pair.found(), 1000U);
}

TEST(Character, CollidesAsBruteForceSaysInWildPoses) {
  const Wildness kinds[] = {{.turn = 0.05F},
                            {.turn = 1},
                            {.turn = 1, .shift = 0.5F},
                            {.turn = 1, .shift = 0.1F, .scale_low = 0, .scale_high = 2},
                            {.turn = 0.3F, .scale_low = -1, .scale_high = 10},
                            {.turn = 0, .scale_low = 0, .scale_high = 0},
                            {.turn = 1, .scale_low = 1e-24F, .scale_high = 1e-22F},
                            {.turn = 0.1F, .from_origin = 10'000},
                            {.turn = 1, .scale_low = -1e37F, .scale_high = 1e37F}};
  const Model dwarf = make_dwarf();
  CharacterPair pair(dwarf);
  Random random(7);
  for (const Wildness& wild : kinds) {
    for (int round = 0; round < 4; ++round) {
      const Pose base = sample(dwarf, dwarf.clips[0], random.between(0, 1));
      const Pose a = test::random_motion(random, base, wild);
      // Close to the first character.
      const Vec3 near{random.between(-0.3F, 0.3F), 0, random.between(-0.3F, 0.3F)};
      pair.set_poses(a, placed(a, placement(near, 0)));
      pair.expect_brute_forces_pairs();
      pair.expect_spheres_enclose();
      pair.expect_boxes_enclose();
    }
  }
  EXPECT_GT(pair.found(), 10'000U);
}

TEST(Character, AnyNumberOfInfluencesAndMorphTargets) {
  for (std::uint32_t most = 1; most <= 8; ++most) {
    const Model model = test::random_model(most, 80, 9, most);
    CharacterPair pair(model);
    Random random(most);
    for (int round = 0; round < 5; ++round) {
      Pose a = test::random_pose(100 * most + round, model);
      a.morph_weights = {random.between(-1, 2), 0, random.between(-3, 3)};
      pair.set_poses(a, test::random_pose(100 * most + round + 50, model));
      pair.expect_brute_forces_pairs();
      pair.expect_spheres_enclose();
      pair.expect_boxes_enclose();
    }
    EXPECT_GT(pair.found(), 100U);
  }
}

TEST(Character, ApartRefitsTwoSpheresAndDeformsNothing) {
  const Model man = make_man();
  CharacterPair pair(man);
  pair.set_poses(stored_pose(man), placed(stored_pose(man), placement({5, 0, 0}, 0)));
  const QueryStats stats = find_pairs(pair.a(), pair.b(), scenes::Engine::on_demand_spheres).stats;
  EXPECT_EQ(stats.spheres_refitted, 2U);
  EXPECT_EQ(stats.sphere_tests, 1U);
  EXPECT_EQ(stats.vertices_deformed, 0U);
}

TEST(Character, RefitsAndDeformsOncePerPose) {
  const Model dwarf = make_dwarf();
  CharacterPair pair(dwarf);
  const Pose pose = stored_pose(dwarf);
  pair.set_poses(pose, placed(pose, placement({0.4F, 0, 0}, 0)));
  for (const scenes::Engine method :
       {scenes::Engine::on_demand_spheres, scenes::Engine::meshlets}) {
    const QueryStats first = find_pairs(pair.a(), pair.b(), method).stats;
    const QueryStats second = find_pairs(pair.a(), pair.b(), method).stats;
    EXPECT_GT(first.spheres_refitted + first.boxes_refitted, 30U);
    EXPECT_GT(first.vertices_deformed, 10U);
    EXPECT_LT(first.vertices_deformed, 2 * dwarf.positions.size());
    EXPECT_EQ(second.spheres_refitted + second.boxes_refitted, 0U);
    EXPECT_EQ(second.vertices_deformed + second.meshlets_deformed, 0U);
    EXPECT_EQ(second.triangle_tests, first.triangle_tests);
  }
}

TEST(Character, RigidThingsAreCharactersWithOneJoint) {
  const Model wall = test::single_triangle();
  Character scenery = *Character::make(*bake(wall));
  ASSERT_TRUE(scenery.set_pose({{Affine{{9, 0, 0}, {0, 9, 0}, {0, 0, 9}, {-3, -3, 0}}}, {}}));
  const Model dwarf = make_dwarf();
  Character walker = *Character::make(*bake(dwarf));
  ASSERT_TRUE(walker.set_pose(stored_pose(dwarf)));
  const auto a = *posed_vertices(dwarf, stored_pose(dwarf));
  const std::vector<Vec3> b{{-3, -3, 0}, {6, -3, 0}, {-3, 6, 0}};
  EXPECT_EQ(find_pairs(walker, scenery).pairs,
            brute_force::find_pairs({a, dwarf.triangles}, {b, wall.triangles}).pairs);
  EXPECT_FALSE(find_any_pair(scenery, walker).pairs.empty());
}

TEST(Character, RefusesBadPosesAndStaysAsItWas) {
  const Model dwarf = make_dwarf();
  CharacterPair pair(dwarf);
  const Pose pose = stored_pose(dwarf);
  pair.set_poses(pose, pose);
  Character other = *Character::make(pair.a().collider());
  EXPECT_THAT(other.set_pose({}).error().message, HasSubstr("0 joint matrices"));
  Pose broken = pose;
  broken.joints[3].t.y = std::numeric_limits<float>::quiet_NaN();
  ASSERT_TRUE(other.set_pose(pose));
  EXPECT_THAT(other.set_pose(broken).error().message, HasSubstr("NaN"));
  EXPECT_EQ(find_pairs(other, pair.b()).pairs, find_pairs(pair.a(), pair.b()).pairs);
}

TEST(Engine, HasNames) {
  for (const scenes::Engine method : all_values<scenes::Engine>())
    EXPECT_EQ(*parse<scenes::Engine>(to_string(method)), method);
  EXPECT_THAT(parse<scenes::Engine>("magic").error().message, HasSubstr("on-demand-spheres"));
}

TEST(Character, OutlivesTheLastEpoch) {
  const Model dwarf = make_dwarf();
  CharacterPair pair(dwarf);
  const Pose pose = stored_pose(dwarf);
  const Pose other = placed(pose, placement({0.4F, 0, 0}, 0));
  // The second pose expects the contacts of the first pose.
  Pairs before[2];
  for (Pairs& contacts : before) {
    pair.set_poses(pose, other);
    contacts = find_pairs(pair.a(), pair.b());
  }
  const auto spheres_before =
      find_pairs(pair.a(), pair.b(), scenes::Engine::on_demand_spheres).stats.spheres_refitted;
  // As if two billion poses had been set.
  for (const Character* const character : {&pair.a(), &pair.b()}) {
    const_cast<Character::State&>(state_of(*character)).epoch = base::LazyStamps::kLastEpoch - 1;
  }
  // The last epoch knows no contacts of the epoch before it, and the first epoch has none before
  // it.
  for (const Pairs* expected : {&before[0], &before[0], &before[1]}) {
    pair.set_poses(pose, other);
    const Pairs after = find_pairs(pair.a(), pair.b());
    EXPECT_EQ(after.pairs, expected->pairs);
    EXPECT_EQ(after.stats.boxes_refitted, expected->stats.boxes_refitted);
    EXPECT_EQ(after.stats.meshlets_deformed, expected->stats.meshlets_deformed);
    EXPECT_EQ(
        find_pairs(pair.a(), pair.b(), scenes::Engine::on_demand_spheres).stats.spheres_refitted,
        spheres_before);
  }
}

TEST(Character, EagerMethodsRefitEverythingOnce) {
  const Model dwarf = make_dwarf();
  CharacterPair pair(dwarf);
  pair.set_poses(stored_pose(dwarf), placed(stored_pose(dwarf), placement({5, 0, 0}, 0)));
  const auto stats = [&](scenes::Engine method) {
    return find_pairs(pair.a(), pair.b(), method).stats;
  };
  const std::size_t nodes = 2 * spheres::sphere_count(pair.a().collider());
  const QueryStats spheres = stats(scenes::Engine::bottom_up_spheres);
  EXPECT_EQ(spheres.spheres_refitted, nodes);
  EXPECT_EQ(spheres.vertices_deformed, 2 * dwarf.positions.size());
  EXPECT_EQ(spheres.sphere_tests, 1U);
  EXPECT_EQ(stats(scenes::Engine::bottom_up_boxes).boxes_refitted, nodes);
  EXPECT_EQ(stats(scenes::Engine::bottom_up_boxes).boxes_refitted, 0U) << "the pose is the same";
}

TEST(Character, StandsInTheBindPoseAtFirst) {
  const Model dwarf = make_dwarf();
  const Character fresh = *Character::make(*bake(dwarf));
  Character posed = *Character::make(fresh.collider());
  ASSERT_TRUE(posed.set_pose(placed(bind_pose(dwarf), placement({0.2F, 0, 0}, 0))));
  const auto a = *posed_vertices(dwarf, bind_pose(dwarf));
  const auto b = *posed_vertices(dwarf, placed(bind_pose(dwarf), placement({0.2F, 0, 0}, 0)));
  const auto expected = brute_force::find_pairs({a, dwarf.triangles}, {b, dwarf.triangles}).pairs;
  EXPECT_FALSE(expected.empty());
  for (const scenes::Engine method : all_values<scenes::Engine>()) {
    EXPECT_EQ(find_pairs(fresh, posed, method).pairs, expected) << to_string(method);
  }
}

#ifndef NDEBUG
TEST(CharacterDeathTest, RefusesAPoseWhileAQueryRuns) {
  const Model model = test::single_triangle();
  Character character = *Character::make(*bake(model));
  ++state_of(character).running_questions;
  EXPECT_DEATH(static_cast<void>(character.set_pose(stored_pose(model))), "while a question runs");
  --state_of(character).running_questions;
}
#endif

TEST(Character, BoundsEncloseALargeModelThatJointsShrinkUnevenly) {
  // In tenths of millimetres, and far from its origin.
  Model model = *make_procedural("man");
  for (Vec3& p : model.positions) p = {10'000 * p.x, 10'000 * p.y, 10'000 * p.z};
  Pose pose = sample(model, model.clips.front(), 0.3);
  for (Affine& joint : pose.joints) {
    const auto shrunk = [](const Vec3& v, float by) { return Vec3{by * v.x, by * v.y, by * v.z}; };
    joint = {shrunk(joint.x, 1e-4F),
             shrunk(joint.y, 1e-4F),
             shrunk(joint.z, 1.1e-4F),
             {joint.t.x + 100, joint.t.y + 50, joint.t.z + 25}};
  }
  test::CharacterPair pair(model, Skinning::spherical, Skinning::dual_quaternion);
  pair.set_poses(pose, pose);
  pair.expect_spheres_enclose();
  pair.expect_boxes_enclose();
}

/// Near the limit of float32, the bind pose itself overflows. This is an error, never an empty
/// answer.
TEST(Character, IsRefusedWithoutABindPose) {
  Model model = test::single_triangle();
  for (Vec3& v : model.positions) v = {3e31F * v.x, 3e31F * v.y, 3e31F * v.z};
  const auto collider = bake(model, {.skinning = Skinning::dual_quaternion});
  ASSERT_TRUE(collider) << "this one may be baked";
  const auto character = Character::make(*collider);
  ASSERT_FALSE(character);
  EXPECT_THAT(character.error().message, HasSubstr("bind pose"));
  World world = *World::make();
  EXPECT_FALSE(world.add(*collider));
}

}  // namespace
}  // namespace dermis
