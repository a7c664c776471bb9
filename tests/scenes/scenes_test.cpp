// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The claims of the first paper, tested by counters that do not depend on the machine.
#include "scenes/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/engine.h"
#include "scenes/tightness.h"

namespace dermis::scenes {
namespace {

/// Queries every frame of a scene of two characters.
class Duel {
 public:
  explicit Duel(const Scene& scene)
      : scene_(scene),
        a_(*Character::make(*bake(scene.models[0]))),
        b_(*Character::make(a_.collider())) {}

  [[nodiscard]] Pairs ask(std::size_t frame, scenes::Engine method = scenes::Engine::meshlets) {
    EXPECT_TRUE(a_.set_pose(scene_.frames[frame][0]));
    EXPECT_TRUE(b_.set_pose(scene_.frames[frame][1]));
    return find_pairs(a_, b_, method);
  }

  /// The mean share of all spheres that queries refit.
  [[nodiscard]] double refitted() {
    std::uint64_t sum = 0;
    for (std::size_t f = 0; f < scene_.frames.size(); ++f) {
      sum += ask(f, scenes::Engine::on_demand_spheres).stats.spheres_refitted;
    }
    return double(sum) / double(2 * spheres::sphere_count(a_.collider()) * scene_.frames.size());
  }

  /// The mean share of all meshlets that queries deform.
  [[nodiscard]] double deformed() {
    std::uint64_t sum = 0;
    for (std::size_t f = 0; f < scene_.frames.size(); ++f) sum += ask(f).stats.meshlets_deformed;
    return double(sum) / double(2 * a_.collider().meshlet_count() * scene_.frames.size());
  }

