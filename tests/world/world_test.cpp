// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/world/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "dermis/limbs/make_limbs.h"
#include "dermis/model/procedural.h"
#include "dermis/model/solids.h"
#include "query/character_state.h"
#include "support/random.h"

namespace dermis {
namespace {

using testing::HasSubstr;

Collider limbs_of(const Model& model) {
  return *with_limbs(*bake(model), *make_limbs(model));
}

Pose standing(const Model& model, const Vec3& at, double turn = 0) {
  return placed(bind_pose(model), placement(at, turn));
}

void put(World& world, ObjectId id, const Pose& pose) {
  ASSERT_TRUE(world.set_poses(std::span(&id, 1), std::span(&pose, 1)));
}

class WorldOfMen : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    man_ = new Model(make_man());
    limbs_ = new Collider(limbs_of(*man_));
    ball_ = new Model(make_ball(0.11F, 24));
    ball_limbs_ = new Collider(limbs_of(*ball_));
  }
  static void TearDownTestSuite() {
    delete man_;
    delete limbs_;
    delete ball_;
    delete ball_limbs_;
  }
  static Model* man_;
  static Collider* limbs_;
  static Model* ball_;
  static Collider* ball_limbs_;
};
Model* WorldOfMen::man_ = nullptr;
Collider* WorldOfMen::limbs_ = nullptr;
Model* WorldOfMen::ball_ = nullptr;
Collider* WorldOfMen::ball_limbs_ = nullptr;

TEST_F(WorldOfMen, ForgetsWhatWasRemoved) {
  World world = *World::make();
  EXPECT_EQ(world.character({}), nullptr);
  const ObjectId first = *world.add(*limbs_);
  EXPECT_TRUE(first);
  EXPECT_NE(world.character(first), nullptr);
  ASSERT_TRUE(world.remove(first));
  EXPECT_EQ(world.character(first), nullptr);
  EXPECT_EQ(world.size(), 0U);
  const ObjectId second = *world.add(*limbs_);
  EXPECT_EQ(second.slot, first.slot);
  EXPECT_NE(second, first);
  const auto again = world.remove(first);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("there is no object 1 of generation 1 any more"));
  EXPECT_FALSE(world.remove({}));
}

TEST_F(WorldOfMen, RefusesWhatDoesNotExist) {
  EXPECT_FALSE(World::make({.class_count = 0}));
  EXPECT_FALSE(World::make({.sub_step = 0}));
  World world = *World::make({.class_count = 2});
  const auto bad_class = world.add(*limbs_, {.collision_class = 2});
  ASSERT_FALSE(bad_class);
  EXPECT_THAT(bad_class.error().message, HasSubstr("no collision class 2; there are 2"));
  EXPECT_FALSE(world.set_rule(0, 7, {}));
  const ObjectId ids[] = {*world.add(*limbs_), *world.add(*limbs_)};
  Pose broken = standing(*man_, {0, 0, 0});
  broken.joints[3].t.x = std::nanf("");
  const std::vector<Pose> poses{standing(*man_, {5, 0, 0}), broken};
  const auto refused = world.set_poses(ids, poses);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("pose 1: "));
  // No object has moved.
  EXPECT_LT(state_of(*world.character(ids[0])).root_box.high.x, 2);
  EXPECT_FALSE(world.set_poses(ids, std::span(poses).first(1)));
  const ObjectId twice[] = {ids[0], ids[0]};
  const std::vector<Pose> same{poses[0], poses[0]};
  const auto again = world.set_poses(twice, same);
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, HasSubstr("pose 1: its object has another pose"));
  EXPECT_LT(state_of(*world.character(ids[0])).root_box.high.x, 2);
  // The refusals leave nothing behind.
  EXPECT_TRUE(world.set_poses(ids, same));
}

