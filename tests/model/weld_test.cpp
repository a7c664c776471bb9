// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/weld.h"

#include <gtest/gtest.h>

#include "dermis/dermis.h"
#include "support/posed_welded.h"
#include "support/random_model.h"

namespace dermis {
namespace {

/// Like exporters for faces with different colours: no two triangles share a vertex.
Model split(const Model& model) {
  Model result = model;
  result.positions.clear();
  result.influences = {};
  result.triangles.clear();
  for (MorphTarget& target : result.morph_targets) {
    target.first_vertex = 0;
    target.deltas.clear();
  }
  for (const Triangle& t : model.triangles) {
    Triangle copy;
    for (int c = 0; c < 3; ++c) {
      copy[c] = static_cast<std::uint32_t>(result.positions.size());
      result.positions.push_back(model.positions[t[c]]);
      result.influences.add_vertex(model.influences.of(t[c]));
      for (std::size_t m = 0; m < model.morph_targets.size(); ++m) {
        const MorphTarget& target = model.morph_targets[m];
        const std::size_t i = std::size_t{t[c]} - target.first_vertex;
        result.morph_targets[m].deltas.push_back(i < target.deltas.size() ? target.deltas[i]
                                                                          : Vec3{});
      }
    }
    result.triangles.push_back(copy);
  }
  result.parts = {Part{}};
  result.parts[0].triangle_count = static_cast<std::uint32_t>(result.triangles.size());
  result.parts[0].vertex_count = static_cast<std::uint32_t>(result.positions.size());
  return result;
}

TEST(Weld, UndoesWhatExportersSplit) {
  const Model creature = make_creature();
  const Model welded = weld(split(creature));
  EXPECT_EQ(welded.positions.size(), creature.positions.size());
  EXPECT_EQ(welded.triangles.size(), creature.triangles.size());
  EXPECT_EQ(weld(creature).positions, creature.positions);
}

TEST(Weld, PosesAreTheSameBits) {
  const Model model = split(test::random_model(3, 60, 7, 4));
  const Model welded = weld(model);
  EXPECT_LT(welded.positions.size(), model.positions.size());
  for (int seed = 0; seed < 10; ++seed) {
    const Pose pose = test::random_pose(seed, model);
    const auto before = *posed_vertices(model, pose);
    const auto after = test::posed_welded(welded, pose);
    for (std::size_t t = 0; t < model.triangles.size(); ++t) {
      for (int c = 0; c < 3; ++c) {
        ASSERT_EQ(after[welded.triangles[t][c]], before[model.triangles[t][c]]) << t;
      }
    }
  }
}

TEST(Weld, KeepsApartWhatAPoseCanTellApart) {
  Model model = test::random_model(3, 60, 7, 4);
  model.positions.assign(model.positions.size(), Vec3{1, 2, 3});
  const Model welded = weld(model);
  const Pose pose = test::random_pose(5, model);
  const auto before = *posed_vertices(model, pose);
  const auto after = test::posed_welded(welded, pose);
  EXPECT_GT(welded.positions.size(), 10U);
  for (std::size_t t = 0; t < model.triangles.size(); ++t) {
    for (int c = 0; c < 3; ++c) {
      ASSERT_EQ(after[welded.triangles[t][c]], before[model.triangles[t][c]]) << t;
    }
  }
}

TEST(Weld, CountsInfluences) {
  // The sequences of numbers are equal: an influence of one could be mistaken for a delta of the
  // other.
  Model model = test::random_model(3, 2, 2, 1);
  model.positions = {{1, 2, 3}, {1, 2, 3}, {0, 0, 0}};
  model.triangles = {{0, 1, 2}};
  model.influences = {};
  const Influence one[] = {{0, 1.0F}};
  const Influence three[] = {{0, 1.0F}, {0, 1e-4F}, {0, 0.0F}};
  model.influences.add_vertex(one);
  model.influences.add_vertex(three);
  model.influences.add_vertex(one);
  model.morph_targets = {{"m", 0, 0, {{1e-4F, 0, 0}}, 0}};
  EXPECT_EQ(weld(model).positions.size(), 3U);
}

}  // namespace
}  // namespace dermis
