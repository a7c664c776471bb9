// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/shapes/shape_glb.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "dermis/gltf/gltf.h"
#include "dermis/model/pose.h"
#include "dermis/model/validate.h"
#include "dermis/skinning/skin.h"
#include "math/doubles.h"
#include "support/limb_per_joint.h"
#include "support/models.h"
#include "support/topology.h"

namespace dermis {
namespace {

using math::Vec3d;
using testing::HasSubstr;
using testing::IsEmpty;

const Part& part_of(const Model& model, const std::string& node) {
  const auto part = std::ranges::find(model.parts, node, &Part::node_name);
  EXPECT_NE(part, model.parts.end()) << node;
  return *part;
}

std::vector<Triangle> triangles_of(const Model& model, const Part& part) {
  std::vector<Triangle> result(model.triangles.begin() + part.first_triangle,
                               model.triangles.begin() + part.first_triangle + part.triangle_count);
  for (Triangle& t : result) {
    for (std::uint32_t& v : t) v -= part.first_vertex;
  }
  return result;
}

/// The vertices of a part in a pose.
std::vector<Vec3> vertices_of(const Model& model, const Part& part, const Pose& pose) {
  const auto all = posed_vertices(model, pose);
  EXPECT_TRUE(all);
  return {all->begin() + part.first_vertex, all->begin() + part.first_vertex + part.vertex_count};
}

double distance(const Vec3& point, const Capsule& capsule) {
  const Vec3d a = math::to_double(capsule.a);
  const Vec3d along = math::to_double(capsule.b) - a;
  const Vec3d p = math::to_double(point) - a;
  const double whole = dot(along, along);
  const double share = whole > 0 ? std::clamp(dot(p, along) / whole, 0.0, 1.0) : 0.0;
  return length(p - share * along);
}

/// Six times the enclosed volume; positive if triangles face outwards.
double signed_volume(const std::vector<Vec3>& positions, const std::vector<Triangle>& triangles) {
  double sum = 0;
  for (const Triangle& t : triangles) {
    sum += dot(math::to_double(positions[t[0]]),
               cross(math::to_double(positions[t[1]]), math::to_double(positions[t[2]])));
  }
  return sum;
}

void expect_capsule(const Model& model, const std::string& node, const Capsule& capsule,
                    const Pose& pose) {
  const Part& part = part_of(model, node);
  EXPECT_EQ(part.mesh_name, node);
  const std::vector<Triangle> triangles = triangles_of(model, part);
  EXPECT_EQ(test::open_or_shared_edges(triangles), 0U) << node;
  EXPECT_EQ(test::pinched_vertices(triangles, part.vertex_count), 0U) << node;
  EXPECT_EQ(test::euler_characteristic(triangles), 2) << node;
  const auto vertices = vertices_of(model, part, pose);
  for (const Vec3& v : vertices) EXPECT_NEAR(distance(v, capsule), capsule.radius, 2e-5) << node;
  const double volume = signed_volume(vertices, triangles) / 6;
  const double exact = dermis::volume(capsule);
  EXPECT_LT(volume, exact) << node;
  EXPECT_GT(volume, 0.9 * exact) << node;
}

TEST(ShapeGlb, CapsulesStandAroundTheModel) {
  const Model man = make_man();
  const CollideShape shape = test::limb_per_joint(man);
  const auto bounds = with_shape(man, shape, ShapeLevel::bounds);
  ASSERT_TRUE(bounds) << bounds.error().message;
  EXPECT_THAT(validate(*bounds), IsEmpty());
  EXPECT_EQ(bounds->parts.size(), man.parts.size() + shape.limbs.size());
  const Pose pose = bind_pose(*bounds);
  for (const Limb& limb : shape.limbs) {
    expect_capsule(*bounds, limb.name + " bound", limb.bound, pose);
  }
}

TEST(ShapeGlb, BothLevelsMayBeAdded) {
  const Model man = make_man();
  const CollideShape shape = test::limb_per_joint(man);
  const auto bounds = with_shape(man, shape, ShapeLevel::bounds);
  ASSERT_TRUE(bounds);
  const auto both = with_shape(*bounds, shape, ShapeLevel::volumes);
  ASSERT_TRUE(both) << both.error().message;
  std::size_t volumes = 0;
  const Pose pose = bind_pose(*both);
  for (const Limb& limb : shape.limbs) {
    volumes += limb.volumes.size();
    for (std::size_t v = 0; v < limb.volumes.size(); ++v) {
      expect_capsule(*both, limb.name + " volume " + std::to_string(v + 1), limb.volumes[v], pose);
    }
  }
  EXPECT_GT(volumes, 0U);
  EXPECT_EQ(both->parts.size(), bounds->parts.size() + volumes);
}

TEST(ShapeGlb, WhatWasThereKeepsItsIndices) {
  const Model man = make_man();
  const auto shown = with_shape(man, test::limb_per_joint(man), ShapeLevel::bounds);
  ASSERT_TRUE(shown);
  ASSERT_GT(shown->triangles.size(), man.triangles.size());
  EXPECT_TRUE(
      std::ranges::equal(man.triangles, std::span(shown->triangles).first(man.triangles.size())));
  const auto before = posed_vertices(man, sample(man, man.clips[0], 0.4));
  const auto after = posed_vertices(*shown, sample(*shown, shown->clips[0], 0.4));
  ASSERT_TRUE(before && after);
  EXPECT_TRUE(std::ranges::equal(*before, std::span(*after).first(before->size())));
}

/// Through a file and in motion, the capsule follows its joint.
TEST(ShapeGlb, FollowsJointsAsGltf) {
  const Model man = make_man();
  const CollideShape shape = test::limb_per_joint(man);
  const auto shown = with_shape(man, shape, ShapeLevel::bounds);
  ASSERT_TRUE(shown);
  const auto bytes = to_glb(*shown);
  ASSERT_TRUE(bytes) << bytes.error().message;
  const auto back = parse_gltf(*bytes, "man");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_THAT(back->warnings, IsEmpty());
  const Pose rest = bind_pose(back->model);
  const Pose pose = sample(back->model, back->model.clips[0], 0.4);
  const Pose of_man = sample(man, man.clips[0], 0.4);
  for (const Limb& limb : shape.limbs) {
    expect_capsule(back->model, limb.name + " bound", limb.bound, rest);
    // The joints of the man move rigidly.
    expect_capsule(back->model, limb.name + " bound", moved(limb.bound, of_man.joints[limb.joint]),
                   pose);
  }
}

TEST(ShapeGlb, ScaledAndMirroredJointsKeepTheRadius) {
  Model model = test::single_triangle();
  // The scale of the node is the inverse of that of its inverse bind matrix, and mirrors.
  model.skeleton.nodes[0].stored.scale = {-100, 50, 25};
  model.skeleton.nodes[0].stored.translation = {1, 2, 3};
  model.skeleton.joints[0].inverse_bind = {
      {-0.01F, 0, 0}, {0, 0.02F, 0}, {0, 0, 0.04F}, {0.01F, -0.04F, -0.12F}};
  CollideShape shape;
  shape.limbs = {{{"body", kNone, 0, {0}}, {{1, 2, 3}, {2, 2, 4}, 0.5F}, {}}};
  shape.limbs[0].volumes = {{{1, 2, 3}, {1, 2, 3}, 0.25F}};  // a ball
  for (const ShapeLevel level : {ShapeLevel::bounds, ShapeLevel::volumes}) {
    const auto shown = with_shape(model, shape, level);
    ASSERT_TRUE(shown) << shown.error().message;
    const bool bounds = level == ShapeLevel::bounds;
    expect_capsule(*shown, bounds ? "body bound" : "body volume 1",
                   bounds ? shape.limbs[0].bound : shape.limbs[0].volumes[0], stored_pose(*shown));
    const Part& part = shown->parts.back();
    EXPECT_EQ(part.vertex_count, bounds ? 130U : 114U);
    EXPECT_EQ(part.triangle_count, bounds ? 256U : 224U);
  }
}

TEST(ShapeGlb, SaysWhatIsWrong) {
  const Model model = test::single_triangle();
  const auto why = [&](const Model& shown, const Limb& limb) {
    CollideShape shape;
    shape.limbs = {limb};
    const auto result = with_shape(shown, shape, ShapeLevel::bounds);
    return result ? "" : result.error().message;
  };
  EXPECT_EQ(
      why(model, {{"arm", kNone, 7, {7}}, {}, {}}),
      "the shape of the model 'triangle' cannot be shown: the limb 'arm' follows joint 7, but "
      "there is 1 joint");
  EXPECT_THAT(why(model, {{"arm", kNone, 0, {0}}, {{}, {}, -1}, {}}),
              HasSubstr("the radius of 'arm bound' is -1"));
  EXPECT_THAT(why(model, {{"arm", kNone, 0, {0}}, {{1e38F, 0, 0}, {3e38F, 0, 0}, 3e38F}, {}}),
              HasSubstr("position of vertex"));
  Model broken = model;
  broken.triangles[0][0] = 77;
  EXPECT_THAT(why(broken, {{"arm", kNone, 0, {0}}, {}, {}}), HasSubstr("vertex 77"));
}

}  // namespace
}  // namespace dermis
