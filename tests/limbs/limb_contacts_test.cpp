// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/limbs/limb_contacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "dermis/limbs/make_limbs.h"
#include "dermis/model/procedural.h"
#include "dermis/model/solids.h"
#include "dermis/query/find_pairs.h"
#include "dermis/skinning/skin.h"
#include "support/models.h"
#include "support/named_model.h"
#include "support/random.h"
#include "support/sampled_depth.h"
#include "support/segment_distance.h"

namespace dermis {
namespace {

Collider limbs_of(const Model& model) {
  return *with_limbs(*bake(model), *make_limbs(model));
}

Character standing(const Collider& collider, const Model& model, const Vec3& at, double turn = 0) {
  Character character = *Character::make(collider);
  EXPECT_TRUE(character.set_pose(placed(bind_pose(model), placement(at, turn))));
  return character;
}

struct Solids {
  const char* name;
  Model a, b;
  Vec3 at;
  double depth;
};

TEST(LimbContacts, KnowTheDepthOfSolids) {
  const Model ball = make_ball(0.5F, 64);
  const Model box = make_box({1, 2, 3});
  const Model capsule = make_capsule(1, 0.5F, 64);
  const Solids cases[] = {
      {"ball, ball", ball, ball, {0.8F, 0, 0}, 0.2},
      {"ball, box", ball, box, {0.7F, 0.1F, -0.2F}, 0.3},
      {"box, box", box, box, {0.9F, 0.3F, 0.5F}, 0.1},
      {"capsule, capsule", capsule, capsule, {0.9F, 0.4F, 0}, 0.1},
      {"capsule, box", capsule, box, {0.85F, 0.2F, 0.1F}, 0.15},
      {"ball, capsule", ball, capsule, {0.7F, 0.2F, 0}, 0.3},
  };
  for (const Solids& c : cases) {
    const Character a = standing(limbs_of(c.a), c.a, {0, 0, 0});
    const Character b = standing(limbs_of(c.b), c.b, c.at);
    LimbContactOptions query;
    query.volumes = true;
    const LimbContacts found = find_limb_contacts(a, b, query);
    ASSERT_EQ(found.contacts.size(), 1U) << c.name;
    const LimbContact& contact = found.contacts[0];
    EXPECT_NEAR(contact.depth, c.depth, 0.02 * c.depth) << c.name;
    EXPECT_NEAR(contact.normal.x, 1, 0.01) << c.name;
    EXPECT_GT(contact.pair_count, 0U) << c.name;
    EXPECT_EQ(contact.pair_count, found.pairs.size()) << c.name;
    EXPECT_EQ(contact.side_a, LimbSide::left) << c.name;
    EXPECT_EQ(contact.side_b, LimbSide::right) << c.name;
    ASSERT_GT(contact.point_count, 0U) << c.name;
    EXPECT_NEAR(contact.points[0].depth, contact.depth, 1e-5) << c.name;
    std::printf("%-18s depth %.4f, known %.4f, by volumes %.4f and %.4f\n", c.name,
                double{contact.depth}, c.depth, double{contact.a_in_b.depth},
                double{contact.b_in_a.depth});
  }
}

TEST(LimbContacts, StandOnTheGroundWithTheirSoles) {
  const Model man = make_man();
  const Model ground = make_box({20, 1, 20});
  const Character a = standing(limbs_of(man), man, {0, -0.02F, 0});
  const Character b = standing(limbs_of(ground), ground, {0, -0.5F, 0});
  const LimbContacts found = find_limb_contacts(a, b);
  std::vector<std::string> touching;
  for (const LimbContact& contact : found.contacts) {
    if (contact.depth == 0) continue;
    touching.push_back(shape_of(a.collider()).limbs[contact.limb_a].name);
    EXPECT_NEAR(contact.depth, 0.02, 0.01);
    EXPECT_LT(contact.normal.y, -0.999F);
    EXPECT_EQ(contact.side_b, LimbSide::top);
    EXPECT_EQ(contact.point_count, 4U);
    for (const ContactPoint& point : contact.points) {
      EXPECT_NEAR(point.at.y, -point.depth, 1e-4);
      EXPECT_LT(std::abs(point.at.x), 0.4F);
    }
  }
  EXPECT_THAT(touching, testing::UnorderedElementsAre("left_foot", "right_foot"));
}

/// A square of ground with two triangles per square metre. `height` gives its height.
template <class Height>
Model terrain(int size, const Height& height) {
  Model model = test::single_triangle();
  model.positions.clear();
  model.triangles.clear();
  model.influences = {};
  const Influence whole{0, 1};
  for (int z = 0; z <= size; ++z) {
    for (int x = 0; x <= size; ++x) {
      model.positions.push_back({static_cast<float>(x), height(x, z), static_cast<float>(z)});
      model.influences.add_vertex(std::span(&whole, 1));
    }
  }
  const auto at = [&](int x, int z) { return static_cast<std::uint32_t>(z * (size + 1) + x); };
  for (int z = 0; z < size; ++z) {
    for (int x = 0; x < size; ++x) {
      model.triangles.push_back({at(x, z), at(x, z + 1), at(x + 1, z)});
      model.triangles.push_back({at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)});
    }
  }
  model.parts[0].triangle_count = static_cast<std::uint32_t>(model.triangles.size());
  model.parts[0].vertex_count = static_cast<std::uint32_t>(model.positions.size());
  return model;
}

TEST(LimbContacts, KnowTheDepthInSceneryThatIsNotConvex) {
  // A valley: down along x to 10, then up again, at 45 degrees.
  const Model valley = terrain(20, [](int x, int) { return static_cast<float>(std::abs(x - 10)); });
  const auto shape = make_scenery(valley, 32);
  ASSERT_TRUE(shape) << shape.error().message;
  EXPECT_GT(shape->limbs.size(), 10U);
  const Character ground = standing(*with_limbs(*bake(valley), *shape), valley, {0, 0, 0});
  const Model ball_model = make_ball(0.5F, 48);
  const Collider ball = limbs_of(ball_model);
  // In the air above the bottom, but inside the hull of the valley: no contact.
  for (const LimbContact& contact :
       find_limb_contacts(standing(ball, ball_model, {10, 5, 10}), ground).contacts) {
    EXPECT_EQ(contact.depth, 0);
  }
  // In one side: the centre is 0.25 m above it, along the normal.
  const float up = 0.25F * std::sqrt(2.0F);
  for (const bool first : {true, false}) {
    const Character at_side = standing(ball, ball_model, {5.3F, 4.7F + up, 10.4F});
    const LimbContacts found =
        first ? find_limb_contacts(at_side, ground) : find_limb_contacts(ground, at_side);
    float deepest = 0;
    for (const LimbContact& contact : found.contacts) {
      if (contact.depth <= deepest) continue;
      deepest = contact.depth;
      const float towards = first ? 1 : -1;
      EXPECT_NEAR(towards * contact.normal.x, -std::sqrt(0.5), 0.01);
      EXPECT_NEAR(towards * contact.normal.y, -std::sqrt(0.5), 0.01);
    }
    EXPECT_NEAR(deepest, 0.25, 0.005);
    EXPECT_GT(found.pairs.size(), 0U);
  }
  EXPECT_FALSE(make_scenery(make_man()));
}

/// A closed solid in pieces of one triangle. Only the side next to a vertex counts, whichever piece
/// is tested.
TEST(LimbContacts, KnowWhichSideOfSceneryTheyAreIn) {
  const Model box = make_box({4, 0.4F, 4});
  Character slab = *Character::make(*with_limbs(*bake(box), *make_scenery(box, 1)));
  const Model ball_model = make_ball(0.2F, 32);
  const Collider ball = limbs_of(ball_model);
  const auto deepest = [&](const Vec3& at) {
    LimbContact result;
    for (const LimbContact& contact :
         find_limb_contacts(standing(ball, ball_model, at), slab).contacts) {
      if (contact.depth > result.depth) result = contact;
    }
    return result;
  };
  ASSERT_TRUE(slab.set_pose(bind_pose(box)));
  // A centimetre deep in the top, near an edge.
  const LimbContact top = deepest({1.9F, 0.39F, 0});
  EXPECT_NEAR(top.depth, 0.01, 0.001);
  EXPECT_LT(top.normal.y, -0.99F);
  // Wholly inside, just below the top; and free, below the bottom.
  EXPECT_NEAR(deepest({0, 0.0F, 0}).depth, 0.2, 0.01);
  EXPECT_EQ(deepest({0, -0.5F, 0}).depth, 0);
  EXPECT_EQ(deepest({0, 0.5F, 0}).depth, 0);
  ASSERT_TRUE(slab.set_pose({{to_affine({{}, {0, 0, 0.3826834F, 0.9238795F}, {1, 1, 1}})}, {}}));
  EXPECT_EQ(deepest({0.5F, -0.3F, 0}).depth, 0);  // free, below the tilted slab
}

TEST(LimbContacts, HavePointsWhereLimbsCross) {
  const Model capsule = make_capsule(1, 0.1F, 32);
  const Collider limbs = limbs_of(capsule);
  Character a = *Character::make(limbs);
  Character b = *Character::make(limbs);
  ASSERT_TRUE(a.set_pose(bind_pose(capsule)));
  const float half = std::sqrt(0.5F);
  ASSERT_TRUE(b.set_pose({{to_affine({{0, 0, 0.15F}, {0, 0, half, half}, {1, 1, 1}})}, {}}));
  const LimbContacts found = find_limb_contacts(a, b);
  ASSERT_EQ(found.contacts.size(), 1U);
  const LimbContact& contact = found.contacts[0];
  EXPECT_NEAR(contact.depth, 0.05, 0.002);
  ASSERT_GT(contact.point_count, 0U);
  for (std::uint32_t i = 0; i < contact.point_count; ++i) {
    EXPECT_LT(std::abs(contact.points[i].at.x), 0.12F);
    EXPECT_LT(std::abs(contact.points[i].at.y), 0.12F);
  }
}

TEST(LimbContacts, AreNeverLessThanNothing) {
  const Model box = make_box({1, 1, 1});
  const Collider limbs = limbs_of(box);
  for (int i = -20; i <= 20; ++i) {
    const Character a = standing(limbs, box, {100, 0, 0});
    const Character b = standing(limbs, box, {101 + static_cast<float>(i) * 8e-6F, 0, 0});
    for (const LimbContact& contact : find_limb_contacts(a, b).contacts) {
      EXPECT_GE(contact.depth, 0);
      EXPECT_EQ(contact.depth > 0, contact.point_count > 0);
    }
  }
}

TEST(LimbContacts, AreTheSameTheOtherWayRound) {
  const Model man = make_man();
  const Collider collider = limbs_of(man);
  const Character a = standing(collider, man, {0, 0, 0});
  const Character b = standing(collider, man, {0.5F, 0, 0.1F}, 30);
  const LimbContacts there = find_limb_contacts(a, b);
  const LimbContacts back = find_limb_contacts(b, a);
  ASSERT_EQ(there.contacts.size(), back.contacts.size());
  ASSERT_GT(there.contacts.size(), 0U);
  for (const LimbContact& contact : back.contacts) {
    const LimbContact turned = contact.reversed();
    const auto same = std::ranges::find_if(there.contacts, [&](const LimbContact& c) {
      return c.limb_a == turned.limb_a && c.limb_b == turned.limb_b;
    });
    ASSERT_NE(same, there.contacts.end());
    EXPECT_EQ(same->pair_count, turned.pair_count);
    EXPECT_NEAR(same->depth, turned.depth, 1e-4);
  }
}

TEST(LimbContacts, LeaveOutWhatIsFiltered) {
  const Model man = make_man();
  const Collider collider = limbs_of(man);
  const Character a = standing(collider, man, {0, 0, 0});
  const Character b = standing(collider, man, {0.3F, 0, 0});
  const std::uint32_t hand = *find_limb(shape_of(a.collider()), "left_hand");
  LimbContactOptions query;
  query.filter = [&](std::uint32_t limb_a, std::uint32_t) { return limb_a != hand; };
  const LimbContacts found = find_limb_contacts(a, b, query);
  EXPECT_GT(found.contacts.size(), 0U);
  for (const LimbContact& contact : found.contacts) EXPECT_NE(contact.limb_a, hand);
  for (const TrianglePair& pair : found.pairs)
    EXPECT_NE(shape_of(a.collider()).triangle_limbs[pair.a], hand);
}

TEST(LimbContacts, CostNothingBetweenWhatIsApart) {
  const Model man = make_man();
  const Collider collider = limbs_of(man);
  const Character a = standing(collider, man, {0, 0, 0});
  const Character b = standing(collider, man, {3, 0, 0});
  const LimbContacts found = find_limb_contacts(a, b);
  EXPECT_TRUE(found.contacts.empty());
  EXPECT_EQ(found.stats.limb_tests, 0U);
  EXPECT_EQ(found.stats.vertices_deformed, 0U);
}

TEST(LimbContacts, FillYourOwnResult) {
  const Model man = make_man();
  const Collider collider = limbs_of(man);
  const Character a = standing(collider, man, {0, 0, 0});
  LimbContacts kept;
  for (const float aside : {0.3F, 3.0F, 0.5F}) {
    const Character b = standing(collider, man, {aside, 0, 0});
    const LimbContacts expected = find_limb_contacts(a, b);
    find_limb_contacts(a, b, kept);
    EXPECT_EQ(kept.pairs, expected.pairs);
    ASSERT_EQ(kept.contacts.size(), expected.contacts.size());
    for (std::size_t i = 0; i < kept.contacts.size(); ++i) {
      EXPECT_EQ(kept.contacts[i].limb_a, expected.contacts[i].limb_a);
      EXPECT_EQ(kept.contacts[i].depth, expected.contacts[i].depth);
      EXPECT_EQ(kept.contacts[i].first_pair, expected.contacts[i].first_pair);
    }
  }
}

TEST(LimbContacts, RefuseAShapeOfAnotherModel) {
  const auto other = with_limbs(*bake(make_man()), *group_limbs(make_dwarf()));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, testing::HasSubstr("the shape is of another model"));
  CollideShape shape = *group_limbs(make_man());
  shape.triangle_limbs[7] = 1000;
  const auto bad = with_limbs(*bake(make_man()), shape);
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().message, testing::HasSubstr("no limb 1000"));
}

