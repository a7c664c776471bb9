// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/doubles.h"
#include "scenes/count_inside.h"
#include "scenes/dressed.h"
#include "scenes/garments.h"
#include "support/cloths.h"
#include "support/nearest_search.h"

namespace dermis {
namespace {

using scenes::count_inside;
using scenes::square_of_cloth;
using test::all_finite;
using test::apart;
using test::kStep;
using testing::HasSubstr;

/// A body and a search for it.
struct Body {
  explicit Body(Model made) : model(std::move(made)), search(test::search_meshlets(*bake(model))) {}

  [[nodiscard]] std::size_t inside(const Cloth& cloth, const Pose& now) const {
    const auto posed = *posed_vertices(model, now);
    return count_inside({posed, model.triangles}, cloth.positions());
  }

  Model model;
  std::unique_ptr<test::NearestSearch> search;
  Pose pose = bind_pose(model);
};

Pose moved_to(Pose pose, const Vec3& at, double turn = 0) {
  return placed(std::move(pose), placement(at, turn));
}

TEST(ClothPutOn, PushesShallowVerticesOut) {
  const Body ball(make_ball(0.3F, 48));
  // The cloth goes through the ball, a centimetre below its top.
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 0.5), {0, 0.29, 0}));
  ASSERT_GT(ball.inside(cloth, ball.pose), 3U);
  const auto ok = cloth.put_on(ball.search->character());
  ASSERT_TRUE(ok) << ok.error().message;
  EXPECT_EQ(ball.inside(cloth, ball.pose), 0U);
  EXPECT_EQ(cloth.stats().inside, 0U);
  EXPECT_GT(cloth.stats().pushed, 0U);
  EXPECT_LE(test::stretch_of(square_of_cloth(264, 0.5), cloth.positions()), 0.1);
}

TEST(ClothPutOn, LeavesWhatIsOutside) {
  const Body ball(make_ball(0.3F, 48));
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 0.5), {0, 0.4, 0}));
  const auto before = cloth.positions();
  ASSERT_TRUE(cloth.put_on(ball.search->character()));
  EXPECT_EQ(cloth.positions(), before);
}

TEST(ClothPutOn, RefusesWhatIsDeepInside) {
  const Body man(make_mannequin());
  // In the middle of the trunk; the second one is half a millimetre wide.
  for (const double side : {0.04, 0.0005}) {
    Cloth cloth = *Cloth::make(test::moved(square_of_cloth(30, side), {0, 1.2, 0}));
    const std::size_t deep = man.inside(cloth, man.pose);
    ASSERT_EQ(deep, cloth.positions().size());
    const auto ok = cloth.put_on(man.search->character());
    ASSERT_FALSE(ok) << "it ends with " << man.inside(cloth, man.pose) << " inside";
    EXPECT_THAT(ok.error().message, HasSubstr(std::to_string(deep)));
    EXPECT_TRUE(all_finite(cloth.positions()));
  }
}

TEST(ClothPins, FollowSkinAndJoints) {
  const Body man(make_mannequin());
  const Clip& walk = man.model.clips[*find_clip(man.model, "walk")];
  const Pose first = sample(man.model, walk, 0);
  ASSERT_TRUE(man.search->set_pose(first));
  // A tie in front of the chest: one end is pinned to the skin, the other to the hips.
  const Mesh rest{{{0, 1.3, 0.2}, {0.03, 1.25, 0.2}, {-0.03, 1.2, 0.2}}, {{0, 1, 2}}};
  Cloth cloth = *Cloth::make(rest);
  std::vector<NearestSkin> skin(1);
  man.search->find({&rest.positions[0], 1}, 1, skin);
  ASSERT_TRUE(skin[0].found());
  ASSERT_TRUE(cloth.pin(0, man.search->character()));
  ASSERT_TRUE(cloth.pin(2, 0, man.search->character()));
  math::Affined back;
  ASSERT_TRUE(invert(math::to_double(first.joints[0]), back));
  for (int i = 1; i <= 30; ++i) {
    const Pose pose = sample(man.model, walk, i * kStep);
    ASSERT_TRUE(test::step(cloth, kStep, *man.search, pose));
    const auto posed = *posed_vertices(man.model, pose);
    // The distance from the skin is as before, over the same place of the same triangle.
    Point place{};
    const Triangle& t = man.model.triangles[skin[0].triangle];
    for (std::size_t c = 0; c < 3; ++c) {
      const double w = skin[0].weights[c];
      place = {place[0] + w * posed[t[c]].x, place[1] + w * posed[t[c]].y,
               place[2] + w * posed[t[c]].z};
    }
    EXPECT_NEAR(apart(cloth.positions()[0], place), std::abs(skin[0].distance), 1e-6);
    const math::Vec3d goal =
        math::to_double(pose.joints[0]) * (back * math::Vec3d{-0.03, 1.2, 0.2});
    EXPECT_LT(apart(cloth.positions()[2], {goal.x, goal.y, goal.z}), 1e-9);
  }
}