 private:
  const Scene& scene_;
  Character a_, b_;
};

TEST(Scenes, MenRefitFewSpheres) {
  const Scene scene = men();
  ASSERT_EQ(scene.frames.size(), 120U);
  Duel duel(scene);
  EXPECT_LE(duel.refitted(), 0.03);
  EXPECT_LE(duel.deformed(), 0.003);
  EXPECT_TRUE(duel.ask(0).pairs.empty());
  EXPECT_GT(duel.ask(119).pairs.size(), 10U);
}

TEST(Scenes, CreaturesRefitFewSpheres) {
  const Scene scene = creatures();
  Duel duel(scene);
  EXPECT_LE(duel.refitted(), 0.2);
  EXPECT_LE(duel.deformed(), 0.3);
  EXPECT_GT(duel.ask(60).pairs.size(), 500U);
}

TEST(Scenes, ApartRefitsTheRootsAlone) {
  const Scene scene = apart();
  Duel duel(scene);
  for (std::size_t f = 0; f < scene.frames.size(); ++f) {
    const QueryStats spheres = duel.ask(f, scenes::Engine::on_demand_spheres).stats;
    EXPECT_EQ(spheres.spheres_refitted, 2U);
    EXPECT_EQ(spheres.vertices_deformed, 0U);
    const QueryStats boxes = duel.ask(f).stats;
    EXPECT_EQ(boxes.boxes_refitted, 0U);
    EXPECT_EQ(boxes.box_tests, 1U);
    EXPECT_EQ(boxes.meshlets_deformed, 0U);
  }
}

TEST(Scenes, WithoutContactRefitsDoNotGrowWithSubdivision) {
  std::vector<std::uint64_t> refits;
  for (int level = 0; level < 4; ++level) {
    const Scene scene = dwarves(DwarfPose::apart, level);
    const Pairs contacts = Duel(scene).ask(0, scenes::Engine::on_demand_spheres);
    EXPECT_TRUE(contacts.pairs.empty());
    refits.push_back(contacts.stats.spheres_refitted);
  }
  // 64 times the triangles. The descent ends at the gap, or at triangles, 5 cm long at first.
  EXPECT_LE(refits[3], 1.4 * double(refits[0]));
  EXPECT_LE(refits[3], 1.1 * double(refits[2]));
}

TEST(Scenes, DwarvesStandFiveCentimetresApart) {
  const Scene scene = dwarves(DwarfPose::apart, 1);
  const auto a = *posed_vertices(scene.models[0], scene.frames[0][0]);
  const auto b = *posed_vertices(scene.models[0], scene.frames[0][1]);
  double nearest = 1;
  for (const Vec3& p : a) {
    for (const Vec3& q : b) {
      nearest = std::min(nearest, double(std::hypot(p.x - q.x, p.y - q.y, p.z - q.z)));
    }
  }
  EXPECT_NEAR(nearest, 0.05, 0.003);
}

TEST(Scenes, DwarvesInterfereAsInThePaper) {
  // The paper has 46 and 90 pairs.
  EXPECT_NEAR(double(Duel(dwarves(DwarfPose::interfering, 0)).ask(0).pairs.size()), 46, 10);
  EXPECT_NEAR(double(Duel(dwarves(DwarfPose::interfering, 1)).ask(0).pairs.size()), 90, 20);
}

TEST(Scenes, SpheresAreTight) {
  const std::vector<MeanRadii> levels = creature_radii(8);  // as printed by the bench
  ASSERT_EQ(levels.size(), 10U);
  for (std::size_t l = 0; l < levels.size(); ++l) {
    EXPECT_LE(levels[l].best, levels[l].on_demand) << "level " << l + 1;
    EXPECT_LE(levels[l].on_demand, levels[l].bottom_up) << "level " << l + 1;
    EXPECT_LE(levels[l].on_demand, levels[l].on_demand_average) << "level " << l + 1;
    if (l + 1 >= 5) {
      EXPECT_LE(levels[l].on_demand, 1.15 * levels[l].best) << "level " << l + 1;
    }
  }
}

TEST(Scenes, SpheresAreNearlyAsTightHoweverBlended) {
  const std::vector<MeanRadii> linear = creature_radii(4);
  for (const Skinning skinning : {Skinning::spherical, Skinning::dual_quaternion}) {
    const std::vector<MeanRadii> levels = creature_radii(4, skinning);
    ASSERT_EQ(levels.size(), linear.size());
    for (std::size_t l = 2; l < levels.size(); ++l) {
      EXPECT_LE(levels[l].on_demand, 1.1 * linear[l].on_demand)
          << to_string(skinning) << ", level " << l + 1;
    }
  }
}

TEST(Scenes, CreaturesDeformLittleMoreHoweverBlended) {
  const Scene scene = creatures();
  const auto deformed = [&](Skinning skinning) {
    Character a = *Character::make(*bake(scene.models[0], {.skinning = skinning}));
    Character b = *Character::make(a.collider());
    std::uint64_t sum = 0;
    for (std::size_t f = 0; f < scene.frames.size(); f += 10) {
      EXPECT_TRUE(a.set_pose(scene.frames[f][0]));
      EXPECT_TRUE(b.set_pose(scene.frames[f][1]));
      sum += find_pairs(a, b).stats.vertices_deformed;
    }
    return static_cast<double>(sum);
  };
  const double linear = deformed(Skinning::linear);
  EXPECT_LE(deformed(Skinning::spherical), 1.1 * linear);
  EXPECT_LE(deformed(Skinning::dual_quaternion), 1.1 * linear);
}

TEST(Scenes, InspectionKnowsWhatAQueryLookedAt) {
  const Scene scene = face_to_face();
  Character a = *Character::make(*bake(scene.models[0]));
  Character b = *Character::make(a.collider());
  ASSERT_TRUE(a.set_pose(scene.frames[0][0]));
  ASSERT_TRUE(b.set_pose(scene.frames[0][1]));
  const auto looked_at = [](const Character& c) {
    const auto spheres = spheres::inspect(c);
    return static_cast<std::uint64_t>(
        std::ranges::count_if(spheres, &spheres::InspectedSphere::refitted));
  };
  EXPECT_EQ(looked_at(a), 0U);
  const QueryStats stats = find_pairs(a, b, scenes::Engine::on_demand_spheres).stats;
  EXPECT_EQ(looked_at(a) + looked_at(b), stats.spheres_refitted);
}

TEST(Scenes, CrowdsAreAsDenseAsTheirNames) {
  // One frame, and the first character against the others, is enough.
  std::size_t before = 0;
  for (const Density density : {Density::sparse, Density::medium, Density::dense}) {
    const Scene scene = crowd(density);
    ASSERT_EQ(scene.cast.size(), 50U);
    std::vector<Character> cast;
    const Collider collider = *bake(scene.models[0]);
    for (const Pose& pose : scene.frames[0]) {
      ASSERT_TRUE(cast.emplace_back(*Character::make(collider)).set_pose(pose));
    }
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < cast.size(); ++i) {
      for (std::size_t j = i + 1; j < cast.size(); ++j)
        pairs += find_pairs(cast[i], cast[j]).pairs.size();
    }
    EXPECT_GT(pairs, 4 * before) << to_string(density);
    before = std::max<std::size_t>(pairs, 10);
  }
}

}  // namespace
}  // namespace dermis::scenes
