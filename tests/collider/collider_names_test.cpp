// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A collider, and its file, name parts, joints and limbs: hosts need the model for baking alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "dermis/dermis.h"

namespace dermis {
namespace {

using testing::HasSubstr;

Model two_parts() {
  Model model = make_man();
  const auto half = static_cast<std::uint32_t>(model.triangles.size() / 2);
  Part second = model.parts[0];
  second.primitive = 1;
  second.first_triangle = half;
  second.triangle_count -= half;
  model.parts[0].triangle_count = half;
  model.parts.push_back(second);
  return model;
}

void expect_names(const Collider& collider, const Model& model) {
  EXPECT_EQ(collider.name(), model.name);
  ASSERT_EQ(collider.parts().size(), model.parts.size());
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    EXPECT_EQ(collider.parts()[p].label, model.parts[p].label());
    EXPECT_EQ(collider.parts()[p].first_triangle, model.parts[p].first_triangle);
    EXPECT_EQ(collider.parts()[p].triangle_count, model.parts[p].triangle_count);
  }
  ASSERT_EQ(collider.joint_count(), model.skeleton.joints.size());
  for (std::uint32_t j = 0; j < collider.joint_count(); ++j) {
    const std::string& name = model.skeleton.nodes[model.skeleton.joints[j].node].name;
    EXPECT_EQ(collider.joint_name(j), name);
    EXPECT_EQ(*collider.find_joint(name), j);
  }
  for (std::uint32_t t = 0; t < model.triangles.size(); t += 97) {
    EXPECT_EQ(collider.part_of(t), locate(model, t).part);
    std::vector<std::uint32_t> joints;
    for (const std::uint32_t v : model.triangles[t]) {
      for (const Influence& i : model.influences.of(v)) {
        if (i.weight > 0) joints.push_back(i.joint);
      }
    }
    std::ranges::sort(joints);
    joints.erase(std::ranges::unique(joints).begin(), joints.end());
    EXPECT_EQ(collider.joints_of(t), joints) << t;
  }
  Bounds bounds{model.positions[0], model.positions[0]};
  for (const Vec3& p : model.positions) {
    bounds.low = {std::min(bounds.low.x, p.x), std::min(bounds.low.y, p.y),
                  std::min(bounds.low.z, p.z)};
    bounds.high = {std::max(bounds.high.x, p.x), std::max(bounds.high.y, p.y),
                   std::max(bounds.high.z, p.z)};
  }
  EXPECT_EQ(collider.rest_bounds(), bounds);
}

void expect_same_limbs(const LimbTable& a, const LimbTable& b) {
  ASSERT_EQ(a.limbs.size(), b.limbs.size());
  for (std::size_t l = 0; l < a.limbs.size(); ++l) {
    EXPECT_EQ(a.limbs[l].name, b.limbs[l].name);
    EXPECT_EQ(a.limbs[l].parent, b.limbs[l].parent);
    EXPECT_EQ(a.limbs[l].joint, b.limbs[l].joint);
    EXPECT_EQ(a.limbs[l].joints, b.limbs[l].joints);
  }
  EXPECT_EQ(a.joint_limbs, b.joint_limbs);
  EXPECT_EQ(a.triangle_limbs, b.triangle_limbs);
}

TEST(ColliderNames, AreThoseOfTheModelAlsoAfterAFile) {
  const Model model = two_parts();
  const Collider baked = *bake(model);
  const auto loaded = parse_collider(to_bytes(baked), "memory");
  ASSERT_TRUE(loaded) << loaded.error().message;
  for (const Collider& collider : {baked, *loaded}) {
    expect_names(collider, model);
    expect_same_limbs(collider.limbs(), *group_joints(model));
  }
}

TEST(ColliderNames, JointsHangTogether) {
  const Collider collider = *bake(make_man());
  const std::uint32_t hand = *collider.find_joint("left_hand");
  EXPECT_EQ(collider.joint_name(collider.joint_parent(hand)), "left_forearm");
  EXPECT_THAT(collider.find_joint("left_hnad").error().message,
              HasSubstr("did you mean left_hand"));
}

TEST(ColliderNames, LimbsMayBeTheHosts) {
  const Model man = make_man();
  LimbTable one;
  one.limbs.push_back({"all of him", kNone, 0, {}});
  one.joint_limbs.assign(man.skeleton.joints.size(), 0);
  const Collider collider = *bake(man, {.limbs = one});
  ASSERT_EQ(collider.limbs().limbs.size(), 1U);
  EXPECT_EQ(collider.limbs().limbs[0].joints.size(), man.skeleton.joints.size());
  EXPECT_THAT(collider.limbs().triangle_limbs, testing::Each(0U));
  expect_same_limbs(parse_collider(to_bytes(collider), "memory")->limbs(), collider.limbs());

  one.joint_limbs.pop_back();
  EXPECT_THAT(bake(man, {.limbs = one}).error().message, HasSubstr("BakeOptions::limbs"));
  one.joint_limbs.push_back(7);
  EXPECT_FALSE(bake(man, {.limbs = one}));
  one.joint_limbs.back() = 0;
  one.limbs.push_back(one.limbs.front());
  EXPECT_THAT(bake(man, {.limbs = one}).error().message,
              HasSubstr("two limbs with the name 'all of him'"));
}

/// Without a fitted shape, the collider's own limbs answer.
TEST(ColliderNames, LimbsAnswerWithoutAShape) {
  const Model man = make_man();
  const Collider loaded = *parse_collider(to_bytes(*bake(man)), "memory");
  Character a = *Character::make(loaded);
  Character b = *Character::make(loaded);
  ASSERT_TRUE(a.set_pose(sample(man, man.clips[0], 0.2)));
  ASSERT_TRUE(b.set_pose(placed(sample(man, man.clips[0], 0.2), placement({0.5F, 0, 0}, 0))));
  const LimbContacts found = find_limb_contacts(a, b);
  EXPECT_EQ(found.pairs.size(), find_pairs(a, b).pairs.size());
  ASSERT_FALSE(found.pairs.empty());
  const auto touching = std::ranges::find_if(
      found.contacts, [](const LimbContact& contact) { return contact.pair_count > 0; });
  ASSERT_NE(touching, found.contacts.end());
  EXPECT_FALSE(loaded.limbs().limbs[touching->limb_a].name.empty());
}

/// Contacts name the limbs of the shape, so the collider and its file must, too.
TEST(ColliderNames, LimbsAreThoseOfTheShape) {
  const Model man = make_man();
  const std::vector<LimbOverride> overrides{{"arm", {"left_upper_arm", "left_forearm"}}};
  const CollideShape shape = *make_limbs(man, {.groups = {.overrides = overrides}});
  const Collider baked = *bake(man);
  const Collider collider = *with_limbs(baked, shape);
  ASSERT_TRUE(find_limb(collider.limbs(), "arm"));
  EXPECT_EQ(*find_limb(collider.limbs(), "arm"), *find_limb(shape, "arm"));
  EXPECT_FALSE(find_limb(baked.limbs(), "arm")) << "the first collider stays as it was";
  expect_same_limbs(spheres::bake(collider)->limbs(), collider.limbs());
  const Collider loaded = *parse_collider(to_bytes(collider), "memory");
  expect_same_limbs(loaded.limbs(), collider.limbs());
  EXPECT_EQ(shape_of(loaded).triangle_limbs, shape.triangle_limbs);

  const Model stairs = make_box({2, 1, 2});
  const Collider ground = *with_limbs(*bake(stairs), *make_scenery(stairs, 4));
  EXPECT_GT(shape_of(ground).limbs.size(), 1U);
  EXPECT_EQ(ground.limbs().limbs.size(), 1U) << "pieces of scenery are no limbs";
}

/// The positions of a rigid part are relative to its node.
TEST(ColliderNames, RestBoundsAreThoseOfTheBindPose) {
  Model box = make_box({1, 2, 3});
  box.skeleton.nodes[0].stored.translation = {0, 5, 0};
  box.skeleton.joints[0].rigid = true;
  const Collider baked = *bake(box);
  for (const Collider& collider : {baked, *parse_collider(to_bytes(baked), "memory")}) {
    EXPECT_EQ(collider.rest_bounds(), (Bounds{{-0.5F, 4, -1.5F}, {0.5F, 6, 1.5F}}));
    EXPECT_EQ(collider.bind_pose().joints, bind_pose(box).joints);
    const Character character = *Character::make(collider);
    EXPECT_EQ(character.pose().joints, bind_pose(box).joints);
    for (const Vec3& v : posed_vertices(character)) EXPECT_GE(v.y, 4);
  }
}

}  // namespace
}  // namespace dermis
