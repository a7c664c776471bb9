// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/skinning/skin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <map>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "support/hash.h"
#include "support/models.h"
#include "support/random_model.h"

namespace dermis {
namespace {

using test::single_triangle;
using testing::HasSubstr;

std::vector<Vec3> deformed(const Skin& skin, const Pose& pose, Isa isa) {
  std::vector<Vec3> out(skin.vertex_count());
  const auto ok = skin.deform(pose, out, isa);
  EXPECT_TRUE(ok);
  return out;
}

TEST(Skin, BlendsTwoJoints) {
  Model model = single_triangle();
  model.skeleton.joints.push_back({0, {}});
  model.influences = {};
  const std::vector<Influence> half{{0, 0.5F}, {1, 0.5F}};
  for (int v = 0; v < 3; ++v) model.influences.add_vertex(half);
  Pose pose;
  pose.joints = {Affine{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}},
                 Affine{{3, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 4, 0}}};
  const auto posed = posed_vertices(model, pose);
  ASSERT_TRUE(posed);
  EXPECT_EQ((*posed)[0], (Vec3{1, 2, 0}));
  EXPECT_EQ((*posed)[1], (Vec3{3, 2, 0}));
  EXPECT_EQ((*posed)[2], (Vec3{1, 3, 0}));
}

TEST(Skin, MorphsBeforeItSkins) {
  Model model = single_triangle();
  model.morph_targets = {{"m", 0, 1, {{1, 0, 0}, {0, 3, 0}}, 0}};
  Pose pose;
  pose.joints = {Affine{{10, 0, 0}, {0, 10, 0}, {0, 0, 10}, {0, 0, 0}}};
  pose.morph_weights = {0.5F};
  const auto posed = posed_vertices(model, pose);
  ASSERT_TRUE(posed);
  EXPECT_EQ((*posed)[0], (Vec3{0, 0, 0}));
  EXPECT_EQ((*posed)[1], (Vec3{15, 0, 0}));
  EXPECT_EQ((*posed)[2], (Vec3{0, 25, 0}));
}

TEST(Skin, NeverGivesNegativeZero) {
  Pose pose;
  pose.joints = {Affine{{-0.0F, -0.0F, -0.0F}, {-0.0F, 0, 0}, {0, 0, 0}, {-0.0F, -0.0F, -0.0F}}};
  const Skin skin(single_triangle());
  for (const Isa isa : available_isas()) {
    for (const Vec3& v : deformed(skin, pose, isa)) {
      for (const float f : {v.x, v.y, v.z}) EXPECT_EQ(std::bit_cast<std::uint32_t>(f), 0U);
    }
  }
}

/// A second implementation of the definition in the header.
std::vector<Vec3> by_definition(const Model& model, const Pose& pose) {
  std::vector<Vec3> out;
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    volatile float p[3] = {model.positions[v].x, model.positions[v].y, model.positions[v].z};
    for (std::size_t m = 0; m < model.morph_targets.size(); ++m) {
      const MorphTarget& target = model.morph_targets[m];
      const std::size_t at = v - target.first_vertex;
      if (pose.morph_weights[m] == 0 || at >= target.deltas.size()) continue;
      const float delta[3] = {target.deltas[at].x, target.deltas[at].y, target.deltas[at].z};
      for (int r = 0; r < 3; ++r) {
        const volatile float product = pose.morph_weights[m] * delta[r];
        p[r] = p[r] + product;
      }
    }
    volatile float matrix[4][3] = {};
    bool first = true;
    std::map<std::uint32_t, float> weights;
    for (const Influence& i : model.influences.of(v)) {
      if (i.weight != 0) weights[i.joint] += i.weight;
    }
    for (const auto& [joint, weight] : weights) {
      const Affine& a = pose.joints[joint];
      const float entries[4][3] = {{a.x.x, a.x.y, a.x.z},
                                   {a.y.x, a.y.y, a.y.z},
                                   {a.z.x, a.z.y, a.z.z},
                                   {a.t.x, a.t.y, a.t.z}};
      for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 3; ++r) {
          const volatile float product = weight * entries[c][r];
          matrix[c][r] = first ? float{product} : matrix[c][r] + product;
        }
      }
      first = false;
    }
    float result[3];
    for (int r = 0; r < 3; ++r) {
      volatile float sum = matrix[0][r] * p[0];
      for (int c = 1; c < 3; ++c) {
        const volatile float product = matrix[c][r] * p[c];
        sum = sum + product;
      }
      sum = sum + matrix[3][r];
      result[r] = sum + 0.0F;
    }
    out.push_back({result[0], result[1], result[2]});
  }
  return out;
}

TEST(Skin, EveryInstructionSetGivesTheDefinedBits) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const auto most = static_cast<std::uint32_t>(1 + seed * 2);
    const Model model = test::random_model(seed, 501, 23, most);
    const Pose pose = test::random_pose(seed + 100, model);
    const auto expected = by_definition(model, pose);
    const Skin skin(model);
    for (const Isa isa : available_isas()) {
      const auto actual = deformed(skin, pose, isa);
      EXPECT_EQ(test::hash_bits<Vec3>(actual), test::hash_bits<Vec3>(expected))
          << "seed " << seed << ", " << to_string(isa);
    }
  }
}

