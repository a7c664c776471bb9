// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "dermis/kinetic/kinetic_list.h"
#include "dermis/motion/impacts.h"
#include "scenes/moving_scene.h"
#include "support/hash.h"

namespace dermis::scenes {
namespace {

class MovingScenes : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] static const NamedMovingScene& named() { return named_moving_scenes()[GetParam()]; }
  static MovingScene smallest() { return named().make(named().sizes[0], {}); }
};

std::vector<MovingMesh> meshes_of(const MovingScene& scene) {
  std::vector<MovingMesh> meshes;
  for (const MovingBody& body : scene.bodies) {
    auto mesh = MovingMesh::make({body.keyframes[0], body.triangles});
    EXPECT_TRUE(mesh) << body.name;
    meshes.push_back(std::move(*mesh));
  }
  return meshes;
}

void fly(std::vector<MovingMesh>& meshes, const MovingScene& scene, std::size_t interval) {
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const auto& keyframes = scene.bodies[i].keyframes;
    if (keyframes.size() == 1) continue;
    ASSERT_TRUE(meshes[i].fly(keyframes[interval], keyframes[interval + 1]));
  }
}

Impacts find_all_impacts(const std::vector<MovingMesh>& meshes, const ImpactOptions& options) {
  Impacts all = find_self_impacts(meshes[0], options);
  for (std::size_t i = 1; i < meshes.size(); ++i) {
    const Impacts pair = find_impacts(meshes[0], meshes[i], options);
    all.impacts.insert(all.impacts.end(), pair.impacts.begin(), pair.impacts.end());
    all.stats += pair.stats;
  }
  return all;
}

TEST_P(MovingScenes, AreMeshesOfTheSizeAskedFor) {
  const MovingScene scene = smallest();
  EXPECT_NEAR(double(scene.triangle_count()), double(named().sizes[0]),
              0.4 * double(named().sizes[0]));
  EXPECT_GE(scene.interval_count(), 30U);
  for (const MovingBody& body : scene.bodies) {
    EXPECT_TRUE(body.keyframes.size() == 1 || body.keyframes.size() == scene.interval_count() + 1);
    for (const auto& places : body.keyframes) {
      ASSERT_EQ(places.size(), body.keyframes[0].size());
      for (const Point& p : places) {
        for (const double x : p) {
          ASSERT_TRUE(std::isfinite(x));
          ASSERT_EQ(x, double{static_cast<float>(x)}) << body.name;
        }
      }
    }
  }
}

/// The same on every machine and with every compiler.
TEST_P(MovingScenes, GoldenHash) {
  constexpr std::uint64_t kGolden[] = {0x7b504d84dc1d4140, 0xb30ab1be2c5a31ae, 0xbd1ad1c2976c24eb};
  std::uint64_t hash = 0;
  for (const MovingBody& body : smallest().bodies) {
    for (const auto& places : body.keyframes) hash ^= test::hash_bits<Point>(places, hash + 1);
  }
  EXPECT_EQ(hash, kGolden[GetParam()]) << named().name << " " << std::hex << hash;
}

TEST_P(MovingScenes, HaveTheSameContactsByAllMethods) {
  const MovingScene scene = smallest();
  std::vector<MovingMesh> meshes = meshes_of(scene);
  std::size_t contacts = 0;
  for (const std::size_t interval : {std::size_t{10}, std::size_t{20}}) {
    fly(meshes, scene, interval);
    const auto found = find_all_impacts(meshes, {}).impacts;
    contacts += found.size();
    EXPECT_EQ(find_all_impacts(meshes, {.executor = &serial_executor()}).impacts, found);
    for (const std::uint32_t parts : {1U, 5U}) {
      for (const ImpactMethod method : {ImpactMethod::swept, ImpactMethod::swept_static_front}) {
        EXPECT_EQ(find_all_impacts(meshes, {.method = method, .time_slices = parts}).impacts, found)
            << to_string(method) << " in " << parts;
      }
    }
    if (scene.triangle_count() > 5000) continue;
    EXPECT_EQ(find_all_impacts(meshes, {.method = ImpactMethod::brute_force}).impacts, found);
  }
  EXPECT_GT(contacts, 0U);
}

/// Kinetic lists find the same, and process far fewer events than a swept search tests boxes, with
/// the third paper's number of parts.
TEST_P(MovingScenes, HaveTheSameContactsByKineticLists) {
  const MovingScene scene = smallest();
  std::vector<MovingMesh> meshes = meshes_of(scene);
  std::vector<MovingMesh*> bodies;
  std::vector<WatchedPair> watched;
  for (MovingMesh& mesh : meshes) {
    watched.push_back({0, static_cast<std::uint32_t>(bodies.size())});
    bodies.push_back(&mesh);
  }
  constexpr std::uint32_t kParts = 50;
  for (const KineticMode mode : {KineticMode::relaxed, KineticMode::literal}) {
    auto list = KineticList::make(bodies, watched, {.mode = mode});
    ASSERT_TRUE(list);
    std::uint64_t events = 0;
    std::uint64_t box_tests = 0;
    for (std::size_t interval = 3; interval < scene.interval_count(); interval += 9) {
      fly(meshes, scene, interval);
      ASSERT_TRUE(list->restart());
      std::vector<std::vector<Impact>> told(watched.size());
      ASSERT_TRUE(list->advance_to(1, [&](const KineticImpact& contact) {
        told[contact.watched].push_back({contact.time, contact.a, contact.b});
      }));
      for (std::size_t i = 0; i < watched.size(); ++i) {
        EXPECT_TRUE(told[i] == find_impacts(meshes[0], meshes[i]).impacts) << interval;
      }
      ASSERT_TRUE(validate(*list).empty());
      EXPECT_LE(list->events().total() - list->events().impacts, list->event_limit());
      events += list->events().total();
      if (interval > 20) continue;  // takes long
      const ImpactOptions swept{.method = ImpactMethod::swept, .time_slices = kParts};
      box_tests += find_all_impacts(meshes, swept).stats.box_tests;
    }
    EXPECT_GT(events, 0U);
    EXPECT_LT(50 * events, box_tests);
  }
}

/// Moving boxes leave fewer pairs to test than swept boxes, and memory is bounded.
TEST_P(MovingScenes, TakeLittleWork) {
  const MovingScene scene = smallest();
  std::vector<MovingMesh> meshes = meshes_of(scene);
  QueryStats moving;
  QueryStats swept;
  for (std::size_t interval = 0; interval < scene.interval_count(); interval += 5) {
    fly(meshes, scene, interval);
    moving += find_all_impacts(meshes, {}).stats;
    swept += find_all_impacts(meshes, {.method = ImpactMethod::swept_static_front}).stats;
  }
  EXPECT_LT(moving.box_tests, swept.box_tests);
  EXPECT_LT(moving.triangle_tests, swept.triangle_tests);
  EXPECT_LE(moving.feature_tests, swept.feature_tests);
  std::size_t bytes = 0;
  for (const MovingMesh& mesh : meshes) bytes += mesh.byte_count();
  EXPECT_LE(bytes, 250 * scene.triangle_count());
}

INSTANTIATE_TEST_SUITE_P(All, MovingScenes, testing::Values(0, 1, 2),
                         [](const auto& of) { return named_moving_scenes()[of.param].name; });

}  // namespace
}  // namespace dermis::scenes
