// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/scaled.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "dermis/dermis.h"
#include "support/random_model.h"

namespace dermis {
namespace {

Vec3 times(float factor, const Vec3& v) {
  return {factor * v.x, factor * v.y, factor * v.z};
}

/// A power of two scales without rounding, so all poses are scaled exactly.
TEST(Scaled, EveryPoseIsScaled) {
  for (const std::string_view name : procedural_names()) {
    const Model model = *make_procedural(name);
    const Model large = scaled(model, 8);
    EXPECT_THAT(validate(large), testing::IsEmpty());
    EXPECT_EQ(large.metres_per_unit, 8);
    for (const Skinning skinning :
         {Skinning::linear, Skinning::spherical, Skinning::dual_quaternion}) {
      for (const double time : {0.1, 0.7}) {
        const auto a = *posed_vertices(model, sample(model, model.clips[0], time), skinning);
        const auto b = *posed_vertices(large, sample(large, large.clips[0], time), skinning);
        for (std::size_t v = 0; v < a.size(); ++v) ASSERT_EQ(b[v], times(8, a[v])) << name;
      }
    }
    EXPECT_EQ(stored_pose(large).joints.size(), stored_pose(model).joints.size());
  }
}

TEST(Scaled, MorphTargetsMatricesAndRigidPartsToo) {
  Model model = test::random_model(3, 60, 7, 4);
  model.skeleton.nodes[2].stored_matrix =
      to_affine({{1, 2, 3}, {0.5F, 0.5F, 0.5F, 0.5F}, {2, 1, 1}});
  model.skeleton.joints[1].rigid = true;
  ASSERT_FALSE(model.morph_targets.empty());
  for (MorphTarget& target : model.morph_targets) target.stored_weight = 0.5F;
  const Model small = scaled(model, 0.25F);
  const auto a = *posed_vertices(model, stored_pose(model));
  const auto b = *posed_vertices(small, stored_pose(small));
  for (std::size_t v = 0; v < a.size(); ++v) ASSERT_EQ(b[v], times(0.25F, a[v]));
}

TEST(Scaled, AgainMultipliesTheUnit) {
  const Model inches = scaled(scaled(make_box({1, 1, 1}), 0.0254F), 2);
  EXPECT_FLOAT_EQ(inches.metres_per_unit, 0.0508F);
  EXPECT_EQ(keep_parts(inches, [](const Part&) { return true; }).metres_per_unit,
            inches.metres_per_unit);
  EXPECT_EQ(subdivide(inches, 1).metres_per_unit, inches.metres_per_unit);
  const Collider collider = *bake(inches);
  EXPECT_EQ(collider.metres_per_unit(), inches.metres_per_unit);
  const auto loaded = parse_collider(to_bytes(collider), "box");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->metres_per_unit(), inches.metres_per_unit);
}

TEST(Scaled, UnitsMustBeNumbersAboveZero) {
  for (const float unit : {0.0F, -1.0F, std::nanf(""), INFINITY}) {
    Model model = make_box({1, 1, 1});
    model.metres_per_unit = unit;
    EXPECT_THAT(validate(model), testing::ElementsAre(testing::HasSubstr("metres per unit")));
  }
}

}  // namespace
}  // namespace dermis
