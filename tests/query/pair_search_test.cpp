// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/pair_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "base/internals.h"
#include "scenes/engine.h"
#include "scenes/scene.h"

/// Counts every allocation of this program.
namespace {
std::atomic<std::uint64_t> allocations = 0;
}  // namespace

// Not inline: GCC would warn about free() of memory from operator new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace dermis {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// The two characters of a scene.
class Duel {
 public:
  explicit Duel(const scenes::Scene& scene)
      : scene_(scene),
        cast_{*Character::make(*bake(scene.models[0])), *Character::make(*bake(scene.models[0]))} {}

  void pose(std::size_t frame) { ASSERT_TRUE(set_poses(cast_, scene_.frames[frame])); }
  [[nodiscard]] const Character& a() const { return cast_[0]; }
  [[nodiscard]] const Character& b() const { return cast_[1]; }

 private:
  const scenes::Scene& scene_;
  Character cast_[2];
};

TEST(FindPairs, FindsTheSamePairsOnEveryInstructionSet) {
  const scenes::Scene scene = scenes::creatures();
  Duel duel(scene);
  constexpr std::size_t kDeep = 50;
  duel.pose(kDeep);
  const auto expected = find_pairs(duel.a(), duel.b(), scenes::Engine::brute_force).pairs;
  EXPECT_FALSE(expected.empty());
  for (const Isa isa : available_isas()) {
    ASSERT_TRUE(use_isa(isa));
    for (const scenes::Engine method : {scenes::Engine::meshlets, scenes::Engine::eager}) {
      duel.pose(kDeep);
      EXPECT_EQ(find_pairs(duel.a(), duel.b(), method).pairs, expected) << to_string(isa);
    }
  }
  ASSERT_TRUE(use_isa(available_isas().back()));
}

TEST(FindPairs, MeshletsOfAnySizeFindTheSamePairs) {
  const scenes::Scene scene = scenes::dwarves(scenes::DwarfPose::interfering, 1);
  std::vector<TrianglePair> expected;
  for (const std::uint32_t size : {8U, 16U, 32U, 50U, 64U, 128U}) {
    Character cast[2] = {*Character::make(*bake(scene.models[0], {.meshlet_size = size})),
                         *Character::make(*bake(scene.models[0]))};
    ASSERT_TRUE(set_poses(cast, scene.frames[0]));
    const auto pairs = find_pairs(cast[0], cast[1]).pairs;
    if (expected.empty())
      expected = find_pairs(cast[0], cast[1], scenes::Engine::brute_force).pairs;
    EXPECT_EQ(pairs, expected) << size;
  }
  EXPECT_FALSE(expected.empty());
}

TEST(FindPairs, ComputesForItselfWhatAnotherThreadIsBusyWith) {
  const scenes::Scene scene = scenes::men_deep();
  Duel duel(scene);
  duel.pose(119);
  const auto expected = find_pairs(duel.a(), duel.b(), scenes::Engine::brute_force).pairs;
  EXPECT_GT(expected.size(), 100U);
  for (const scenes::Engine method : {scenes::Engine::meshlets, scenes::Engine::eager}) {
    duel.pose(119);
    // As if a thread had begun everything and then been suspended.
    for (const Character* const character : {&duel.a(), &duel.b()}) {
      const Character::State& state = state_of(*character);
      for (std::size_t n = 0; n < state.data->box_tree.nodes.size(); n += 2) {
        static_cast<void>(state.meshlets().node_stamps.begin(n, state.epoch));
      }
      for (std::size_t m = 0; m < state.data->meshlets.meshlets.size(); ++m) {
        static_cast<void>(state.meshlets().meshlet_stamps.begin(m, state.epoch));
      }
    }
    EXPECT_EQ(find_pairs(duel.a(), duel.b(), method).pairs, expected) << to_string(method);
  }
}

TEST(FindPairs, ACacheNeverChangesAnswers) {
  const scenes::Scene scene = scenes::creatures();
  Duel duel(scene);
  PairCache cache;
  std::uint64_t cold_tests = 0;
  std::uint64_t warm_tests = 0;
  for (std::size_t f = 0; f < scene.frames.size(); f += 2) {
    duel.pose(f);
    const auto all = find_pairs(duel.a(), duel.b()).pairs;
    EXPECT_EQ(find_pairs(duel.a(), duel.b(), scenes::Engine::meshlets, {&cache}).pairs, all);
    const Pairs cold = find_any_pair(duel.a(), duel.b());
    const Pairs warm = find_any_pair(duel.a(), duel.b(), scenes::Engine::meshlets, {&cache});
    EXPECT_EQ(warm.pairs.size(), cold.pairs.size());
    for (const TrianglePair& pair : warm.pairs) EXPECT_THAT(all, Contains(pair));
    // In the same pose again, the cache knows the place.
    cold_tests += cold.stats.box_tests;
    warm_tests +=
        find_any_pair(duel.a(), duel.b(), scenes::Engine::meshlets, {&cache}).stats.box_tests;
  }
  EXPECT_LT(4 * warm_tests, cold_tests);

  // The content of the cache does not matter.
  PairCache nonsense;
  Internals::hint(nonsense) = {1'000'000, 7};
  EXPECT_EQ(find_any_pair(duel.a(), duel.b(), scenes::Engine::meshlets, {&nonsense}).pairs.size(),
            find_any_pair(duel.a(), duel.b()).pairs.size());
}

