// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "motion/self/flat_patches.h"
#include "motion/self/static_front.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/float_mode.h"
#include "dermis/base/isa.h"
#include "dermis/motion/impacts.h"
#include "motion/mesh/moving_mesh_state.h"
#include "support/moving_meshes.h"

namespace dermis::motion {
namespace {

using test::cloth;
using test::flying;
using test::Motion;
using test::Random;
using test::touch;

const FlatPatches& patches_of(const MovingMesh& mesh) {
  return motion::front_of(state_of(mesh)).patches;
}

FlatPatches::Flat flat_of(const MovingMesh& mesh) {
  const base::DefinedFloatMode mode;
  const auto& state = state_of(mesh);
  state.prepare(MovingMesh::State::Prepared::rows);
  FlatPatches::Flat flat(patches_of(mesh));
  patches_of(mesh).find_flat({state.rows, state.triangles, 1e-6}, 0,
                             patches_of(mesh).coarse_count(), flat);
  return flat;
}

std::size_t count(const std::vector<std::uint8_t>& flags) {
  std::size_t result = 0;
  for (const std::uint8_t flag : flags) result += flag;
  return result;
}

/// Expects that no two triangles of a flat patch touch. Returns the number of tested pairs.
std::size_t expect_apart(const MovingMesh& mesh, const std::string& about) {
  const FlatPatches& patches = patches_of(mesh);
  const FlatPatches::Flat flat = flat_of(mesh);
  std::size_t pairs = 0;
  const auto expect = [&](const std::vector<std::uint32_t>& triangles) {
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      for (std::size_t j = i + 1; j < triangles.size(); ++j) {
        EXPECT_FALSE(touch(mesh, triangles[i], mesh, triangles[j])) << about;
        ++pairs;
      }
    }
  };
  for (std::size_t c = 0; c < patches.coarse_count(); ++c) {
    const auto all = patches.triangles(c);
    if (flat.coarse[c] != 0) expect({all.begin(), all.end()});
    for (std::size_t f = patches.first_fine(c); f < patches.first_fine(c + 1); ++f) {
      std::vector<std::uint32_t> fine;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (patches.fine(f).has(i)) fine.push_back(all[i]);
      }
      if (flat.fine[f] != 0) expect(fine);
    }
  }
  return pairs;
}

/// A strip that winds around twice, like a staircase, and gets flat on its way down.
Motion staircase() {
  Motion motion;
  constexpr std::uint32_t kSteps = 20;
  for (std::uint32_t i = 0; i <= kSteps; ++i) {
    const double angle = 4 * std::numbers::pi * i / kSteps;
    for (const double r : {1.0, 2.0}) {
      // The upper turn is a bit smaller, so that no corners coincide.
      const double size = r * (1 - 0.01 * i);
      const double x = size * std::cos(angle);
      const double y = size * std::sin(angle);
      motion.from.push_back({x, y, 0.1 * i});
      motion.to.push_back({x, y, -0.1 * i});
    }
    if (i == kSteps) break;
    const std::uint32_t v = 2 * i;
    motion.triangles.push_back({v, v + 1, v + 3});
    motion.triangles.push_back({v, v + 3, v + 2});
  }
  return motion;
}

TEST(FlatPatches, AreFlatWhereClothIs) {
  Random random(11);
  Motion motion = cloth(random, 40, 0.1F);
  // The cloth turns while it falls.
  for (std::size_t v = 0; v < motion.from.size(); ++v) {
    const auto& [x, y, z] = motion.from[v];
    motion.to[v] = {0.9 * x + 0.3 * y, 0.9 * y - 0.3 * x, z - 7 + 0.2 * x};
  }
  const MovingMesh mesh = flying(motion);
  const FlatPatches::Flat flat = flat_of(mesh);
  EXPECT_GT(count(flat.coarse), flat.coarse.size() / 2);
  EXPECT_GT(count(flat.fine), flat.fine.size() * 9 / 10);
  // Only pairs that are not in one patch remain to be tested.
  const QueryStats stats = find_self_impacts(mesh).stats;
  EXPECT_LT(stats.triangle_tests, motion.triangles.size() / 4);
  const QueryStats swept =
      find_self_impacts(mesh, {.method = ImpactMethod::swept_static_front}).stats;
  EXPECT_LT(stats.box_tests, swept.box_tests / 3);
}

