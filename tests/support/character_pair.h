// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collider/refit_node.h"
#include "dermis/dermis.h"
#include "math/enclosing_ball.h"
#include "query/character_state.h"
#include "scenes/engine.h"
#include "spheres/sphere_cache.h"

namespace dermis::test {

/// Two characters of a model, and the answers of brute force about them.
class CharacterPair {
 public:
  explicit CharacterPair(const Model& model, const BakeOptions& options = {})
      : CharacterPair(model, *bake(model, options)) {}
  CharacterPair(const Model& model, const Collider& collider)
      : model_(model), a_(*Character::make(collider)), b_(*Character::make(collider)) {}
  CharacterPair(const Model& model, Skinning a, Skinning b)
      : model_(model),
        a_(*Character::make(*bake(model, {.skinning = a}))),
        b_(*Character::make(*bake(model, {.skinning = b}))) {}

  void set_poses(const Pose& a, const Pose& b) {
    ASSERT_TRUE(a_.set_pose(a));
    ASSERT_TRUE(b_.set_pose(b));
    vertices_a_ = *posed_vertices(model_, a, a_.collider().skinning());
    vertices_b_ = *posed_vertices(model_, b, b_.collider().skinning());
  }

  /// Every method finds all pairs and no others. find_any() returns one of them, or none if there
  /// is none.
  void expect_brute_forces_pairs() const {
    const auto expected =
        brute_force::find_pairs({vertices_a_, model_.triangles}, {vertices_b_, model_.triangles});
    for (const scenes::Engine method : all_values<scenes::Engine>()) {
      EXPECT_EQ(find_pairs(a_, b_, method).pairs, expected.pairs) << to_string(method);
      const auto any = find_any_pair(a_, b_, method).pairs;
      EXPECT_EQ(any.size(), expected.pairs.empty() ? 0U : 1U) << to_string(method);
      for (const TrianglePair& pair : any) EXPECT_THAT(expected.pairs, testing::Contains(pair));
    }
    found_ += expected.pairs.size();
  }

  /// Every refitted ball, in any order of refitting, contains the posed vertices below its node.
  void expect_spheres_enclose() const {
    const auto check = [&](const Character& character, const std::vector<Vec3>& vertices) {
      const spheres::SphereCache& cache = spheres::cache_of(character);
      const spheres::SphereData& spheres = cache.spheres();
      spheres.groups.for_each_node([&](std::uint32_t n, std::uint32_t block, std::size_t lane) {
        const Ball ball = spheres.refit.refit(block, cache.motion(), spheres.center).get(lane);
        const auto& node = spheres.tree.nodes[n];
        for (std::uint32_t i = 0; i < node.triangle_count; ++i) {
          for (const std::uint32_t v :
               model_.triangles[spheres.tree.triangles[node.first_triangle + i]]) {
            ASSERT_TRUE(math::contains(ball, vertices[v])) << "node " << n << " vertex " << v;
          }
        }
      });
    };
    check(a_, vertices_a_);
    check(b_, vertices_b_);
  }

  /// Every refitted box contains the posed vertices below its node.
  void expect_boxes_enclose() const {
    for (const Character* const character : {&a_, &b_}) {
      const Character::State& state = state_of(*character);
      const Collider::Data& data = *state.data;
      std::vector<Vec3> vertices(data.skin.vertex_count());
      state.skin.deform_all(vertices);
      for (std::uint32_t n = 0; n < data.box_tree.nodes.size(); ++n) {
        const auto& node = data.box_tree.nodes[n];
        const math::Boxes8 boxes =
            collider::refit_boxes(data.box_refit, n, state.skin, state.box_slack);
        for (std::uint32_t i = 0; i < node.child_count; ++i) {
          const math::Box box = boxes.get(i);
          for (const std::uint32_t v :
               collider::vertices_below(data.meshlets, data.box_tree, node.children[i])) {
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