TEST(ClothStepWithBody, StaysAsItWasWhenItRefuses) {
  const Body ball(make_ball(0.3F, 24));
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(100, 0.5), {0, 0.31, 0}));
  ASSERT_TRUE(cloth.put_on(ball.search->character()));
  ASSERT_TRUE(test::step(cloth, kStep, *ball.search, ball.pose));
  const auto before = cloth.positions();
  Pose bad = ball.pose;
  bad.joints[0].t.x = std::nanf("");
  EXPECT_FALSE(test::step(cloth, kStep, *ball.search, bad));
  EXPECT_FALSE(test::step(cloth, kStep, *ball.search, {}));
  EXPECT_FALSE(test::step(cloth, 0, *ball.search, ball.pose));
  EXPECT_FALSE(test::step(cloth, 10, *ball.search, ball.pose));
  EXPECT_FALSE(cloth.step_without_response(-1, ball.search->character()));
  EXPECT_EQ(cloth.positions(), before);
  EXPECT_TRUE(test::step(cloth, kStep, *ball.search, ball.pose));
}

TEST(ClothStepWithBody, WithoutResponsePassesThrough) {
  const Body ball(make_ball(0.3F, 24));
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(100, 0.5), {0, 0.31, 0}));
  for (int i = 0; i < 12; ++i) {
    ASSERT_TRUE(cloth.step_without_response(kStep, ball.search->character()));
  }
  EXPECT_GT(ball.inside(cloth, ball.pose), 10U);
}

/// A board that is tilted by tan 0.3.
TEST(ClothStepWithBody, StaysOnASlopeOrSlides) {
  const Body board(make_box({4, 0.2F, 2}));
  Transform tilt;
  tilt.rotation = {0, 0, -std::sin(std::atan(0.3F) / 2), std::cos(std::atan(0.3F) / 2)};
  const Pose pose = placed(board.pose, to_affine(tilt));
  ASSERT_TRUE(board.search->set_pose(pose));
  for (const bool holds : {true, false}) {
    ClothOptions options;
    options.material.friction = holds ? 0.5 : 0.1;
    options.margin = 0.05;
    Mesh rest = square_of_cloth(264, 0.6);
    for (Point& p : rest.positions) {
      const double length = std::hypot(1, 0.3);
      p = {p[0] / length + 0.3 * 0.1055 / length, (-0.3 * p[0] + 0.1055) / length, p[2]};
    }
    Cloth cloth = *Cloth::make(rest, options);
    ASSERT_TRUE(cloth.put_on(board.search->character()));
    const auto start = cloth.positions();
    for (int i = 0; i < 60; ++i) {
      ASSERT_TRUE(test::step(cloth, kStep, *board.search, pose));
      ASSERT_EQ(board.inside(cloth, pose), 0U);
    }
    double mean = 0;
    for (std::size_t v = 0; v < start.size(); ++v) {
      mean += apart(start[v], cloth.positions()[v]) / double(start.size());
    }
    std::printf("friction %.1f: %.4f m\n", options.material.friction, mean);
    if (holds) {
      EXPECT_LT(mean, 0.01);
    } else {
      EXPECT_GT(mean, 0.5);
    }
  }
}

/// Thirteen centimetres per step: much more than the margin of the search.
TEST(ClothStepWithBody, HasNoVertexInsideAfterAFastFall) {
  const Body ball(make_ball(0.3F, 32));
  ClothOptions options;
  options.air_density = 0;
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 0.8), {0, 3.3, 0}), options);
  for (int i = 0; i < 90; ++i) {
    ASSERT_TRUE(test::step(cloth, kStep, *ball.search, ball.pose));
    ASSERT_EQ(ball.inside(cloth, ball.pose), 0U) << "step " << i;
  }
}

