// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/motion/keyframes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dermis/model/pose.h"
#include "dermis/model/procedural.h"
#include "dermis/motion/impacts.h"
#include "dermis/skinning/skin.h"
#include "support/models.h"

namespace dermis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Keyframes, OfASequence) {
  const Mesh a{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  Mesh b = a;
  b.positions[2] = {0, 1, 5};
  const auto keyframes = to_keyframes({a, b, a}, 10);
  ASSERT_TRUE(keyframes) << keyframes.error().message;
  EXPECT_THAT(keyframes->times, ElementsAre(0, 0.1, 0.2));
  EXPECT_EQ(keyframes->triangles, a.triangles);
  EXPECT_THAT(keyframes->positions, ElementsAre(a.positions, b.positions, a.positions));

  const auto why = [](const auto& result) { return result ? "" : result.error().message; };
  b.triangles = {{0, 2, 1}};
  EXPECT_THAT(why(to_keyframes({a, b}, 10)), HasSubstr("frame 1 has other triangles"));
  b = a;
  b.positions.emplace_back();
  EXPECT_THAT(why(to_keyframes({a, b}, 10)), HasSubstr("frame 1"));
  EXPECT_THAT(why(to_keyframes({}, 10)), HasSubstr("no frames"));
  EXPECT_THAT(why(to_keyframes({a}, 0)), HasSubstr("must be positive"));
}

TEST(Keyframes, NeedAClipThatFitsTheModel) {
  const Model man = make_man();
  Clip clip = man.clips[0];
  clip.channels[0].target = 4'000'000;
  const auto keyframes = to_keyframes(man, clip, 5);
  ASSERT_FALSE(keyframes);
  EXPECT_THAT(keyframes.error().message, HasSubstr("channel 0, has a target that does not exist"));
}

/// Keyframes are poses of the character, also at both ends. Vertices that a file splits at seams
/// are merged.
TEST(Keyframes, OfACharactersClip) {
  const Model man = make_man();
  const Clip& walk = man.clips[0];
  for (const Skinning skinning : {Skinning::linear, Skinning::dual_quaternion}) {
    const auto keyframes = to_keyframes(man, walk, 7, skinning);
    ASSERT_TRUE(keyframes) << keyframes.error().message;
    EXPECT_EQ(keyframes->triangles, man.triangles);
    ASSERT_EQ(keyframes->times.size(), 9U);  // 1.1 seconds
    EXPECT_EQ(keyframes->times.front(), walk.start());
    EXPECT_EQ(keyframes->times.back(), walk.end());
    const Skin skin(man, skinning);
    std::vector<Vec3> posed(skin.vertex_count());
    ASSERT_TRUE(skin.deform(sample(man, walk, keyframes->times[3]), posed));
    for (std::size_t v = 0; v < posed.size(); ++v) {
      EXPECT_EQ(keyframes->positions[3][v], (Point{posed[v].x, posed[v].y, posed[v].z}));
    }
  }
}

/// Between the keys of a clip that only blends morph targets, vertices move in straight lines.
TEST(Keyframes, OfMorphTargetsAreItsKeys) {
  Model model = test::single_triangle();
  MorphTarget target;
  target.deltas = {{0, 0, 1}, {0, 2, 0}};
  model.morph_targets = {target};
  Channel channel{
      ChannelPath::morph_weights, Interpolation::linear, 0, 1, {0.5F, 1, 3}, {0, 1, 0.5F}};
  model.clips = {{"blend", {channel}}};
  const auto keyframes = to_keyframes(model, model.clips[0], 100);
  ASSERT_TRUE(keyframes) << keyframes.error().message;
  EXPECT_THAT(keyframes->times, ElementsAre(0.5, 1, 3));
  // A clip that jumps is sampled.
  model.clips[0].channels[0].interpolation = Interpolation::step;
  EXPECT_GT(to_keyframes(model, model.clips[0], 100)->times.size(), 200U);
}

/// A walking man's skin is connected: neighbours are not impacts.
TEST(Keyframes, OfAWalkHaveFewContacts) {
  const Model man = make_man();
  const auto keyframes = to_keyframes(man, man.clips[0], 30);
  ASSERT_TRUE(keyframes);
  auto mesh = MovingMesh::make({keyframes->positions[0], keyframes->triangles});
  ASSERT_TRUE(mesh);
  std::size_t contacts = 0;
  for (std::size_t i = 1; i < keyframes->positions.size(); ++i) {
    ASSERT_TRUE(mesh->fly_to(keyframes->positions[i]));
    contacts += find_self_impacts(*mesh).impacts.size();
  }
  EXPECT_LT(contacts, 500U);
}

}  // namespace
}  // namespace dermis
