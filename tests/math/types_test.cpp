// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/math/types.h"

#include <gtest/gtest.h>

#include "math/doubles.h"

namespace dermis {
namespace {

Vec3 apply(const Affine& a, const Vec3& p) {
  return math::to_float(math::to_double(a) * math::to_double(p));
}

TEST(Types, PlacementTurnsAboutYThenMoves) {
  const Affine quarter = placement({10, 20, 30}, 90);
  EXPECT_EQ(apply(quarter, {0, 0, 1}), (Vec3{11, 20, 30}));  // +Z goes to +X
  EXPECT_EQ(apply(quarter, {1, 5, 0}), (Vec3{10, 25, 29}));  // +X goes to −Z
  EXPECT_EQ(placement({1, 2, 3}, 0), (Affine{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, 3}}));
  EXPECT_EQ(placement({0, 0, 0}, 450), placement({0, 0, 0}, 90));
}

TEST(Types, TransformScalesRotatesThenTranslates) {
  Transform t;
  t.translation = {1, 2, 3};
  t.scale = {2, 3, 4};
  t.rotation = {0, 0, 2, 2};  // a quarter turn about Z, not of unit length
  const Vec3 p = apply(to_affine(t), {1, 1, 1});
  EXPECT_NEAR(p.x, 1 - 3, 1e-6);
  EXPECT_NEAR(p.y, 2 + 2, 1e-6);
  EXPECT_NEAR(p.z, 3 + 4, 1e-6);
}

TEST(Types, DecomposeUndoesTransforms) {
  for (const Quaternion q : {Quaternion{0, 0, 0, 1},
                             {1, 0, 0, 0},
                             {0, 1, 0, 0},
                             {0, 0, 1, 0},
                             {0.5F, -0.5F, 0.5F, 0.5F},
                             {0.1F, 0.7F, -0.3F, 0.2F}}) {
    for (const float mirror : {1.0F, -1.0F}) {
      const Transform t{{1, 2, 3}, q, {mirror * 2, 3, 0.5F}};
      const Affine expected = to_affine(t);
      const Affine found = to_affine(decompose(expected));
      for (const Vec3& p : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{0, 0, 0}}) {
        const Vec3 a = apply(expected, p);
        const Vec3 b = apply(found, p);
        EXPECT_NEAR(a.x, b.x, 1e-5);
        EXPECT_NEAR(a.y, b.y, 1e-5);
        EXPECT_NEAR(a.z, b.z, 1e-5);
      }
    }
  }
}

TEST(Types, ComposeAppliesTheInnerFirst) {
  const Affine turn = placement({0, 0, 0}, 90);
  const Affine move = placement({1, 0, 0}, 0);
  EXPECT_EQ(apply(compose(turn, move), {0, 0, 0}), (Vec3{0, 0, -1}));
  EXPECT_EQ(apply(compose(move, turn), {0, 0, 0}), (Vec3{1, 0, 0}));
}

TEST(Types, InverseUndoes) {
  const math::Affined a{{2, 0, 1}, {0.5, 3, 0}, {0, 1, -1}, {4, 5, 6}};
  math::Affined inverse;
  ASSERT_TRUE(math::invert(a, inverse));
  const math::Vec3d p{0.3, -2, 7};
  EXPECT_LT(length(inverse * (a * p) - p), 1e-12);
  const math::Affined flat{{1, 0, 0}, {2, 0, 0}, {0, 0, 1}, {}};
  EXPECT_FALSE(math::invert(flat, inverse));
}

}  // namespace
}  // namespace dermis