/// A ball flies through hanging cloth at 30 m/s.
TEST(ClothStepWithBody, HasNoVertexInsideAFastBody) {
  const Body ball(make_ball(0.3F, 32));
  Cloth cloth = *Cloth::make(square_of_cloth(264, 1));
  ASSERT_TRUE(cloth.pin(0));
  ASSERT_TRUE(cloth.pin(16));
  Pose pose = moved_to(ball.pose, {0, -1, 0});
  ASSERT_TRUE(ball.search->set_pose(pose));
  ASSERT_TRUE(cloth.put_on(ball.search->character()));
  for (int i = 1; i < 4; ++i) {
    pose = moved_to(ball.pose, {0, -1 + 0.5F * static_cast<float>(i), 0});
    ASSERT_TRUE(test::step(cloth, kStep, *ball.search, pose));
    ASSERT_TRUE(all_finite(cloth.positions()));
    ASSERT_EQ(ball.inside(cloth, pose), 0U) << "step " << i;
  }
}

/// A ball is moved up under a cloth at 2 m/s.
/// Cloth that meets a body first in a step, without put_on(), does not know how the body moved.
TEST(ClothStepWithBody, FindsSkinOfABodyThatItDidNotKnow) {
  const Body ball(make_ball(0.3F, 48));
  Cloth cloth = *Cloth::make(square_of_cloth(30, 0.04));  // in the middle of the ball
  ASSERT_EQ(ball.inside(cloth, ball.pose), cloth.positions().size());
  ASSERT_TRUE(cloth.step(kStep, ball.search->character()));
  EXPECT_EQ(cloth.stats().inside, ball.inside(cloth, ball.pose));
  EXPECT_GT(cloth.stats().pushed + cloth.stats().inside, 0U);
}

/// The motion starts anew: nothing is searched as far as the body was carried.
TEST(ClothPutOn, ForgetsHowTheBodyCameThere) {
  Body ball(make_ball(0.3F, 48));
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 0.5), {100, 0.4, 0}));
  ASSERT_TRUE(cloth.put_on(ball.search->character()));
  ASSERT_TRUE(ball.search->set_pose(moved_to(ball.pose, {100, 0, 0})));
  ASSERT_TRUE(cloth.put_on(ball.search->character()));
  ASSERT_TRUE(cloth.step(kStep, ball.search->character()));
  EXPECT_LT(cloth.stats().search.points, 2 * cloth.positions().size());
}

TEST(ClothPins, RefuseABodyWithFewerTriangles) {
  const Body man(make_mannequin());
  const Body ball(make_ball(0.3F, 8));
  const std::vector<Vec3> skin = posed_vertices(man.search->character());
  const Vec3& last = skin[man.model.triangles.back()[0]];
  const Point at{last.x, last.y, last.z};
  Cloth cloth =
      *Cloth::make({{at, {at[0], at[1] + 0.1, at[2]}, {at[0] + 0.1, at[1], at[2]}}, {{0, 1, 2}}});
  ASSERT_TRUE(cloth.pin(0, man.search->character()));
  const auto ok = cloth.step(kStep, ball.search->character());
  ASSERT_FALSE(ok);
  EXPECT_THAT(ok.error().message, HasSubstr("triangle that this body does not have"));
}

TEST(ClothStepWithBody, IsLiftedByABody) {
  const Body ball(make_ball(0.3F, 32));
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 1), {0, 0.31, 0}));
  ASSERT_TRUE(cloth.put_on(ball.search->character()));
  for (int i = 1; i <= 60; ++i) {
    const Pose pose = moved_to(ball.pose, {0, 2.0F / 60 * static_cast<float>(i), 0});
    ASSERT_TRUE(test::step(cloth, kStep, *ball.search, pose));
    ASSERT_EQ(ball.inside(cloth, pose), 0U) << "step " << i;
    ASSERT_EQ(cloth.stats().inside, 0U);
    ASSERT_LE(cloth.stats().stretch, 0.1);
  }
}

