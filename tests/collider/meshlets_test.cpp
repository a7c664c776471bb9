// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/meshlets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collider/collider_data.h"
#include "collider/meshlet_tree.h"
#include "dermis/dermis.h"
#include "model/weld.h"
#include "query/character_state.h"
#include "support/character_pair.h"
#include "support/models.h"
#include "support/posed_welded.h"
#include "support/random_model.h"
#include "support/random_motion.h"

namespace dermis {
namespace {

using collider::Meshlet;
using testing::Each;
using testing::Le;
using testing::SizeIs;

/// Runs a test with every instruction set. At the end, the best one is in use again.
template <class Test>
void on_every_isa(const Test& test) {
  for (const Isa isa : available_isas()) {
    SCOPED_TRACE(to_string(isa));
    ASSERT_TRUE(use_isa(isa));
    test();
  }
  ASSERT_TRUE(use_isa(available_isas().back()));
}

TEST(Meshlets, HaveEveryTriangleOnceAndAreSmall) {
  const Model creature = make_creature();
  for (const std::size_t most : {8, 32, 128}) {
    const auto tree =
        collider::build_meshlet_tree(creature.triangles, {&creature.positions, 1}, most, {});
    EXPECT_EQ(problem_of(tree, creature.triangles), "");
    EXPECT_THAT(tree.patches, Each(SizeIs(Le(most))));
    for (const auto& patch : tree.patches) {
      EXPECT_THAT(collider::vertices_of(creature.triangles, patch), SizeIs(Le(most)));
    }
  }
}

TEST(Meshlets, AreNearlyFull) {
  // Most of the cost of a meshlet does not depend on its number of triangles.
  const Collider collider = *bake(make_creature());
  EXPECT_GT(double(collider.triangle_count()) / double(collider.meshlet_count()), 0.95 * 32);
}

TEST(Meshlets, TakeOneTriangle) {
  EXPECT_EQ(bake(test::single_triangle())->meshlet_count(), 1U);
}

/// A vertex of a meshlet has the same bits as the vertex of Skin.
TEST(Meshlets, AreDeformedToTheSameBits) {
  // Joints that are near each other, anywhere, equally scaled, and stretched.
  const test::Wildness kinds[] = {{.turn = 0.2F, .shift = 1},
                                  {.turn = 1, .shift = 1},
                                  {.turn = 0.2F, .shift = 1, .scale_low = 2, .scale_high = 2},
                                  {.turn = 1, .shift = 1, .scale_low = 0.5F, .scale_high = 2}};
  for (std::uint32_t round = 0; round < 72; ++round) {
    const std::uint32_t most = 1 + round % 8;
    const Skinning skinning = round < 8    ? Skinning::linear
                              : round < 40 ? Skinning::spherical
                                           : Skinning::dual_quaternion;
    const Model model = test::random_model(most, 300, 9, most);
    Character character = *Character::make(*bake(model, {.skinning = skinning}));
    on_every_isa([&] {
      Pose pose = test::random_pose(most, model);
      if (skinning != Skinning::linear) {
        test::Random random(round);  // joints that do not mirror
        pose.joints.assign(pose.joints.size(), {});
        pose = test::random_motion(random, std::move(pose), kinds[round / 8 % 4]);
      }
      ASSERT_TRUE(character.set_pose(pose));
      static_cast<void>(deform_all(character));
      const auto expected = test::posed_welded(weld(model), pose, skinning);
      const collider::Meshlets& meshlets = data_of(character.collider()).meshlets;
      const float* const rows = state_of(character).meshlets().rows.data();
      for (const Meshlet& meshlet : meshlets.meshlets) {
        for (std::uint32_t i = 0; i < meshlet.vertex_count; ++i) {
          const std::uint32_t slot = 8 * meshlet.first_block + i;
          const Vec3& v = expected[meshlets.vertices.vertices[slot]];
          const float row[4] = {v.x, v.y, v.z, 0};
          ASSERT_EQ(std::memcmp(rows + std::size_t{4} * slot, row, sizeof(row)), 0) << slot;
        }
      }
    });
  }
}

TEST(Meshlets, BoxesEncloseOnEveryInstructionSet) {
  const Model creature = make_creature();
  test::CharacterPair pair(creature);
  on_every_isa([&] {
    pair.set_poses(sample(creature, creature.clips[0], 0.3),
                   placed(sample(creature, creature.clips[0], 0.9), placement({300, 20, 7}, 30)));
    pair.expect_boxes_enclose();
  });
}

TEST(Meshlets, CollidersAreSmall) {
  for (const Model& model : {make_man(), make_creature()}) {
    const Collider collider = *bake(model);
    EXPECT_LE(double(collider.byte_count()) / double(collider.triangle_count()), 100) << model.name;
  }
}

}  // namespace
}  // namespace dermis
