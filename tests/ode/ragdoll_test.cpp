// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/ode/ragdoll.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "dermis/limbs/limb_contacts.h"
#include "dermis/limbs/make_limbs.h"
#include "dermis/model/procedural.h"
#include "dermis/model/solids.h"

namespace dermis {
namespace {

constexpr double kStep = 1.0 / 120;

class Ragdolls : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    man_ = new Model(make_man());
    LimbOptions options;
    options.clips = {*find_clip(*man_, "walk"), *find_clip(*man_, "run"),
                     *find_clip(*man_, "kick")};
    shape_ = new CollideShape(*make_limbs(*man_, options));
  }
  static void TearDownTestSuite() {
    delete man_;
    delete shape_;
  }
  static Pose walking(double time, float height = 0) {
    return placed(sample(*man_, man_->clips[0], time), placement({0, height, 0}, 0));
  }
  static void expect_near(const Pose& a, const Pose& b, double most) {
    for (std::size_t j = 0; j < a.joints.size(); ++j) {
      EXPECT_NEAR(a.joints[j].t.x, b.joints[j].t.x, most) << j;
      EXPECT_NEAR(a.joints[j].t.y, b.joints[j].t.y, most) << j;
      EXPECT_NEAR(a.joints[j].x.y, b.joints[j].x.y, most) << j;
    }
  }
  static Model* man_;
  static CollideShape* shape_;
};
Model* Ragdolls::man_ = nullptr;
CollideShape* Ragdolls::shape_ = nullptr;

TEST_F(Ragdolls, HaveTheMassTheyAreGiven) {
  ode::Physics physics;
  const auto doll = ode::Ragdoll::make(physics, *man_, *shape_, {.mass = 80});
  ASSERT_TRUE(doll) << doll.error().message;
  double sum = 0;
  for (std::uint32_t l = 0; l < shape_->limbs.size(); ++l) {
    EXPECT_GT(doll->mass(l), 0.1) << shape_->limbs[l].name;
    sum += doll->mass(l);
  }
  EXPECT_NEAR(sum, 80, 1e-6);
  const double thigh = doll->mass(*find_limb(*shape_, "left_thigh"));
  const double hand = doll->mass(*find_limb(*shape_, "left_hand"));
  EXPECT_GT(thigh, 5 * hand);
}

TEST_F(Ragdolls, AreWhereTheyAreLed) {
  ode::Physics physics;
  auto doll = *ode::Ragdoll::make(physics, *man_, *shape_);
  ASSERT_TRUE(doll.set_pose(walking(0)));
  for (int i = 1; i < 60; ++i) {
    const Pose pose = walking(i * kStep);
    ASSERT_TRUE(doll.follow(pose, kStep));
    physics.step(kStep);
    const Pose now = doll.pose();
    EXPECT_TRUE(now.joints == pose.joints) << i;
    // The bodies are there, too, with the matching speed.
    const auto hips = ode::read(doll.body(0));
    EXPECT_LT(std::abs(hips.velocity.y), 2);
  }
}