TEST_F(WorldOfMen, DoesWhatClassesSay) {
  World world = *World::make({.class_count = 4});
  ASSERT_TRUE(world.set_rule(0, 1, {.detail = PairDetail::ignore}));
  ASSERT_TRUE(world.set_rule(0, 2, {.detail = PairDetail::boxes}));
  ASSERT_TRUE(world.set_rule(3, 0, {.detail = PairDetail::limbs}));
  const ObjectId man = *world.add(*limbs_, {.collision_class = 0});
  put(world, man, standing(*man_, {0, 0, 0}));
  for (std::uint32_t c = 0; c < 4; ++c) {
    const ObjectId other = *world.add(*limbs_, {.collision_class = c});
    put(world, other, standing(*man_, {0.3F, 0, 0}));
    const WorldStep& step = world.step();
    if (c == 1) {
      EXPECT_TRUE(step.contacts.empty());
    } else {
      ASSERT_EQ(step.contacts.size(), 1U) << c;
      const LimbContacts& contacts = step.contacts[0].limbs;
      EXPECT_EQ(contacts.contacts.empty(), c == 2);
      EXPECT_EQ(contacts.pairs.empty(), c != 0);
    }
    ASSERT_TRUE(world.remove(other));
  }
}

TEST_F(WorldOfMen, FiltersLimbsEitherWayRound) {
  World world = *World::make({.class_count = 2});
  ClassRule rule;
  rule.filter = [](const Limb& a, const Limb&) { return a.name == "left_hand"; };
  ASSERT_TRUE(world.set_rule(0, 1, rule));
  // The object of the second class comes first in the order of tags.
  const ObjectId a = *world.add(*limbs_, {.collision_class = 0, .tag = 9});
  const ObjectId b = *world.add(*limbs_, {.collision_class = 1, .tag = 3});
  put(world, a, standing(*man_, {0, 0, 0}));
  put(world, b, standing(*man_, {0.45F, 0, 0}));
  const WorldStep& step = world.step();
  ASSERT_EQ(step.contacts.size(), 1U);
  EXPECT_EQ(step.contacts[0].a, b);
  for (const LimbContact& contact : step.contacts[0].limbs.contacts) {
    EXPECT_EQ(shape_of(*limbs_).limbs[contact.limb_b].name, "left_hand");
  }
}

TEST_F(WorldOfMen, TellsWhatBeginsAndEnds) {
  World world = *World::make();
  const ObjectId a = *world.add(*limbs_, {.tag = 1});
  const ObjectId b = *world.add(*limbs_, {.tag = 2});
  put(world, a, standing(*man_, {0, 0, 0}));
  std::map<std::uint64_t, int> open;
  std::size_t began = 0;
  std::size_t ended = 0;
  for (int frame = 0; frame < 40; ++frame) {
    const float x = 2 - 0.1F * static_cast<float>(frame);
    put(world, b, standing(*man_, {x, 0, 0}));
    for (const WorldEvent& event : world.step().events) {
      switch (event.kind) {
        case WorldEvent::Kind::begin:
          EXPECT_TRUE(open.emplace(event.contact, frame).second);
          ++began;
          break;
        case WorldEvent::Kind::persist:
          EXPECT_TRUE(open.contains(event.contact));
          break;
        case WorldEvent::Kind::end:
          EXPECT_EQ(open.erase(event.contact), 1U);
          ++ended;
          break;
      }
      EXPECT_EQ(event.a, a);
      EXPECT_EQ(event.b, b);
    }
  }
  EXPECT_GT(began, 10U);
  EXPECT_EQ(began, ended);
  // Contacts of a removed object end, too.
  put(world, b, standing(*man_, {0.3F, 0, 0}));
  EXPECT_FALSE(world.step().events.empty());
  ASSERT_TRUE(world.remove(b));
  const WorldStep& last = world.step();
  EXPECT_FALSE(last.events.empty());
  for (const WorldEvent& event : last.events) EXPECT_EQ(event.kind, WorldEvent::Kind::end);
}

/// The content of a step as text, with tags instead of ids.
std::string told(const WorldStep& step, const std::map<ObjectId, std::uint64_t>& tags) {
  std::string text;
  const auto add = [&](auto... numbers) { ((text += std::to_string(numbers) + " "), ...); };
  for (const WorldContact& contact : step.contacts) {
    add(tags.at(contact.a), tags.at(contact.b), contact.time);
    for (const LimbContact& c : contact.limbs.contacts) {
      add(c.limb_a, c.limb_b, c.depth, c.at.x, c.at.y, c.at.z, c.normal.x, c.pair_count);
    }
    for (const TrianglePair& pair : contact.limbs.pairs) add(pair.a, pair.b);
  }
  for (const WorldEvent& e : step.events) {
    add(int(e.kind), e.contact, tags.at(e.a), tags.at(e.b), e.limb_a, e.limb_b);
  }
  return text;
}