/// Fixed matrices give fixed bits: the same on every CPU, compiler and instruction set.
TEST(Skin, GoldenHash) {
  constexpr std::uint64_t kGolden = 0xd58ffbc38261da69;
  const Model model = test::random_model(42, 2000, 40, 6);
  const Skin skin(model);
  const Pose pose = test::random_pose(43, model);
  for (const Isa isa : available_isas()) {
    const auto hash = test::hash_bits<Vec3>(deformed(skin, pose, isa));
    EXPECT_EQ(hash, kGolden) << to_string(isa) << " gives " << std::hex << hash;
  }
}

TEST(Skin, ListsItsInstructionSets) {
  const auto isas = available_isas();
  ASSERT_FALSE(isas.empty());
  EXPECT_EQ(isas.front(), Isa::scalar);
  EXPECT_EQ(isas.back(), current_isa());
#if DERMIS_SIMD && defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    EXPECT_THAT(isas, testing::Contains(Isa::avx2));
  }
#else
  EXPECT_EQ(isas.size(), 1U);
#endif
}

#if defined(__x86_64__)
TEST(Skin, IgnoresTheHostsFloatingPointModes) {
  const Model model = test::random_model(7, 300, 9, 4);
  Pose pose = test::random_pose(8, model);
  // All results are denormal: flush-to-zero would destroy them.
  for (Affine& a : pose.joints) {
    for (Vec3* column : {&a.x, &a.y, &a.z, &a.t}) {
      *column = {column->x * 0x1p-127F, column->y * 0x1p-127F, column->z * 0x1p-127F};
    }
  }
  const Skin skin(model);
  for (const Isa isa : available_isas()) {
    const auto expected = test::hash_bits<Vec3>(deformed(skin, pose, isa));
    const unsigned saved = _mm_getcsr();
    for (const unsigned mode : {0x8000U, 0x0040U, 0x8040U, 0x2000U, 0x4000U, 0x6000U}) {
      _mm_setcsr(saved | mode);  // flush to zero, denormals are zero, rounding down, up, to zero
      const auto out = deformed(skin, pose, isa);
      const unsigned after = _mm_getcsr();
      _mm_setcsr(saved);
      EXPECT_EQ(test::hash_bits<Vec3>(out), expected) << to_string(isa) << " mode " << mode;
      EXPECT_EQ(after & ~0x3fU, (saved | mode) & ~0x3fU) << "the host's mode must come back";
    }
  }
}
#endif

TEST(Skin, RefusesWrongCounts) {
  const Skin skin(single_triangle());
  EXPECT_THAT(skin.check({}).error().message, HasSubstr("0 joint matrices, but the model has 1"));
  EXPECT_THAT(skin.check({{Affine{}}, {1.0F}}).error().message, HasSubstr("1 morph weight,"));
}

TEST(Skin, RefusesMatricesThatAreNotFinite) {
  const Skin skin(single_triangle());
  for (int entry = 0; entry < 12; ++entry) {
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
          -std::numeric_limits<float>::infinity()}) {
      Pose pose{{Affine{}}, {}};
      Vec3* const columns[4] = {&pose.joints[0].x, &pose.joints[0].y, &pose.joints[0].z,
                                &pose.joints[0].t};
      Vec3& column = *columns[entry / 3];
      (entry % 3 == 0 ? column.x : entry % 3 == 1 ? column.y : column.z) = bad;
      std::vector<Vec3> out(3);
      const auto result = skin.deform(pose, out);
      ASSERT_FALSE(result) << entry << ' ' << bad;
      EXPECT_THAT(result.error().message, HasSubstr("joint 0 ('root')"));
    }
  }
}

TEST(Skin, RefusesWhatCouldOverflowAndTakesTheRest) {
  const Skin skin(single_triangle());
  const auto scaled = [](float s) {
    return Pose{{Affine{{s, 0, 0}, {0, s, 0}, {0, 0, s}, {s, s, s}}}, {}};
  };
  EXPECT_FALSE(skin.check(scaled(std::numeric_limits<float>::max())));
  EXPECT_FALSE(skin.check(scaled(2e38F)));
  std::vector<Vec3> out(3);
  ASSERT_TRUE(skin.deform(scaled(1e38F), out));
  for (const Vec3& v : out) {
    EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z));
  }
  EXPECT_TRUE(skin.check(scaled(0)));  // singular matrices are legal
}

TEST(Skin, RefusesMorphWeightsThatCouldOverflow) {
  Model model = single_triangle();
  model.morph_targets = {{"big", 0, 0, {{1e30F, 0, 0}}, 0}};
  const Skin skin(model);
  EXPECT_TRUE(skin.check({{Affine{}}, {1}}));
  for (const float weight :
       {1e9F, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const auto result = skin.check({{Affine{}}, {weight}});
    ASSERT_FALSE(result) << weight;
    EXPECT_THAT(result.error().message, HasSubstr("morph target 0 ('big')"));
  }
}

}  // namespace
}  // namespace dermis
