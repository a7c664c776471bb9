// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/weight_polytope.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "support/random_model.h"

namespace dermis::spheres {
namespace {

using test::Random;
using testing::ElementsAre;

std::vector<std::uint32_t> all_vertices(const Influences& influences) {
  std::vector<std::uint32_t> all(influences.vertex_count());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

TEST(WeightPolytope, JoinsSetsThatAreParts) {
  Influences influences;
  const Influence a[] = {{3, 0.25F}, {1, 0.75F}};
  const Influence b[] = {{1, 1.0F}};
  const Influence c[] = {{1, 0.5F}, {2, 0.5F}};
  for (const std::span<const Influence> v : {std::span<const Influence>(a), {b}, {c}}) {
    influences.add_vertex(v);
  }
  const auto polytopes = weight_polytopes(influences, all_vertices(influences));
  ASSERT_EQ(polytopes.size(), 2U);
  EXPECT_THAT(polytopes[0].joints, ElementsAre(1, 2));
  EXPECT_THAT(polytopes[0].low, ElementsAre(0.5, 0.0));
  EXPECT_THAT(polytopes[0].high, ElementsAre(1.0, 0.5));
  EXPECT_THAT(polytopes[1].joints, ElementsAre(1, 3));
  EXPECT_THAT(polytopes[1].low, ElementsAre(0.75, 0.25));
}

TEST(WeightPolytope, EqualWeightsAreOneCorner) {
  EXPECT_THAT(corners({{4, 7, 9}, {0.2, 0.3, 0.5}, {0.2, 0.3, 0.5}}),
              ElementsAre(0.2F, 0.3F, 0.5F));
  EXPECT_THAT(corners({{4}, {1}, {1}}), ElementsAre(1.0F));
}

TEST(WeightPolytope, CornersOfTheWholeSimplex) {
  const auto all = corners({{0, 1, 2}, {0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(all.size(), 9U);  // the three unit vectors
}

/// The hull of the corners contains each vertex's weights: no linear form is larger there than at
/// all corners.
TEST(WeightPolytope, HullOfTheCornersHoldsEveryVertex) {
  Random random(3);
  for (std::uint32_t most = 1; most <= 8; ++most) {
    const Model model = test::random_model(most, 60, 8, most);
    for (int round = 0; round < 10; ++round) {
      std::vector<std::uint32_t> vertices;
      for (int i = 0; i < 5; ++i) vertices.push_back(random.below(60));
      const auto polytopes = weight_polytopes(model.influences, vertices);
      for (const std::uint32_t v : vertices) {
        bool held = false;
        for (const WeightPolytope& polytope : polytopes) {
          const std::size_t n = polytope.joints.size();
          std::vector<double> weights(n, 0);
          double inside = 0;
          double sum = 0;
          for (const Influence& influence : model.influences.of(v)) {
            sum += influence.weight;
            const auto at = std::ranges::find(polytope.joints, influence.joint);
            if (at == polytope.joints.end()) continue;
            weights[at - polytope.joints.begin()] += influence.weight;
            inside += influence.weight;
          }
          if (inside < sum) continue;
          const std::vector<float> all = corners(polytope);
          ASSERT_FALSE(all.empty());
          bool every_form = true;
          for (int form = 0; form < 40; ++form) {
            std::vector<double> y(n);
            for (double& x : y) x = random.between(-1, 1);
            double value = 0;
            for (std::size_t j = 0; j < n; ++j) value += y[j] * weights[j] / sum;
            double largest = -10;
            for (std::size_t k = 0; k < all.size(); k += n) {
              double corner = 0;
              for (std::size_t j = 0; j < n; ++j) corner += y[j] * all[k + j];
              largest = std::max(largest, corner);
            }
            every_form &= value <= largest + 1e-6;
          }
          held |= every_form;
        }
        EXPECT_TRUE(held) << "vertex " << v << ", up to " << most << " influences";
      }
    }
  }
}

}  // namespace
}  // namespace dermis::spheres