TEST_F(WorldOfMen, SaysTheSameInAnyOrderAndWithAnyNumberOfThreads) {
  std::vector<std::string> answers;
  for (const bool all_cores : {false, true}) {
    for (const bool backwards : {false, true}) {
      World world = *World::make({.executor = all_cores ? nullptr : &serial_executor()});
      std::vector<ObjectId> ids(12);
      std::map<ObjectId, std::uint64_t> tags;
      for (std::size_t i = 0; i < ids.size(); ++i) {
        const std::size_t n = backwards ? ids.size() - 1 - i : i;
        ids[n] = *world.add(*limbs_, {.tag = n});
        tags[ids[n]] = n;
      }
      std::string all;
      test::Random random(9);
      for (int frame = 0; frame < 3; ++frame) {
        std::vector<Pose> poses;
        for (std::size_t i = 0; i < ids.size(); ++i) {
          const float x = random.between(-1, 1);
          const float z = random.between(-1, 1);
          const float turn = random.between(0, 360);
          const float time = random.unit();
          poses.push_back(placed(sample(*man_, man_->clips[0], time), placement({x, 0, z}, turn)));
        }
        ASSERT_TRUE(world.set_poses(ids, poses));
        all += told(world.step(), tags);
      }
      answers.push_back(all);
    }
  }
  EXPECT_GT(answers[0].size(), 1000U);
  for (const std::string& answer : answers) EXPECT_TRUE(answer == answers[0]);
}

/// A ball faster than anybody can shoot crosses a hand in one step.
TEST_F(WorldOfMen, CatchesABallAtAHundredMetresASecond) {
  const std::uint32_t hand = *find_limb(shape_of(*limbs_), "left_hand");
  const auto caught = [&](MotionTest motion, PairDetail detail) -> std::vector<WorldContact> {
    World world = *World::make({.class_count = 2});
    EXPECT_TRUE(world.set_rule(0, 1, {.detail = detail, .motion = motion}));
    const ObjectId man = *world.add(*limbs_, {.collision_class = 0, .tag = 1});
    const ObjectId ball = *world.add(*ball_limbs_, {.collision_class = 1, .tag = 2});
    put(world, man, standing(*man_, {0, 0, 0}));
    // Past the body, through the hand at x = 0.6, y = 0.9.
    put(world, ball, standing(*ball_, {0.62F, 0.88F, -0.84F}));
    world.step();
    put(world, man, standing(*man_, {0, 0, 0}));
    put(world, ball, standing(*ball_, {0.62F, 0.88F, 0.83F}));
    return world.step().contacts;
  };
  EXPECT_TRUE(caught(MotionTest::none, PairDetail::exact).empty());
  for (const MotionTest motion : {MotionTest::spheres, MotionTest::sub_steps, MotionTest::exact}) {
    for (const PairDetail detail : {PairDetail::limbs, PairDetail::exact}) {
      const auto contacts = caught(motion, detail);
      ASSERT_EQ(contacts.size(), 1U) << int(motion);
      ASSERT_FALSE(contacts[0].limbs.contacts.empty());
      EXPECT_EQ(contacts[0].limbs.contacts[0].limb_a, hand) << int(motion);
      EXPECT_GT(contacts[0].time, 0.2);
      EXPECT_LT(contacts[0].time, 0.6);
    }
  }
  // The exact time is not later than that of sub-steps, and not earlier than that of swept balls.
  const auto exact = caught(MotionTest::exact, PairDetail::exact);
  const auto steps = caught(MotionTest::sub_steps, PairDetail::exact);
  const auto balls = caught(MotionTest::spheres, PairDetail::exact);
  EXPECT_LE(exact[0].time, steps[0].time);
  EXPECT_LE(balls[0].time, exact[0].time);
  EXPECT_LT(steps[0].time - exact[0].time, 0.02);
}

