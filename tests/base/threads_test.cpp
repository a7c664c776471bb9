// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <thread>

#include "dermis/dermis.h"
#include "scenes/engine.h"
#include "support/hash.h"
#include "support/thread_per_task.h"

namespace dermis {
namespace {

/// The spheres are baked, too, so that queries do not bake them.
Collider bake_all(const Model& model) {
  test::ThreadPerTask executor;
  Collider collider = *bake(model, {.executor = &executor});
  static_cast<void>(spheres::sphere_count(collider));
  return collider;
}

/// Many threads share one model and one skin: const means thread-safe.
TEST(Threaded, OneSkinServesManyThreads) {
  const Model dwarf = make_dwarf();
  const Skin skin(dwarf);
  const auto hash_at = [&](int i) {
    std::vector<Vec3> out(skin.vertex_count());
    const auto ok = skin.deform(sample(dwarf, dwarf.clips[0], 0.01 * i), out);
    return ok ? test::hash_bits<Vec3>(out) : 0;
  };
  constexpr int kPoses = 64;
  std::vector<std::uint64_t> expected;
  for (int i = 0; i < kPoses; ++i) expected.push_back(hash_at(i));

  for (const int count : {2, 4, 8}) {
    std::vector<std::uint64_t> found(kPoses);
    std::vector<std::thread> threads;
    for (int t = 0; t < count; ++t) {
      threads.emplace_back([&, t] {
        for (int i = t; i < kPoses; i += count) found[i] = hash_at(i);
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(found, expected) << count << " threads";
  }
}

/// Many threads query the same two characters right after a new pose. The first one to need a value
/// refits or deforms it, and all get the same answer.
TEST(Threaded, OneCharacterServesManyQueries) {
  const Model dwarf = make_dwarf();
  Character a = *Character::make(bake_all(dwarf));
  Character b = *Character::make(a.collider());
  for (int round = 0; round < 5; ++round) {
    const Pose pose = sample(dwarf, dwarf.clips[0], 0.2 * round);
    ASSERT_TRUE(a.set_pose(pose));
    ASSERT_TRUE(b.set_pose(placed(pose, placement({0.2F, 0, 0.1F}, 20))));
    std::vector<std::vector<TrianglePair>> found(4);
    std::vector<std::thread> threads;
    for (auto& pairs : found) {
      threads.emplace_back([&] { pairs = find_pairs(a, b).pairs; });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(found[0].empty());
    for (const auto& pairs : found) EXPECT_EQ(pairs, found[0]);
  }
}

TEST(Threaded, ManyQueriesInDeepContactDeformEverythingOnce) {
  const Model dwarf = make_dwarf();
  Character a = *Character::make(bake_all(dwarf));
  Character b = *Character::make(a.collider());
  for (int round = 0; round < 6; ++round) {
    const Pose pose = sample(dwarf, dwarf.clips[0], 0.1 * round);
    ASSERT_TRUE(a.set_pose(pose));
    ASSERT_TRUE(b.set_pose(placed(pose, placement({0.03F, 0, 0.02F}, 5))));
    std::vector<std::vector<TrianglePair>> found(4);
    std::vector<std::thread> threads;
    for (auto& pairs : found) {
      threads.emplace_back([&] { static_cast<void>(find_pairs(a, b, pairs)); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(found[0].empty());
    for (const auto& pairs : found) EXPECT_EQ(pairs, found[0]);
  }
}

/// All methods and queries in parallel, including a character against itself.
TEST(Threaded, OneCharacterServesQueriesOfAllKinds) {
  const Model dwarf = make_dwarf();
  Character a = *Character::make(bake_all(dwarf));
  Character b = *Character::make(a.collider());
  for (int round = 0; round < 3; ++round) {
    const Pose pose = sample(dwarf, dwarf.clips[0], 0.3 * round);
    ASSERT_TRUE(a.set_pose(pose));
    ASSERT_TRUE(b.set_pose(placed(pose, placement({0.3F, 0, 0.1F}, 50))));
    const auto ask = [&](std::size_t kind) {
      switch (kind) {
        case 0:
          return find_pairs(a, b).pairs.size();
        case 1:
          return find_pairs(b, a, scenes::Engine::bottom_up_spheres).pairs.size();
        case 5:
          return find_pairs(b, a, scenes::Engine::eager).pairs.size();
        case 6:
          return find_pairs(a, b, scenes::Engine::on_demand_spheres).pairs.size();
        case 2:
          return find_pairs(a, b, scenes::Engine::bottom_up_boxes).pairs.size();
        case 3:
          return find_any_pair(a, b).pairs.size();
        default:
          return find_pairs(a, a).pairs.size();
      }
    };
    std::vector<std::size_t> found(7);
    std::vector<std::thread> threads;
    for (std::size_t kind = 0; kind < found.size(); ++kind) {
      threads.emplace_back([&, kind] { found[kind] = ask(kind); });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t kind = 0; kind < found.size(); ++kind) EXPECT_EQ(found[kind], ask(kind));
    EXPECT_EQ(found[0], found[1]);
    EXPECT_EQ(found[0], found[2]);
    EXPECT_EQ(found[0], found[5]);
    EXPECT_EQ(found[0], found[6]);
    EXPECT_EQ(found[3], 1U);
  }
}

/// Many queries of one moving mesh in parallel. The first ones build the data that are built once.
TEST(Threaded, OneMovingMeshServesManyQueries) {
  const Model dwarf = make_dwarf();
  const auto keyframes = to_keyframes(dwarf, dwarf.clips[0], 10);
  ASSERT_TRUE(keyframes);
  auto mesh = MovingMesh::make({keyframes->positions[0], keyframes->triangles});
  ASSERT_TRUE(mesh && mesh->fly_to(keyframes->positions[1]));
  const auto ask = [&](std::size_t kind) {
    return kind % 2 == 0 ? find_self_impacts(*mesh, {.executor = &serial_executor()}).impacts.size()
                         : find_self_impacts(*mesh, {.method = ImpactMethod::swept,
                                                     .executor = &serial_executor()})
                               .impacts.size();
  };
  std::vector<std::size_t> found(6);
  std::vector<std::thread> threads;
  for (std::size_t kind = 0; kind < found.size(); ++kind) {
    threads.emplace_back([&, kind] { found[kind] = ask(kind); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t kind = 0; kind < found.size(); ++kind) EXPECT_EQ(found[kind], ask(kind));
}

/// Threads that make characters in parallel get the same one.
TEST(Threaded, CharactersCanBeMadeAnywhere) {
  std::vector<std::uint64_t> found(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < found.size(); ++t) {
    threads.emplace_back([&, t] { found[t] = test::hash_bits<Vec3>(make_dwarf().positions); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found, std::vector<std::uint64_t>(4, found[0]));
}

/// The same for limbs: bounds, posed vertices and depths.
TEST(Threaded, OneCharacterServesManyLimbQueries) {
  const Model dwarf = make_dwarf();
  const Collider collider = bake_all(dwarf);
  const Collider limbs = [&] {
    test::ThreadPerTask executor;
    LimbOptions options;
    options.executor = &executor;
    options.clips = std::vector<std::uint32_t>{};
    options.max_volumes = 1;
    return *with_limbs(collider, *make_limbs(dwarf, options));
  }();
  Character a = *Character::make(limbs);
  Character b = *Character::make(limbs);
  for (int round = 0; round < 3; ++round) {
    const Pose pose = sample(dwarf, dwarf.clips[0], 0.2 * round);
    ASSERT_TRUE(a.set_pose(pose));
    ASSERT_TRUE(b.set_pose(placed(pose, placement({0.2F, 0, 0.1F}, 20))));
    std::vector<LimbContacts> found(4);
    std::vector<std::thread> threads;
    for (LimbContacts& own : found) {
      threads.emplace_back([&] { own = find_limb_contacts(a, b); });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_GT(found[0].contacts.size(), 0U);
    for (const LimbContacts& other : found) {
      ASSERT_EQ(other.contacts.size(), found[0].contacts.size());
      EXPECT_EQ(other.pairs, found[0].pairs);
      for (std::size_t i = 0; i < other.contacts.size(); ++i) {
        EXPECT_EQ(other.contacts[i].depth, found[0].contacts[i].depth);
        EXPECT_EQ(other.contacts[i].at, found[0].contacts[i].at);
      }
    }
  }
}

}  // namespace
}  // namespace dermis