TEST_F(Ragdolls, FallAndStandUpAgain) {
  const Model ground_model = make_box({20, 1, 20});
  Character ground = *Character::make(*with_limbs(*bake(ground_model), *make_limbs(ground_model)));
  ASSERT_TRUE(ground.set_pose(placed(bind_pose(ground_model), placement({0, -0.5F, 0}, 0))));
  Character man = *Character::make(*with_limbs(*bake(*man_), *shape_));
  ode::Physics physics;
  auto doll =
      *ode::Ragdoll::make(physics, *man_, *shape_, {.loose_seconds = 3, .blend_seconds = 0.5});
  ASSERT_TRUE(doll.set_pose(walking(0.3, 0.1F)));
  doll.loosen_all();
  EXPECT_TRUE(doll.is_any_loose());
  float deepest = 0;
  for (int i = 0; i < 330; ++i) {
    ASSERT_TRUE(doll.follow(walking(0.3), kStep));
    ASSERT_TRUE(man.set_pose(doll.pose())) << i;  // NaN would be refused
    for (const LimbContact& contact :
         find_limb_contacts(ground, man, {LimbDetail::limbs}).contacts) {
      physics.add_contact(contact, nullptr, doll.body(contact.limb_b), {});
      if (i > 60) deepest = std::max(deepest, contact.depth);
    }
    physics.step(kStep);
  }
  const auto head = ode::read(doll.body(*find_limb(*shape_, "head")));
  EXPECT_LT(head.at.y, 0.5F);  // it lies
  EXPECT_LT(deepest, 0.06F);
  for (int i = 0; i < 120; ++i) {
    ASSERT_TRUE(doll.follow(walking(0.3), kStep));
    physics.step(kStep);
  }
  EXPECT_FALSE(doll.is_any_loose());
  expect_near(doll.pose(), walking(0.3), 1e-6);
}

TEST_F(Ragdolls, LoosenALimbAndWhatHangsOnIt) {
  ode::Physics physics;
  auto doll = *ode::Ragdoll::make(physics, *man_, *shape_);
  const std::uint32_t arm = *find_limb(*shape_, "left_upper_arm");
  const std::uint32_t hand = *find_limb(*shape_, "left_hand");
  const std::uint32_t head = *find_limb(*shape_, "head");
  ASSERT_TRUE(doll.set_pose(walking(0)));
  doll.loosen(arm);
  EXPECT_TRUE(doll.is_loose(arm));
  EXPECT_TRUE(doll.is_loose(hand));
  EXPECT_FALSE(doll.is_loose(head));
  const auto before = ode::read(doll.body(hand));
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(doll.follow(walking(0), kStep));
    physics.step(kStep);
  }
  // The arm is still connected: it does not fall off.
  const auto after = ode::read(doll.body(hand));
  EXPECT_GT(after.at.y, 0.5F);
  EXPECT_LT(std::abs(after.at.x - before.at.x), 0.6F);
  for (int i = 0; i < 240; ++i) {
    ASSERT_TRUE(doll.follow(walking(0), kStep));
    physics.step(kStep);
  }
  EXPECT_FALSE(doll.is_any_loose());
}

TEST_F(Ragdolls, RefuseWhatHasNoMass) {
  ode::Physics physics;
  EXPECT_FALSE(ode::Ragdoll::make(physics, *man_, *shape_, {.mass = 0}));
  EXPECT_FALSE(ode::Ragdoll::make(physics, *man_, *shape_, {.mass = std::nan("")}));
  for (const double bad : {-1.0, double(INFINITY), std::nan("")}) {
    const auto refusal = ode::Ragdoll::make(physics, *man_, *shape_, {.blend_seconds = bad});
    ASSERT_FALSE(refusal);
    EXPECT_THAT(refusal.error().message, testing::HasSubstr("blend_seconds"));
    EXPECT_FALSE(ode::Ragdoll::make(physics, *man_, *shape_, {.margin = bad}));
    EXPECT_FALSE(ode::Ragdoll::make(physics, *man_, *shape_, {.stiffness = bad}));
    EXPECT_FALSE(ode::Ragdoll::make(physics, *man_, *shape_, {.loose_seconds = bad}));
  }
  CollideShape empty = *shape_;
  empty.limbs[3].volumes.clear();
  const auto without = ode::Ragdoll::make(physics, *man_, empty);
  ASSERT_FALSE(without);
  EXPECT_THAT(without.error().message, testing::HasSubstr("no volumes, and so no mass"));
  EXPECT_FALSE(ode::Ragdoll::make(physics, make_dwarf(), *shape_));
  auto doll = *ode::Ragdoll::make(physics, *man_, *shape_);
  EXPECT_FALSE(doll.follow({}, kStep));
  EXPECT_FALSE(doll.follow(walking(0), 0));
}

}  // namespace
}  // namespace dermis