TEST_F(WorldOfMen, SeesAStickThatTurns) {
  const Model stick = make_capsule(2, 0.03F, 16);
  const Collider limbs = limbs_of(stick);
  for (const MotionTest motion : {MotionTest::spheres, MotionTest::sub_steps, MotionTest::exact}) {
    World world = *World::make({.class_count = 2});
    ASSERT_TRUE(world.set_rule(0, 1, {.motion = motion}));
    const ObjectId turning = *world.add(limbs, {.collision_class = 0, .tag = 1});
    const ObjectId ball = *world.add(*ball_limbs_, {.collision_class = 1, .tag = 2});
    const auto turned = [](float sine, float cosine) {
      return Pose{{to_affine({{}, {sine, 0, 0, cosine}, {1, 1, 1}})}, {}};
    };
    put(world, ball, standing(*ball_, {0, 0.7F, 0}));
    put(world, turning, turned(-0.3007F, 0.9537F));  // 35 degrees to one side
    world.step();
    put(world, ball, standing(*ball_, {0, 0.7F, 0}));
    put(world, turning, turned(0.3007F, 0.9537F));  // and to the other
    const WorldStep& step = world.step();
    EXPECT_EQ(step.contacts.size(), 1U) << int(motion);
    EXPECT_EQ(step.stats.limbs.feature_tests > 0, motion == MotionTest::exact) << "its own work";
  }
}

TEST_F(WorldOfMen, LivesWithPlacesFarAwayAndInside) {
  World world = *World::make({.class_count = 1});
  ASSERT_TRUE(world.set_rule(0, 0, {.motion = MotionTest::exact}));
  const ObjectId a = *world.add(*ball_limbs_, {.tag = 1});
  const ObjectId b = *world.add(limbs_of(make_ball(1)), {.tag = 2});
  const auto both_at = [&](float x) {
    put(world, a, standing(*ball_, {x, 0, 0}));
    put(world, b, standing(*ball_, {x, 0, 0}));
    return world.step().contacts.size();
  };
  EXPECT_EQ(both_at(0), 1U);
  EXPECT_EQ(both_at(0.1F), 1U);  // the small ball is wholly inside while it moves
  static_cast<void>(both_at(1e31F));
  static_cast<void>(both_at(1.1e31F));
  // A refused teleport changes nothing.
  put(world, a, standing(*ball_, {0, 0, 0}));
  world.step();
  Pose broken = standing(*ball_, {0, 0, 0});
  broken.joints[0].t.x = std::nanf("");
  const auto refused = world.teleport(a, broken);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::Not(testing::HasSubstr("pose 0")));
  EXPECT_FALSE(World::make({.max_sub_steps = 4'000'000'000U}));
}

TEST_F(WorldOfMen, FindsThePairsThatBoxesSay) {
  const Model box = make_box({0.8F, 1.8F, 0.8F});
  const Collider limbs = limbs_of(box);
  World world = *World::make({.class_count = 1});
  ASSERT_TRUE(world.set_rule(0, 0, {.detail = PairDetail::boxes}));
  constexpr std::size_t kCount = 1000;
  std::vector<ObjectId> ids;
  for (std::size_t i = 0; i < kCount; ++i) ids.push_back(*world.add(limbs, {.tag = i}));
  test::Random random(10);
  const float side = std::sqrt(2.0F * kCount);
  std::vector<Vec3> places(kCount);
  for (Vec3& p : places) {
    p.x = random.between(0, side);
    p.z = random.between(0, side);
  }
  for (int frame = 0; frame < 3; ++frame) {
    std::vector<Pose> poses;
    for (const Vec3& p : places) poses.push_back(standing(box, p));
    std::vector<math::Box> before;
    for (const ObjectId id : ids) before.push_back(state_of(*world.character(id)).root_box);
    ASSERT_TRUE(world.set_poses(ids, poses));
    std::vector<std::pair<std::size_t, std::size_t>> expected;
    std::vector<math::Box> boxes;
    for (std::size_t i = 0; i < kCount; ++i) {
      boxes.push_back(state_of(*world.character(ids[i])).root_box);
      if (frame > 0) boxes[i].include(before[i]);
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      for (std::size_t j = i + 1; j < kCount; ++j) {
        if (overlap(boxes[i], boxes[j])) expected.emplace_back(i, j);
      }
    }
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (const WorldContact& contact : world.step().contacts) {
      found.emplace_back(contact.a.slot - 1, contact.b.slot - 1);
    }
    EXPECT_TRUE(found == expected);
    EXPECT_GT(found.size(), 100U);
    for (Vec3& p : places) {
      p.x += random.between(-0.02F, 0.02F);
      p.z += random.between(-0.02F, 0.02F);
    }
  }
}

}  // namespace
}  // namespace dermis