/// With friction, and without.
TEST(ClothStepWithBody, IsCarriedByABody) {
  const Body board(make_box({3, 0.2F, 1}));
  for (const double friction : {0.5, 0.0}) {
    ClothOptions options;
    options.material.friction = friction;
    Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 0.6), {0, 0.1051, 0}), options);
    ASSERT_TRUE(board.search->set_pose(board.pose));
    ASSERT_TRUE(cloth.put_on(board.search->character()));
    const auto start = cloth.positions();
    for (int i = 1; i <= 60; ++i) {
      const Pose pose = moved_to(board.pose, {0.5F / 60 * static_cast<float>(i), 0, 0});
      ASSERT_TRUE(test::step(cloth, kStep, *board.search, pose));
      ASSERT_EQ(board.inside(cloth, pose), 0U) << "step " << i;
    }
    double mean = 0;
    for (std::size_t v = 0; v < start.size(); ++v) {
      mean += (cloth.positions()[v][0] - start[v][0]) / double(start.size());
    }
    // The board moves half a metre. The cloth loses a few centimetres until it is as fast.
    EXPECT_NEAR(mean, friction > 0 ? 0.475 : 0, 0.02);
  }
}

/// Characters can turn around from one frame to the next, or vanish by a scale of 0.
TEST(ClothStepWithBody, StaysFiniteWhenABodyJumps) {
  for (const Model& model : {make_box({0.5F, 0.5F, 0.5F}), make_ball(0.3F, 24), make_mannequin()}) {
    const Body body(model);
    Pose half_over = body.pose;
    for (Affine& joint : half_over.joints) {
      joint = compose(to_affine({{}, {1, 0, 0, 0}, {1, 1, 1}}), joint);
    }
    const std::pair<const char*, Pose> jumps[] = {
        {"half around", moved_to(body.pose, {0, 0, 0}, 180)},
        {"half over", half_over},
        {"a quarter", moved_to(body.pose, {0, 0, 0}, 90)},
        {"far away", moved_to(body.pose, {1000, 0, 0})},
        {"flat", placed(body.pose, {{1, 0, 0}, {}, {0, 0, 1}, {}})},
        {"vanished", placed(body.pose, {{}, {}, {}, {}})}};
    const double top = model.name == "mannequin" ? 1.75 : 0.26;
    for (const auto& [name, pose] : jumps) {
      ASSERT_TRUE(body.search->set_pose(body.pose));
      Cloth cloth = *Cloth::make(test::moved(square_of_cloth(100, 0.4), {0, top, 0}));
      // It may begin deep inside the head.
      static_cast<void>(cloth.put_on(body.search->character()));
      for (const Pose& next : {body.pose, pose, pose, body.pose, body.pose}) {
        ASSERT_TRUE(test::step(cloth, kStep, *body.search, next));
        const bool finite = all_finite(cloth.positions()) && all_finite(cloth.velocities());
        EXPECT_TRUE(finite) << model.name << ' ' << name;
        if (!finite) break;
      }
    }
  }
}

TEST(ClothStepWithBody, LivesWithHolesAndNeedles) {
  Model man = make_mannequin();
  std::erase_if(man.triangles, [n = 0](const Triangle&) mutable { return n++ % 7 == 0; });
  man.parts[0].triangle_count = static_cast<std::uint32_t>(man.triangles.size());
  for (std::size_t t = 0; t < man.triangles.size(); t += 11) {
    man.positions[man.triangles[t][0]] = man.positions[man.triangles[t][1]];
  }
  const Clip& walk = man.clips[*find_clip(man, "walk")];
  const Body body(man);
  const auto boxes = test::search_body_boxes(man);
  ASSERT_TRUE(boxes);
  for (test::NearestSearch* const search : {body.search.get(), boxes->get()}) {
    ClothOptions options;
    options.search = search == body.search.get() ? NearestMethod::meshlets : NearestMethod::boxes;
    Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 0.8), {0, 1.8, 0}), options);
    static_cast<void>(cloth.put_on(search->character()));
    for (int i = 0; i < 90; ++i) {
      ASSERT_TRUE(test::step(cloth, kStep, *search, sample(man, walk, i * kStep)));
      ASSERT_TRUE(all_finite(cloth.positions()));
    }
  }
}

/// A thickness of 0 is allowed.
TEST(ClothStepWithBody, IsNotInsideWithoutThickness) {
  const Body ball(make_ball(0.3F, 32));
  ClothOptions options;
  options.thickness = 0;
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 0.8), {0, 0.31, 0}), options);
  for (int i = 0; i < 60; ++i) {
    ASSERT_TRUE(test::step(cloth, kStep, *ball.search, ball.pose));
    ASSERT_TRUE(all_finite(cloth.positions()));
    ASSERT_EQ(cloth.stats().inside, 0U) << "step " << i;
  }
}

