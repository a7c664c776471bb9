// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dermis/model/validate.h"
#include "support/models.h"

namespace dermis {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// Three parts: 'a' and 'b' share the vertices 0–3 of node 0; 'c' has 4–6 of node 1. There is an
/// empty part between them.
Model three_parts() {
  Model model;
  model.skeleton.nodes = {{"left", kNone, {}, {}}, {"right", kNone, {}, {}}};
  model.skeleton.joints = {{0, {}, true}, {1, {}, true}};
  for (int v = 0; v < 7; ++v) {
    model.positions.push_back({static_cast<float>(v), static_cast<float>(v * v), 0});
    const Influence whole{v < 4 ? 0U : 1U, 1};
    model.influences.add_vertex({&whole, 1});
  }
  model.triangles = {{0, 1, 2}, {1, 2, 3}, {0, 2, 3}, {4, 5, 6}};
  model.parts = {{"left", "a", 0, 0, 0, 2, 0, 4},
                 {"left", "b", 0, 1, 2, 1, 0, 4},
                 {"left", "none", 0, 2, 3, 0, 0, 4},
                 {"right", "c", 1, 0, 3, 1, 4, 3}};
  model.morph_targets = {{"l", 0, 0, {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}, 0},
                         {"r", 1, 4, {{5, 0, 0}, {6, 0, 0}, {7, 0, 0}}, 0}};
  return model;
}

TEST(Model, LocateMapsEveryTriangleBack) {
  const Model model = three_parts();
  ASSERT_THAT(validate(model), IsEmpty());
  const std::uint32_t expected[4][2] = {{0, 0}, {0, 1}, {1, 0}, {3, 0}};
  for (std::uint32_t t = 0; t < 4; ++t) {
    EXPECT_EQ(locate(model, t).part, expected[t][0]) << t;
    EXPECT_EQ(locate(model, t).triangle, expected[t][1]) << t;
  }
}

TEST(Model, KeepPartsKeepsOrderSharingAndMorphs) {
  const Model right =
      keep_parts(three_parts(), [](const Part& p) { return p.node_name == "right"; });
  ASSERT_THAT(validate(right), IsEmpty());
  EXPECT_EQ(right.positions.size(), 3U);
  EXPECT_EQ(right.triangles[0], (Triangle{0, 1, 2}));
  EXPECT_EQ(right.morph_targets[0].deltas.size(), 0U);
  EXPECT_EQ(right.morph_targets[1].first_vertex, 0U);
  EXPECT_EQ(right.morph_targets[1].deltas.size(), 3U);

  const Model b = keep_parts(three_parts(), [](const Part& p) { return p.mesh_name == "b"; });
  ASSERT_THAT(validate(b), IsEmpty());
  EXPECT_EQ(b.positions.size(), 4U);
  EXPECT_EQ(b.triangles[0], (Triangle{0, 2, 3}));
  EXPECT_EQ(b.parts[0].label(), "left/b/1");
}

TEST(Model, FindClipTakesNamesFirstThenIndices) {
  Model model = test::single_triangle();
  EXPECT_THAT(find_clip(model, "walk").error().message, HasSubstr("no clips"));
  model.clips = {{"walk", {}}, {"0", {}}, {"", {}}};
  EXPECT_EQ(*find_clip(model, "walk"), 0U);
  EXPECT_EQ(*find_clip(model, "0"), 1U);
  EXPECT_EQ(*find_clip(model, "2"), 2U);
  for (const char* name : {"3", "-1", "run", "1x", " 1", "99999999999"}) {
    const auto found = find_clip(model, name);
    ASSERT_FALSE(found) << name;
    EXPECT_THAT(found.error().message, HasSubstr("no clip '" + std::string(name) + "'"));
    EXPECT_THAT(found.error().message, HasSubstr("'walk'"));
  }
}

}  // namespace
}  // namespace dermis
