// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/procedural.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "dermis/model/pose.h"
#include "dermis/model/validate.h"
#include "dermis/query/brute_force.h"
#include "dermis/skinning/skin.h"
#include "support/hash.h"
#include "support/topology.h"

namespace dermis {
namespace {

struct Expected {
  const char* name;
  double triangles, joints, vertices;  ///< numbers of the papers' characters
  std::uint64_t hash;                  ///< over positions, triangles and weights

  friend std::ostream& operator<<(std::ostream& out, const Expected& e) { return out << e.name; }
};

double volume(const Model& model) {
  double sum = 0;
  for (const Triangle& t : model.triangles) {
    const Vec3 a = model.positions[t[0]];
    const Vec3 b = model.positions[t[1]];
    const Vec3 c = model.positions[t[2]];
    sum += double(a.x) * (double(b.y) * c.z - double(b.z) * c.y) +
           double(a.y) * (double(b.z) * c.x - double(b.x) * c.z) +
           double(a.z) * (double(b.x) * c.y - double(b.y) * c.x);
  }
  return sum / 6;
}

class Procedural : public testing::TestWithParam<Expected> {
 protected:
  const Model model_ = *make_procedural(GetParam().name);
};

INSTANTIATE_TEST_SUITE_P(All, Procedural,
                         testing::Values(Expected{"dwarf", 1664, 45, 859, 0xebb14c183f78e1f3},
                                         Expected{"man", 8270, 27, 4435, 0x93fb6b0e9bd98806},
                                         Expected{"creature", 13590, 56, 6682, 0x778e49e84369a3dd},
                                         Expected{"mannequin", 2576, 27, 1290, 0x39c129d424c7dc32}),
                         [](const auto& test) { return test.param.name; });

TEST_P(Procedural, HasThePapersSize) {
  const Expected& expected = GetParam();
  EXPECT_NEAR(double(model_.triangles.size()), expected.triangles, 0.03 * expected.triangles);
  EXPECT_EQ(double(model_.skeleton.joints.size()), expected.joints);
  EXPECT_NEAR(double(model_.positions.size()), expected.vertices, 0.07 * expected.vertices);
}

TEST_P(Procedural, SkinIsOneClosedManifold) {
  EXPECT_EQ(test::open_or_shared_edges(model_.triangles), 0U);
  EXPECT_EQ(test::pinched_vertices(model_.triangles, model_.positions.size()), 0U);
  EXPECT_EQ(test::euler_characteristic(model_.triangles), 2);  // one piece, no handle
}

TEST_P(Procedural, FacesOutward) {
  EXPECT_GT(volume(model_), 0.02);
}

TEST_P(Procedural, WeightsAreSmoothAndFew) {
  ASSERT_THAT(validate(model_), testing::IsEmpty());
  std::vector<bool> used(model_.skeleton.joints.size(), false);
  for (std::size_t v = 0; v < model_.positions.size(); ++v) {
    EXPECT_LE(model_.influences.of(v).size(), 4U);
    for (const Influence& i : model_.influences.of(v)) used[i.joint] = true;
  }
  EXPECT_THAT(used, testing::Each(true));

  // Neighbors differ little: no weight jumps across an edge.
  const auto weight = [&](std::uint32_t v, std::uint32_t joint) {
    for (const Influence& i : model_.influences.of(v)) {
      if (i.joint == joint) return i.weight;
    }
    return 0.0F;
  };
  float largest = 0;
  for (const Triangle& t : model_.triangles) {
    for (const Influence& i : model_.influences.of(t[0])) {
      largest = std::max(largest, std::abs(i.weight - weight(t[1], i.joint)));
    }
  }
  EXPECT_LT(largest, 0.6F);
}

TEST_P(Procedural, WalkLoopsOnTheGround) {
  ASSERT_FALSE(model_.clips.empty());
  const Clip& walk = model_.clips[0];
  EXPECT_EQ(walk.name, "walk");
  const Pose first = sample(model_, walk, walk.start());
  const Pose last = sample(model_, walk, walk.end());
  EXPECT_EQ(first.joints, last.joints);

  for (int i = 0; i < 20; ++i) {
    const auto posed = posed_vertices(model_, sample(model_, walk, walk.end() * i / 20));
    ASSERT_TRUE(posed);
    const float lowest = std::ranges::min(*posed, {}, &Vec3::y).y;
    EXPECT_NEAR(lowest, 0, 0.04) << "phase " << i;
  }
}

TEST_P(Procedural, StandsOnTheGroundFacingZ) {
  EXPECT_NEAR(std::ranges::min(model_.positions, {}, &Vec3::y).y, 0, 0.03);
  const auto [left, right] = std::ranges::minmax(model_.positions, {}, &Vec3::x);
  EXPECT_NEAR(left.x, -right.x, 0.02);
}

/// Computed with +, −, ·, / and square roots only, so it is the same on every machine and compiler.
TEST_P(Procedural, HasTheSameBitsEverywhere) {
  std::uint64_t hash = test::hash_bits<Vec3>(model_.positions);
  hash = test::hash_bits<Triangle>(model_.triangles, hash);
  hash = test::hash_bits<Influence>(model_.influences.all(), hash);
  for (const Channel& channel : model_.clips[0].channels) {
    hash = test::hash_bits<float>(channel.values, hash);
  }
  hash = test::hash_bits<Affine>(sample(model_, model_.clips[0], 0.37).joints, hash);
  EXPECT_EQ(hash, GetParam().hash) << std::hex << hash;
}

TEST(Mannequin, IsTheManWithFewerTriangles) {
  const Model man = make_man();
  const Model mannequin = make_mannequin();
  EXPECT_EQ(mannequin.triangles.size(), 2576U);
  EXPECT_EQ(mannequin.positions.size(), 1290U);
  EXPECT_NEAR(volume(mannequin), volume(man), 0.05 * volume(man));
  ASSERT_EQ(mannequin.clips.size(), man.clips.size());
  for (std::size_t i = 0; i < man.clips.size(); ++i) {
    EXPECT_EQ(mannequin.clips[i].name, man.clips[i].name);
    EXPECT_EQ(sample(mannequin, mannequin.clips[i], 0.3).joints,
              sample(man, man.clips[i], 0.3).joints);
  }
}

/// Cloth will lie on it, so it must have an inside and an outside everywhere.
TEST(Mannequin, DoesNotMeetItself) {
  const Model model = make_mannequin();
  EXPECT_THAT(brute_force::find_self_pairs({model.positions, model.triangles}).pairs,
              testing::IsEmpty());
  const Clip& walk = model.clips[0];
  for (int frame = 0; frame / 30.0 < walk.end(); ++frame) {
    const auto posed = posed_vertices(model, sample(model, walk, frame / 30.0));
    ASSERT_TRUE(posed);
    EXPECT_THAT(brute_force::find_self_pairs({*posed, model.triangles}).pairs, testing::IsEmpty())
        << "frame " << frame;
  }
}

TEST(ProceduralNames, UnknownNamesAreRefused) {
  const auto result = make_procedural("elf");
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::HasSubstr("'elf'"));
  for (const auto name : procedural_names()) EXPECT_TRUE(make_procedural(name));
}

}  // namespace
}  // namespace dermis
