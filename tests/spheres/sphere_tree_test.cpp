// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/sphere_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "dermis/model/procedural.h"
#include "support/models.h"

namespace dermis::spheres {
namespace {

SphereTree tree_of(const Model& model, float collapse) {
  return build_sphere_tree(model.positions, model.triangles, collapse);
}

/// Children partition their parent, balls contain their triangles, leaves are single triangles.
void expect_sound(const SphereTree& tree, const Model& model) {
  std::vector<std::uint32_t> sorted = tree.triangles;
  std::ranges::sort(sorted);
  std::vector<std::uint32_t> all(model.triangles.size());
  std::iota(all.begin(), all.end(), 0U);
  EXPECT_EQ(sorted, all);
  for (const SphereTree::Node& node : tree.nodes) {
    for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
      for (const std::uint32_t v : model.triangles[tree.triangles[node.first_triangle + i]]) {
        ASSERT_TRUE(math::contains(node.rest, model.positions[v]));
      }
    }
    if (node.child_count == 0) {
      EXPECT_EQ(node.triangle_count, 1U);
      continue;
    }
    std::uint32_t next = node.first_triangle;
    for (std::uint32_t c = 0; c < node.child_count; ++c) {
      const SphereTree::Node& child = tree.nodes[node.first_child + c];
      EXPECT_EQ(child.first_triangle, next);
      next += child.triangle_count;
    }
    EXPECT_EQ(next, node.first_triangle + node.triangle_count);
  }
}

TEST(SphereTree, BinaryTreeHasOneNodeLessThanTwicePerTriangle) {
  const Model dwarf = make_dwarf();
  const SphereTree tree = tree_of(dwarf, 1);
  EXPECT_EQ(tree.nodes.size(), 2 * dwarf.triangles.size() - 1);
  expect_sound(tree, dwarf);
}

TEST(SphereTree, CollapseLeavesNoChildTooLarge) {
  const Model creature = make_creature();
  const SphereTree tree = tree_of(creature, 0.6F);
  expect_sound(tree, creature);
  EXPECT_EQ(tree.nodes.size(), 19913U);  // the paper: 18679 over 13590 triangles
  for (const SphereTree::Node& node : tree.nodes) {
    for (std::uint32_t c = 0; c < node.child_count; ++c) {
      const SphereTree::Node& child = tree.nodes[node.first_child + c];
      if (child.child_count != 0) {
        EXPECT_LE(child.rest.radius, 0.6F * node.rest.radius);
      }
    }
  }
}

TEST(SphereTree, TakesTrianglesInOnePlaceAndSingleOnes) {
  Model model = test::single_triangle();
  expect_sound(tree_of(model, 0.6F), model);
  EXPECT_EQ(tree_of(model, 0.6F).nodes.size(), 1U);
  model.triangles.assign(50, {0, 1, 2});
  expect_sound(tree_of(model, 0.6F), model);
  expect_sound(tree_of(model, 1), model);
  model.triangles.clear();
  EXPECT_TRUE(tree_of(model, 0.6F).nodes.empty());
}

}  // namespace
}  // namespace dermis::spheres
