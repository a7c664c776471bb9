// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/subdivide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dermis/model/pose.h"
#include "dermis/model/procedural.h"
#include "dermis/model/validate.h"
#include "dermis/skinning/skin.h"
#include "support/models.h"
#include "support/topology.h"

namespace dermis {
namespace {

using testing::IsEmpty;

TEST(Subdivide, SplitsATriangleInFour) {
  Model model = test::single_triangle();
  model.skeleton.joints.push_back({0, {}});
  model.influences = {};
  const std::vector<Influence> first{{0, 1}};
  const std::vector<Influence> second{{0, 0.25F}, {1, 0.75F}};
  model.influences.add_vertex(first);
  model.influences.add_vertex(second);
  model.influences.add_vertex(first);
  model.morph_targets.push_back({"up", 0, 0, {{0, 0, 0}, {0, 0, 2}, {0, 0, 4}}, 1});

  const Model finer = subdivide(model, 1);
  ASSERT_THAT(validate(finer), IsEmpty());
  EXPECT_EQ(finer.triangles.size(), 4U);
  EXPECT_EQ(finer.positions.size(), 6U);
  EXPECT_EQ(finer.positions[3], (Vec3{0.5F, 0, 0}));  // between 0 and 1
  const auto weights = finer.influences.of(3);
  ASSERT_EQ(weights.size(), 2U);
  EXPECT_EQ(weights[0], (Influence{0, 0.625F}));
  EXPECT_EQ(weights[1], (Influence{1, 0.375F}));
  EXPECT_EQ(finer.morph_targets[0].deltas[3], (Vec3{0, 0, 1}));
}

TEST(Subdivide, KeepsClosedSkinsClosed) {
  const Model dwarf = make_dwarf();
  const Model finer = subdivide(dwarf, 2);
  EXPECT_EQ(finer.triangles.size(), 16 * dwarf.triangles.size());
  EXPECT_EQ(test::open_or_shared_edges(finer.triangles), 0U);
  EXPECT_EQ(test::euler_characteristic(finer.triangles), 2);
  EXPECT_THAT(validate(finer), IsEmpty());
}

/// Blending is linear in positions and in weights separately, not in both together. So new vertices
/// may leave the old triangles; the old vertices must not move.
TEST(Subdivide, OldVerticesPoseAsBefore) {
  const Model dwarf = make_dwarf();
  const Model finer = subdivide(dwarf, 1);
  const auto coarse = posed_vertices(dwarf, sample(dwarf, dwarf.clips[0], 0.3));
  const auto fine = posed_vertices(finer, sample(finer, finer.clips[0], 0.3));
  ASSERT_TRUE(coarse && fine);
  for (std::size_t v = 0; v < coarse->size(); ++v) EXPECT_EQ((*coarse)[v], (*fine)[v]);
}

/// Parts A, B, C over two ranges; A and C share one. Their common edges stay common.
TEST(Subdivide, PartsThatShareVerticesShareMidpoints) {
  const Model one = test::single_triangle();
  Model model = one;
  model.triangles = {{0, 1, 2}, {3, 4, 5}, {2, 1, 0}};
  model.positions.insert(model.positions.end(), one.positions.begin(), one.positions.end());
  for (std::size_t v = 0; v < 3; ++v) model.influences.add_vertex(one.influences.of(v));
  Part b = model.parts[0];
  b.first_triangle = 1;
  b.first_vertex = 3;
  Part c = model.parts[0];
  c.first_triangle = 2;
  model.parts.push_back(b);
  model.parts.push_back(c);
  ASSERT_THAT(validate(model), IsEmpty());
  const Model finer = subdivide(model, 2);
  EXPECT_THAT(validate(finer), IsEmpty());
  EXPECT_EQ(finer.positions.size(), 30U);  // 15 per range
}

TEST(Subdivide, TargetsOfAFewVerticesMoveOnlyWhatIsNear) {
  Model model = test::single_triangle();
  model.morph_targets.push_back({"corner", 0, 1, {{0, 0, 2}}, 1});
  const Model finer = subdivide(model, 1);
  ASSERT_THAT(validate(finer), IsEmpty());
  const auto posed = posed_vertices(finer, {{Affine{}}, {1}});
  ASSERT_TRUE(posed);
  for (const Vec3& v : *posed) EXPECT_EQ(v.z, 2 * v.x);  // vertex 1 is at x = 1
}

TEST(Subdivide, ZeroLevelsChangeNothing) {
  const Model dwarf = make_dwarf();
  EXPECT_EQ(subdivide(dwarf, 0).triangles, dwarf.triangles);
}

}  // namespace
}  // namespace dermis