TEST(FlatPatches, HoldNothingThatTouches) {
  Random random(12);
  std::size_t pairs = 0;
  for (int i = 0; i < 40; ++i) {
    const auto flutter = 0.025F * static_cast<float>(i);
    const MovingMesh mesh = flying(cloth(random, 14, flutter));
    pairs += expect_apart(mesh, "flutter " + std::to_string(flutter));
  }
  EXPECT_GT(pairs, 100000U);
}

/// All triangles are turned the same way, seen from above. Only the border shows the overlap.
TEST(FlatPatches, AreNotFlatWhereTheyGoAroundTwice) {
  const MovingMesh mesh = flying(staircase());
  ASSERT_EQ(patches_of(mesh).coarse_count(), 1U);
  ASSERT_FALSE(patches_of(mesh).coarse_loop(0).empty());
  EXPECT_EQ(flat_of(mesh).coarse[0], 0);
  EXPECT_GT(find_self_impacts(mesh).impacts.size(), 10U);
  EXPECT_EQ(find_self_impacts(mesh).impacts,
            find_self_impacts(mesh, {.method = ImpactMethod::brute_force}).impacts);
}

/// Features that come nearer than the tolerance may be reported, so their patch is not flat.
TEST(FlatPatches, AreNotFlatWithinTheTolerance) {
  Random random(13);
  const MovingMesh mesh = flying(cloth(random, 10, 0));
  for (const double tolerance : {1e-6, 1e-3, 0.5}) {
    const ImpactOptions options{.tolerance = tolerance};
    const ImpactOptions judge{.method = ImpactMethod::brute_force, .tolerance = tolerance};
    EXPECT_EQ(find_self_impacts(mesh, options).impacts, find_self_impacts(mesh, judge).impacts);
  }
}

TEST(FlatPatches, AreFlatOnEveryInstructionSet) {
  Random random(14);
  const MovingMesh mesh = flying(cloth(random, 30, 0.4F));
  const Isa best = current_isa();
  const FlatPatches::Flat flat = flat_of(mesh);
  EXPECT_GT(count(flat.fine), 0U);
  EXPECT_LT(count(flat.fine), flat.fine.size());
  for (const Isa isa : available_isas()) {
    ASSERT_TRUE(use_isa(isa));
    EXPECT_EQ(flat_of(mesh).coarse, flat.coarse) << to_string(isa);
    EXPECT_EQ(flat_of(mesh).fine, flat.fine) << to_string(isa);
  }
  ASSERT_TRUE(use_isa(best));
}

/// Many triangles at one vertex, and meshes without borders, holes or triangles.
TEST(FlatPatches, OfOddMeshes) {
  Motion fan;
  fan.from = {{0, 0, 0}};
  constexpr std::uint32_t kCount = 3000;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCount;
    fan.from.push_back({std::cos(angle), std::sin(angle), 0});
    fan.triangles.push_back({0, 1 + i, 1 + (i + 1) % kCount});
  }
  fan.to = fan.from;
  const MovingMesh wheel = flying(fan);
  EXPECT_EQ(count(flat_of(wheel).fine), 0U);
  EXPECT_GE(patches_of(wheel).fine_count(), kCount / 8);

  const Motion closed{{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}},
                      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  EXPECT_EQ(count(flat_of(flying(closed)).coarse), 0U);

  const MovingMesh nothing = flying({{}, {{0, 0, 0}}, {{1, 0, 0}}});
  EXPECT_EQ(patches_of(nothing).coarse_count(), 0U);
  EXPECT_EQ(patches_of(nothing).fine_at(0), kNone);
}

}  // namespace
}  // namespace dermis::motion
