// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/ode/physics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "dermis/limbs/make_limbs.h"
#include "dermis/model/solids.h"
#include "dermis/world/world.h"

namespace dermis {
namespace {

/// A ball above a ground, both in a World and in ODE.
class BallOnGround {
 public:
  explicit BallOnGround(float height)
      : ball_model_(make_ball(0.11F, 24)),
        ground_model_(make_box({20, 1, 20})),
        world_(*World::make({.class_count = 2})) {
    const auto limbs = [](const Model& model) {
      return *with_limbs(*bake(model), *make_limbs(model));
    };
    static_cast<void>(world_.set_rule(0, 1, {.detail = PairDetail::limbs}));
    ground_ = *world_.add(limbs(ground_model_), {.collision_class = 0, .tag = 1});
    ball_ = *world_.add(limbs(ball_model_), {.collision_class = 1, .tag = 2});
    static_cast<void>(
        world_.teleport(ground_, placed(bind_pose(ground_model_), placement({0, -0.5F, 0}, 0))));
    body_ = physics_.add_ball(0.11F, 0.43F, {0, height, 0});
  }

  void step(const ode::Material& material) {
    const Pose pose{{ode::to_affine(ode::read(body_))}, {}};
    ASSERT_TRUE(world_.set_poses(std::span(&ball_, 1), std::span(&pose, 1)));
    for (const WorldContact& contact : world_.step().contacts) {
      for (const LimbContact& limbs : contact.limbs.contacts) {
        physics_.add_contact(limbs, nullptr, body_, material);
      }
    }
    physics_.step(1.0 / 240);
  }
  [[nodiscard]] ode::BodyState ball() const { return ode::read(body_); }
  [[nodiscard]] double energy() const { return physics_.energy(); }

 private:
  Model ball_model_, ground_model_;
  World world_;
  ode::Physics physics_;
  ObjectId ground_, ball_;
  dxBody* body_ = nullptr;
};

TEST(Physics, ABallComesToRestOnTheGround) {
  BallOnGround scene(0.5F);
  for (int i = 0; i < 960; ++i) scene.step({});
  EXPECT_NEAR(scene.ball().at.y, 0.11, 0.005);
  EXPECT_NEAR(scene.ball().velocity.y, 0, 0.02);
}

TEST(Physics, ABallBouncesAsHighAsItsMaterialSays) {
  BallOnGround scene(1.11F);
  bool bounced = false;
  float highest = 0;
  for (int i = 0; i < 480; ++i) {
    scene.step({.bounce = 0.7F});
    if (scene.ball().velocity.y > 0.5F) bounced = true;
    if (bounced && scene.ball().velocity.y < 0) break;
    if (bounced) highest = std::max(highest, scene.ball().at.y - 0.11F);
  }
  EXPECT_TRUE(bounced);
  EXPECT_NEAR(highest, 0.49, 0.08);  // 0.7² of a metre, except for damping and steps
}

TEST(Physics, EnergyDoesNotGrow) {
  BallOnGround scene(1);
  double last = scene.energy();
  EXPECT_NEAR(last, 0.43 * 9.81, 0.01);
  for (int i = 0; i < 960; ++i) {
    scene.step({.bounce = 0.5F});
    EXPECT_LT(scene.energy(), last + 0.05);
    last = scene.energy();
  }
}

}  // namespace
}  // namespace dermis
