// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bounds/enclosing_ball.h"
#include "bounds/refit_boxes.h"
#include "dermis/dermis.h"
#include "query/character_state.h"

namespace dermis::test {

/// Two characters of a model, and what brute force says about them.
class CharacterPair {
 public:
  explicit CharacterPair(const Model& model, const BakeOptions& options = {})
      : model_(model), a_(*bake(model, options)), b_(a_.collider()) {}
  CharacterPair(const Model& model, Skinning a, Skinning b)
      : model_(model), a_(*bake(model, {.skinning = a})), b_(*bake(model, {.skinning = b})) {}

  void set_poses(const Pose& a, const Pose& b) {
    ASSERT_TRUE(a_.set_pose(a));
    ASSERT_TRUE(b_.set_pose(b));
    vertices_a_ = *posed_vertices(model_, a, a_.collider().skinning());
    vertices_b_ = *posed_vertices(model_, b, b_.collider().skinning());
  }

  /// All pairs and no others; any finds one of them, or none when there is none.
  void expect_brute_forces_pairs() const {
    const auto expected =
        brute_force::find_all({vertices_a_, model_.triangles}, {vertices_b_, model_.triangles});
    for (const Method method : all_methods()) {
      EXPECT_EQ(find_all(a_, b_, {method}).pairs, expected.pairs) << to_string(method);
      const auto any = find_any(a_, b_, {method}).pairs;
      EXPECT_EQ(any.size(), expected.pairs.empty() ? 0U : 1U) << to_string(method);
      for (const TrianglePair& pair : any) EXPECT_THAT(expected.pairs, testing::Contains(pair));
    }
    found_ += expected.pairs.size();
  }

  /// Every refitted ball, asked for in any order, holds the posed vertices below its node.
  void expect_spheres_enclose() const {
    const auto check = [&](const Character& character, const std::vector<Vec3>& vertices) {
      const query::SphereCache& cache = character.state().spheres();
      const bounds::Spheres& spheres = cache.spheres();
      spheres.groups.for_each_node([&](std::uint32_t n, std::uint32_t block, std::size_t lane) {
        const Ball ball = spheres.refit.refit(block, cache.motion(), spheres.centre).get(lane);
        const auto& node = spheres.tree.nodes[n];
        for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
          for (const std::uint32_t v :
               model_.triangles[spheres.tree.triangles[node.first_triangle + i]]) {
            ASSERT_TRUE(bounds::contains(ball, vertices[v])) << "node " << n << " vertex " << v;
          }
        }
      });
    };
    check(a_, vertices_a_);
    check(b_, vertices_b_);
  }

  /// Every refitted box holds the posed vertices below its node.
  void expect_boxes_enclose() const {
    for (const Character* const character : {&a_, &b_}) {
      const Character::State& state = character->state();
      const Collider::Data& data = *state.data;
      std::vector<Vec3> vertices(data.skin.vertex_count());
      state.skin.deform_all(vertices);
      for (std::uint32_t n = 0; n < data.box_tree.nodes.size(); ++n) {
        const auto& node = data.box_tree.nodes[n];
        const math::Boxes8 boxes =
            bounds::refit_boxes(data.box_refit, n, state.skin, state.box_slack);
        for (std::uint32_t i = 0; i < node.child_count; ++i) {
          const math::Box box = boxes.get(i);
          for (const std::uint32_t v :
               bounds::vertices_below(data.meshlets, data.box_tree, node.children[i])) {
            ASSERT_TRUE(math::contains(box, vertices[v])) << "node " << n << " vertex " << v;
            ASSERT_TRUE(math::contains(state.root_box, vertices[v])) << "vertex " << v;
          }
        }
      }
    }
  }

  [[nodiscard]] const Character& a() const { return a_; }
  [[nodiscard]] const Character& b() const { return b_; }
  [[nodiscard]] std::size_t found() const { return found_; }

 private:
  const Model& model_;
  Character a_, b_;
  std::vector<Vec3> vertices_a_, vertices_b_;
  mutable std::size_t found_ = 0;
};

}  // namespace dermis::test