TEST(FindPairs, DeformsAllAtOnceWhenContactIsDeep) {
  const scenes::Scene deep = scenes::merged(0.1);
  const scenes::Scene side_by_side = scenes::near();
  Duel duel(deep);
  const auto all = 2 * duel.a().collider().meshlet_count();
  duel.pose(0);
  EXPECT_LT(find_pairs(duel.a(), duel.b()).stats.meshlets_deformed, all) << "nobody knows yet";
  for (std::size_t f = 1; f < 4; ++f) {
    duel.pose(f);
    const Pairs contacts = find_pairs(duel.a(), duel.b());
    EXPECT_EQ(contacts.stats.meshlets_deformed, all);
    if (f > 1) continue;
    EXPECT_EQ(contacts.pairs, find_pairs(duel.a(), duel.b(), scenes::Engine::brute_force).pairs);
  }
  // One frame after the deep contact has ended, it does so no more.
  for (std::size_t f = 0; f < 2; ++f) {
    Character& a = const_cast<Character&>(duel.a());
    Character& b = const_cast<Character&>(duel.b());
    ASSERT_TRUE(a.set_pose(side_by_side.frames[f][0]));
    ASSERT_TRUE(b.set_pose(side_by_side.frames[f][1]));
    EXPECT_EQ(find_pairs(duel.a(), duel.b()).stats.meshlets_deformed == all, f == 0);
  }
}

TEST(FindPairs, ExpectsTheContactOfThePoseBefore) {
  const scenes::Scene scene = scenes::creatures();
  Duel duel(scene);
  constexpr std::size_t kContact = 50;
  const auto ask = [&] {
    duel.pose(kContact);
    return find_pairs(duel.a(), duel.b());
  };
  const Pairs first = ask();
  const Pairs second = ask();
  EXPECT_EQ(second.pairs, first.pairs);
  // Tight boxes replace loose ones: more is deformed at once, and less looks like contact.
  EXPECT_GT(second.stats.meshlets_deformed, first.stats.meshlets_deformed);
  EXPECT_LT(second.stats.meshlets_deformed, 2 * first.stats.meshlets_deformed);
  EXPECT_LT(second.stats.box_tests, first.stats.box_tests);
  // Without contact in between, none is expected.
  duel.pose(0);
  duel.pose(0);
  EXPECT_EQ(ask().stats.meshlets_deformed, first.stats.meshlets_deformed);
}

TEST(FindPairs, EagerDeformsOncePerPoseHoweverManyAsk) {
  const scenes::Scene scene = scenes::dwarves(scenes::DwarfPose::interfering, 0);
  Duel duel(scene);
  duel.pose(0);
  const QueryStats first = find_pairs(duel.a(), duel.b(), scenes::Engine::eager).stats;
  EXPECT_EQ(first.meshlets_deformed, 2 * duel.a().collider().meshlet_count());
  EXPECT_GE(first.boxes_refitted, first.meshlets_deformed);
  const QueryStats second = find_pairs(duel.a(), duel.b(), scenes::Engine::eager).stats;
  EXPECT_EQ(second.meshlets_deformed + second.boxes_refitted, 0U);
}

TEST(FindPairs, AllocatesNothingInTheLongRun) {
  const scenes::Scene scene = scenes::creatures();
  Duel duel(scene);
  std::vector<TrianglePair> pairs;
  PairCache cache;
  const auto ask_all = [&] {
    for (std::size_t f = 0; f < scene.frames.size(); f += 4) {
      duel.pose(f);
      static_cast<void>(find_pairs(duel.a(), duel.b(), pairs));
      static_cast<void>(
          find_any_pair(duel.a(), duel.b(), pairs, scenes::Engine::meshlets, {&cache}));
      static_cast<void>(find_pairs(duel.a(), duel.b(), pairs, scenes::Engine::eager));
    }
  };
  ask_all();
  ask_all();  // both of the vectors that are swapped have grown now
  const std::uint64_t before = allocations;
  ask_all();
  EXPECT_EQ(allocations, before);
}

TEST(FindPairs, ACharacterCostsLittleBeforeItIsTouched) {
  const Model creature = make_creature();
  const Character character = *Character::make(*bake(creature));
  EXPECT_LT(character.byte_count(), 5000U);
  static_cast<void>(find_pairs(character, character));
  EXPECT_GT(character.byte_count(), 500'000U);
}

TEST(FindPairs, PosesManyAtOnceOrNone) {
  const scenes::Scene scene = scenes::men();
  Duel duel(scene);
  duel.pose(119);
  const auto before = find_pairs(duel.a(), duel.b()).pairs;
  EXPECT_FALSE(before.empty());
  Character* const cast = const_cast<Character*>(&duel.a());
  std::vector<Pose> poses = scene.frames[0];
  poses[1].joints[3].t.y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(set_poses({cast, 2}, poses).error().message, HasSubstr("pose 1: joint 3"));
  EXPECT_THAT(set_poses({cast, 1}, poses).error().message, HasSubstr("2 poses for 1 character"));
  EXPECT_EQ(find_pairs(duel.a(), duel.b()).pairs, before);
}

}  // namespace
}  // namespace dermis