TEST(LimbContacts, RefuseAShapeThatNoFileCouldHold) {
  const Collider man = *bake(make_man());
  const auto refusal = [&](auto change) {
    CollideShape shape = *group_limbs(make_man());
    change(shape);
    const auto result = with_limbs(man, shape);
    return result ? std::string() : result.error().message;
  };
  EXPECT_EQ(refusal([](CollideShape&) {}), "");
  EXPECT_THAT(refusal([](CollideShape& s) { s.limbs[3].joints.push_back(1000); }),
              testing::HasSubstr("has joint 1000, which does not exist"));
  EXPECT_THAT(refusal([](CollideShape& s) { s.limbs[3].name = s.limbs[1].name; }),
              testing::HasSubstr("two limbs with the name"));
  EXPECT_THAT(refusal([](CollideShape& s) {
                for (int i = 0; i < 30; ++i) {
                  s.limbs.push_back(s.limbs[0]);
                  s.limbs.back().name = std::to_string(i);
                }
              }),
              testing::HasSubstr("limbs for 27 joints"));
}

/// In all these frames, the answer contains the limbs of all triangles that meet.
class LimbAnswers : public test::NamedModelTest {};

TEST_P(LimbAnswers, MissNoTriangles) {
  const Model& model = model_;
  const Collider collider = limbs_of(model);
  Character a = *Character::make(collider);
  Character b = *Character::make(collider);
  double size = 0;
  const std::vector<Vec3> at_rest = *posed_vertices(model, stored_pose(model));
  for (const Vec3& p : at_rest) size = std::max<double>(size, p.y);
  const char* const asked = std::getenv("DERMIS_POSES");
  const int frames = asked == nullptr ? 400 : std::atoi(asked);
  test::Random random(7);
  std::size_t pairs = 0;
  std::size_t by_bounds = 0;
  std::size_t by_hulls = 0;
  std::size_t exact = 0;
  for (int i = 0; i < frames; ++i) {
    const auto any_pose = [&] {
      const Clip& clip = model.clips[random.below(static_cast<std::uint32_t>(model.clips.size()))];
      const double time = clip.start() + (clip.end() - clip.start()) * double{random.unit()};
      const auto near = [&] { return static_cast<float>(0.2 * size) * random.between(-1, 1); };
      const float x = near();
      const float z = near();
      const float turn = random.between(0, 360);
      return placed(sample(model, clip, time), placement({x, 0, z}, turn));
    };
    const Pose pose_a = any_pose();
    const Pose pose_b = any_pose();
    ASSERT_TRUE(a.set_pose(pose_a));
    ASSERT_TRUE(b.set_pose(pose_b));
    const LimbContacts found = find_limb_contacts(a, b);
    auto all = find_pairs(a, b).pairs;
    auto listed = found.pairs;
    std::ranges::sort(listed);
    ASSERT_TRUE(listed == all) << "frame " << i;
    pairs += all.size();
    for (const LimbContact& contact : found.contacts) {
      ++by_bounds;
      by_hulls += contact.depth > 0 ? 1U : 0U;
      exact += contact.pair_count > 0 ? 1U : 0U;
      // Triangles that meet are in hulls that overlap, up to rounding.
      if (contact.pair_count > 0 && contact.depth == 0) {
        EXPECT_LE(contact.pair_count, 8U);
      }
    }
  }
  std::printf(
      "%d frames, %zu pairs of triangles, 0 missed; %zu pairs of limbs by bounds, %zu by "
      "hulls, %zu of which touch: %zu false\n",
      frames, pairs, by_bounds, by_hulls, exact, by_hulls - std::min(exact, by_hulls));
  EXPECT_GT(pairs, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, LimbAnswers,
                         testing::Values("man", "creature", "dwarf", "CesiumMan/CesiumMan.glb",
                                         "Fox/Fox.glb", "KayKitKnight/Knight.glb",
                                         "Mannequiny/mannequiny-0.3.0.glb",
                                         "M2MSpider/spider-animations.glb"),
                         test::test_name);

/// Compares depths with those of vertices inside the other character.
TEST(LimbContacts, AreAboutAsDeepAsSamplesOfTheSurface) {
  const Model man = make_man();
  const Collider collider = limbs_of(man);
  Character a = *Character::make(collider);
  Character b = *Character::make(collider);
  test::Random random(8);
  double hull_error = 0;
  double volume_error = 0;
  double depths = 0;
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    const float time = random.between(0, 1);
    const Pose pose_a = sample(man, man.clips[0], time);
    const Pose pose_b = placed(sample(man, man.clips[0], 1 - time),
                               placement({0.34F, 0, random.between(-0.1F, 0.1F)}, 180));
    ASSERT_TRUE(a.set_pose(pose_a));
    ASSERT_TRUE(b.set_pose(pose_b));
    LimbContactOptions query;
    query.volumes = true;
    const LimbContacts found = find_limb_contacts(a, b, query);
    const std::vector<Vec3> vertices_a = *posed_vertices(man, pose_a);
    const std::vector<Vec3> vertices_b = *posed_vertices(man, pose_b);
    for (const LimbContact& contact : found.contacts) {
      if (contact.pair_count == 0) continue;
      const auto inside = [](std::span<const Vec3> vertices, const Capsule& bound) {
        std::vector<Vec3> result;
        for (const Vec3& v : vertices) {
          if (test::distance_to_axis(bound, v) < double{bound.radius}) result.push_back(v);
        }
        return result;
      };
      const double in_b = test::sampled_depth(
          inside(limb_vertices(a, contact.limb_a), limb_bounds(b)[contact.limb_b]),
          {vertices_b, man.triangles});
      const double in_a = test::sampled_depth(
          inside(limb_vertices(b, contact.limb_b), limb_bounds(a)[contact.limb_a]),
          {vertices_a, man.triangles});
      const double sampled = std::max(in_a, in_b);
      if (sampled < 0.005) continue;
      hull_error += std::abs(double{contact.depth} - sampled);
      volume_error +=
          std::abs(std::max<double>(contact.a_in_b.depth, contact.b_in_a.depth) - sampled);
      depths += sampled;
      ++count;
    }
  }
  ASSERT_GT(count, 5);
  std::printf(
      "%d pairs of limbs, %.1f mm deep on average; by hulls off by %.1f mm, by volumes by "
      "%.1f mm\n",
      count, 1e3 * depths / count, 1e3 * hull_error / count, 1e3 * volume_error / count);
  EXPECT_LT(hull_error, 0.5 * depths);
}

}  // namespace
}  // namespace dermis