/// The body may be another character with the same collider in every step.
TEST(ClothStepWithBody, MayChangeItsCharacter) {
  const Model man = make_mannequin();
  const Clip& walk = man.clips[*find_clip(man, "walk")];
  const Collider collider = *bake(man);
  Character all[] = {*Character::make(collider), *Character::make(collider),
                     *Character::make(collider)};
  const auto run = [&](bool changes) {
    for (Character& body : all) EXPECT_TRUE(body.set_pose(sample(man, walk, 0)));
    Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 0.8), {0.14, 1.75, 0}));
    EXPECT_TRUE(cloth.put_on(all[0]));
    for (int i = 1; i < 40; ++i) {
      Character& body = all[changes ? i % 3 : 0];
      EXPECT_TRUE(body.set_pose(sample(man, walk, i * kStep)));
      EXPECT_TRUE(cloth.step(kStep, body));
    }
    return cloth.positions();
  };
  EXPECT_EQ(run(true), run(false));
}

/// A body without the joint that cloth is pinned to is refused.
TEST(ClothPins, RefusesABodyWithoutTheJoint) {
  const Body man(make_mannequin());
  const Body ball(make_ball(0.3F, 24));
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(30, 0.3), {0, 2, 0}));
  ASSERT_TRUE(cloth.pin(0, static_cast<std::uint32_t>(man.pose.joints.size() - 1),
                        man.search->character()));
  EXPECT_FALSE(test::step(cloth, kStep, *ball.search, ball.pose));
}

/// Split seams touch from the beginning, and two pinned sheets that are led through each other
/// cannot be kept apart. The step ends nevertheless.
TEST(ClothSelfCollision, EndsWhereItCannotBeAvoided) {
  ClothOptions options;
  options.self_collision = true;
  // Two triangles side by side, each with its own corners.
  Cloth seam = *Cloth::make(
      {{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 1}}, {{0, 1, 2}, {3, 4, 5}}},
      options);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(seam.step(kStep));
  EXPECT_TRUE(all_finite(seam.positions()));

  const Model ball = make_ball(0.1F, 8);
  const auto body = test::search_brute_force(*bake(ball));
  Cloth crossing = *Cloth::make(
      {{{0, 0.2, 0}, {0.1, 0.2, 0}, {0, 0.2, 0.1}, {0, 0.22, 0}, {0.1, 0.22, 0}, {0, 0.22, 0.1}},
       {{0, 1, 2}, {3, 4, 5}}},
      options);
  ASSERT_TRUE(body->set_pose(bind_pose(ball)));
  for (const std::uint32_t v : {0U, 1U, 2U}) ASSERT_TRUE(crossing.pin(v));
  for (const std::uint32_t v : {3U, 4U, 5U}) ASSERT_TRUE(crossing.pin(v, 0, body->character()));
  ASSERT_TRUE(test::step(crossing, kStep, *body, moved_to(bind_pose(ball), {0, -0.1F, 0})));
  EXPECT_TRUE(all_finite(crossing.positions()));
}

/// An upright sheet falls in folds.
TEST(ClothSelfCollision, KeepsFoldsApart) {
  Mesh rest = square_of_cloth(264, 0.6);
  for (Point& p : rest.positions) p = {p[0], 0.35 - p[2], 0.02 * p[0] * p[2]};
  for (const bool self_collision : {false, true}) {
    ClothOptions options;
    options.self_collision = self_collision;
    options.floor = 0;
    Cloth cloth = *Cloth::make(rest, options);
    std::size_t crossings = 0;
    std::size_t kept = 0;
    for (int i = 0; i < 80; ++i) {
      ASSERT_TRUE(cloth.step(kStep));
      ASSERT_TRUE(all_finite(cloth.positions()));
      const auto floats = test::to_floats(cloth.positions());
      crossings += brute_force::find_self_pairs({floats, cloth.triangles()}).pairs.size();
      kept += cloth.stats().stopped_pairs;
      if (self_collision) {
        ASSERT_EQ(crossings, 0U) << "step " << i;
      }
    }
    std::printf("%zu crossings, %zu contacts stopped, stretch %.3f\n", crossings, kept,
                cloth.stats().stretch);
    EXPECT_EQ(crossings == 0, self_collision);
    EXPECT_LE(test::stretch_of(rest, cloth.positions()), 0.1);
    for (const Point& p : cloth.positions()) EXPECT_GE(p[1], 0);
  }
}

