// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The door to threads: every executor gives the same results.
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "base/attachments.h"
#include "base/pool.h"
#include "dermis/dermis.h"
#include "scenes/garments.h"
#include "support/thread_per_task.h"

namespace dermis {
namespace {

TEST(Parallel, ForVisitsEveryElementOnce) {
  test::ThreadPerTask executor;
  for (Executor* const used :
       {&serial_executor(), &default_executor(), static_cast<Executor*>(&executor)}) {
    const base::ExecutorScope scope(used);
    for (const std::size_t count : {0U, 1U, 7U, 64U, 65U, 1000U}) {
      std::vector<std::atomic<int>> visits(count);
      base::parallel_for(count, 64, [&](std::size_t begin, std::size_t end) {
        EXPECT_TRUE(base::float_mode_is_defined() || used == &serial_executor() || count <= 64);
        EXPECT_EQ(&base::ExecutorScope::current(), used) << "nested loops use it, too";
        for (std::size_t i = begin; i < end; ++i) ++visits[i];
      });
      for (const auto& n : visits) EXPECT_EQ(n, 1);
    }
  }
  EXPECT_GT(executor.loops, 0);
}

TEST(Parallel, SortSorts) {
  test::ThreadPerTask executor;
  const base::ExecutorScope scope(&executor);
  for (const std::size_t count : {0U, 1U, 4095U, 4096U, 10'007U, 65'536U}) {
    std::vector<std::uint32_t> values(count);
    std::uint32_t state = 1;
    for (std::uint32_t& v : values) v = (state = 1664525U * state + 1013904223U) >> 20U;
    std::vector<std::uint32_t> expected = values;
    std::ranges::sort(expected);
    base::parallel_sort(values);
    EXPECT_EQ(values, expected) << count;
  }
}

/// An executor may tell how many of its threads are idle.
class ChangingExecutor final : public Executor {
 public:
  void run(std::size_t count, const std::function<void(std::size_t)>& task) override {
    serial_executor().run(count, task);
  }
  [[nodiscard]] std::size_t concurrency() const override { return calls_++ % 3 == 0 ? 4 : 1; }

 private:
  mutable std::size_t calls_ = 0;
};

TEST(Parallel, SortSortsWhateverTheExecutorSaysOfItsThreads) {
  ChangingExecutor executor;
  const base::ExecutorScope scope(&executor);
  for (int first = 0; first < 3; ++first) {
    std::vector<int> values(10'000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = int(values.size() - i);
    base::parallel_sort(values);
    EXPECT_TRUE(std::ranges::is_sorted(values));
    static_cast<void>(executor.concurrency());
  }
}

TEST(Parallel, PoolLendsAnObjectToOneThreadAtATime) {
  test::ThreadPerTask executor;
  const base::ExecutorScope scope(&executor);
  base::Pool<std::atomic<int>> pool([] { return std::make_unique<std::atomic<int>>(0); });
  base::parallel_for(300, 10, [&](std::size_t, std::size_t) {
    const auto object = pool.borrow();
    EXPECT_EQ((*object)++, 0);
    std::this_thread::yield();
    EXPECT_EQ(--(*object), 0);
  });
}

TEST(Parallel, AttachmentsAreMadeOnce) {
  const base::Attachments attached;
  std::atomic<int> made = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        const int& value = attached.get<int>([&] {
          ++made;
          return std::make_shared<int>(7);
        });
        EXPECT_EQ(value, 7);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(attached.find<double>(), nullptr);
}

TEST(Parallel, EveryExecutorGivesTheSameBits) {
  const Model dwarf = make_dwarf();
  test::ThreadPerTask own;
  const auto results = [&](Executor* executor) {
    const Collider collider = *bake(dwarf, {.executor = executor});
    Character body = *Character::make(collider);
    std::vector<Point> points;
    for (int i = 0; i < 2000; ++i) points.push_back({0.001 * i, 0.5, 0.1});
    std::vector<NearestSkin> found(points.size());
    static_cast<void>(find_nearest(body, points, found, {.executor = executor}));
    std::vector<double> distances;
    for (const NearestSkin& skin : found) distances.push_back(skin.distance);
    const auto frames = to_keyframes(dwarf, dwarf.clips[0], 10);
    MovingMesh mesh = *MovingMesh::make({frames->positions[0], frames->triangles});
    EXPECT_TRUE(mesh.fly_to(frames->positions[2]));
    World world = *World::make({.executor = executor});
    std::vector<ObjectId> ids;
    std::vector<Pose> poses;
    for (int i = 0; i < 6; ++i) {
      ids.push_back(*world.add(collider, {.tag = std::uint64_t(i)}));
      poses.push_back(placed(sample(dwarf, dwarf.clips[0], 0.1 * i),
                             placement({0.25F * float(i), 0, 0}, 40.0 * i)));
    }
    EXPECT_TRUE(world.set_poses(ids, poses));
    std::vector<TrianglePair> pairs;
    for (const WorldContact& contact : world.step().contacts) {
      pairs.insert(pairs.end(), contact.limbs.pairs.begin(), contact.limbs.pairs.end());
    }
    EXPECT_FALSE(pairs.empty());
    Cloth cloth = *Cloth::make(scenes::square_of_cloth(264, 1), {.executor = executor});
    EXPECT_TRUE(cloth.step(1.0 / 60));
    const auto limbs = make_limbs(dwarf, {.executor = executor});
    EXPECT_TRUE(limbs);
    std::vector<Capsule> bounds;
    for (const Limb& limb : limbs->limbs) bounds.push_back(limb.bound);
    return std::tuple(to_bytes(collider), distances, pairs, cloth.positions(), bounds,
                      find_self_impacts(mesh, {.executor = executor}).impacts);
  };
  const auto expected = results(&serial_executor());
  EXPECT_EQ(results(nullptr), expected);
  EXPECT_EQ(results(&own), expected);
  EXPECT_GT(own.loops, 0);
}

}  // namespace
}  // namespace dermis