/// A ball flies into two layers at 30 m/s. They do not pass through each other, and the vertices
/// that stay inside the ball are counted.
TEST(ClothSelfCollision, KnowsWhatIsInsideAFastBody) {
  const Body ball(make_ball(0.3F, 32));
  ClothOptions options;
  options.self_collision = true;
  Mesh layers = square_of_cloth(264, 1);
  const auto count = static_cast<std::uint32_t>(layers.positions.size());
  for (const auto& [a, b, c] : square_of_cloth(264, 1).triangles) {
    layers.triangles.push_back({a + count, b + count, c + count});
  }
  for (std::uint32_t v = 0; v < count; ++v) {
    layers.positions.push_back(layers.positions[v]);
    layers.positions.back()[1] += 0.015;
  }
  Cloth cloth = *Cloth::make(std::move(layers), options);
  // One pinned vertex is in the way of the ball.
  const std::uint32_t in_the_way = count + 140;
  for (const std::uint32_t v : {0U, 16U, count, count + 16, in_the_way}) ASSERT_TRUE(cloth.pin(v));
  Pose pose = moved_to(ball.pose, {0, -1, 0});
  ASSERT_TRUE(ball.search->set_pose(pose));
  ASSERT_TRUE(cloth.put_on(ball.search->character()));
  std::size_t kept = 0;
  for (int i = 1; i < 8; ++i) {
    pose = moved_to(ball.pose, {0, -1 + 0.5F * static_cast<float>(i), 0});
    ASSERT_TRUE(test::step(cloth, kStep, *ball.search, pose));
    ASSERT_TRUE(all_finite(cloth.positions()));
    kept += cloth.stats().stopped_pairs;
    const auto floats = test::to_floats(cloth.positions());
    EXPECT_EQ(brute_force::find_self_pairs({floats, cloth.triangles()}).pairs.size(), 0U)
        << "step " << i;
    const auto posed = *posed_vertices(ball.model, pose);
    std::vector<Point> free = cloth.positions();
    free.erase(free.begin() + in_the_way);
    EXPECT_EQ(count_inside({posed, ball.model.triangles}, free), cloth.stats().inside)
        << "step " << i;
  }
  EXPECT_GT(kept, 0U);
}

/// Cloth that is pinned too far apart stays stretched.
TEST(ClothSelfCollision, EndsWhereClothMustBeStretched) {
  ClothOptions options;
  options.self_collision = true;
  const Model box = make_box({0.1F, 0.1F, 0.1F});
  const Pose pose = bind_pose(box);
  const auto body = test::search_meshlets(*bake(box));
  ASSERT_TRUE(body->set_pose(pose));
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 1), {0, 2, 0}), options);
  ASSERT_TRUE(cloth.pin(0));
  ASSERT_TRUE(cloth.pin(16, 0, body->character()));
  ASSERT_TRUE(test::step(cloth, kStep, *body, moved_to(pose, {0.5F, 0, 0})));
  EXPECT_TRUE(all_finite(cloth.positions()));
  EXPECT_GT(cloth.stats().stretch, options.max_stretch);
}

/// The statistics are those of the last step, with a body or without one.
TEST(ClothStats, AreThoseOfTheLastStep) {
  const Body ball(make_ball(0.3F, 32));
  Cloth cloth = *Cloth::make(test::moved(square_of_cloth(264, 1), {0, 0.31, 0}));
  ASSERT_TRUE(ball.search->set_pose(ball.pose));
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(test::step(cloth, kStep, *ball.search, ball.pose));
  EXPECT_GT(cloth.stats().near_skin, 0U);
  ASSERT_TRUE(cloth.step_without_response(kStep, ball.search->character()));
  const auto near = std::ranges::count_if(cloth.nearest_skin(), &NearestSkin::found);
  EXPECT_GT(near, 0);
  EXPECT_EQ(cloth.stats().near_skin, near);
  ASSERT_TRUE(cloth.step(kStep));
  EXPECT_EQ(cloth.stats().near_skin, 0U);
  EXPECT_EQ(cloth.stats().inside, 0U);
}

/// A step ends from any start.
TEST(ClothSelfCollision, EndsWhereClothPassesThroughItselfAtFirst) {
  ClothOptions options;
  options.self_collision = true;
  const Mesh crossed{{{-1, 0, -1}, {1, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0.1, 1, 0.1}, {0.3, 1, 0}},
                     {{0, 1, 2}, {3, 4, 5}}};
  Cloth cloth = *Cloth::make(crossed, options);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(cloth.step(kStep));
  EXPECT_TRUE(all_finite(cloth.positions()));
}

}  // namespace
}  // namespace dermis
