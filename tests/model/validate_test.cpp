// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "dermis/model/procedural.h"
#include "support/models.h"

namespace dermis {
namespace {

using test::single_triangle;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

void expect_reason(const Model& model, const char* words) {
  EXPECT_THAT(validate(model), Contains(HasSubstr(words)));
}

TEST(Validate, TellsTheFirstProblemOfEachKindAndCountsTheOthers) {
  Model model = make_dwarf();
  model.positions[7].x = std::numeric_limits<float>::quiet_NaN();
  model.positions[9].y = std::numeric_limits<float>::infinity();
  model.triangles[3][1] = 1'000'000;
  Influences influences;
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    const Influence one{v == 5 ? 99U : 0U, v < 4 ? 0.5F : v == 6 ? -1.0F : 1.0F};
    influences.add_vertex({&one, 1});
  }
  model.influences = influences;
  const auto problems = validate(model);
  const auto both = [](const char* first, const char* count) {
    return Contains(testing::AllOf(HasSubstr(first), HasSubstr(count)));
  };
  EXPECT_THAT(problems, both("vertex 7", "(and 1 more"));
  EXPECT_THAT(problems, Contains(HasSubstr("vertex 1000000")));
  EXPECT_THAT(problems, Contains(HasSubstr("follows joint 99")));
  EXPECT_THAT(problems, Contains(HasSubstr("with weight -1")));
  EXPECT_THAT(problems, both("weights of vertex 0", "(and 4 more"));
}

TEST(Validate, AcceptsAGoodModel) {
  EXPECT_THAT(validate(single_triangle()), IsEmpty());
}

TEST(Validate, NamesBadGeometry) {
  Model model = single_triangle();
  model.positions[1].y = kNan;
  expect_reason(model, "position of vertex 1 is (1, nan, 0)");
  model = single_triangle();
  model.triangles[0][2] = 9;
  expect_reason(model, "triangle 0 uses vertex 9, but there are 3");
  expect_reason(Model{}, "no triangles");
}

TEST(Validate, NamesBadParts) {
  Model model = single_triangle();
  model.parts[0].triangle_count = 2;
  expect_reason(model, "cover 2 triangles, but there is 1 triangle");
  model = single_triangle();
  model.parts[0].first_triangle = 1;
  expect_reason(model, "part 0 starts at triangle 1");
  model = single_triangle();
  model.parts[0].vertex_count = 4;
  expect_reason(model, "part 0 ends at vertex 4");
  model = single_triangle();
  model.parts[0].node = 5;
  expect_reason(model, "part 0 belongs to node 5");
  model.parts[0].first_triangle = 1;
  model.parts[0].vertex_count = 4;
  EXPECT_THAT(validate(model), testing::SizeIs(4)) << "everything that is wrong, at once";
}

TEST(Validate, PartsOwnTheirVertices) {
  Model model = single_triangle();
  model.positions.push_back({});
  const Influence whole{0, 1};
  model.influences.add_vertex({&whole, 1});
  model.triangles[0] = {1, 2, 3};
  expect_reason(model, "triangle 0 of part 0 uses vertex 3");
  model.triangles.push_back({0, 1, 2});
  model.triangles[0] = {0, 1, 2};
  Part second = model.parts[0];
  second.first_triangle = 1;
  second.vertex_count = 4;
  model.parts.push_back(second);
  expect_reason(model, "part 1 shares some of its vertices");
  model.parts[1].vertex_count = 3;
  EXPECT_THAT(validate(model), IsEmpty());
  model.skeleton.nodes.push_back({"other", kNone, {}, {}});
  model.parts[0].node = 1;
  expect_reason(model, "parts must be in the order of their nodes");
}

TEST(Validate, NamesBadSkeletons) {
  Model model = single_triangle();
  model.skeleton.nodes[0].parent = 0;  // its own parent: a cycle
  expect_reason(model, "node 0 ('root') has parent 0");
  model = single_triangle();
  model.skeleton.nodes[0].stored.rotation.w = kNan;
  expect_reason(model, "transform that is not finite");
  model = single_triangle();
  model.skeleton.joints[0].node = 3;
  expect_reason(model, "joint 0 follows node 3");
  model = single_triangle();
  model.skeleton.joints[0].inverse_bind.t.x = kNan;
  expect_reason(model, "inverse bind matrix that is not finite");
}

TEST(Validate, NamesBadInfluences) {
  const auto with = [](std::vector<Influence> influences) {
    Model model = single_triangle();
    model.influences = {};
    for (int v = 0; v < 3; ++v) model.influences.add_vertex(influences);
    return model;
  };
  EXPECT_THAT(validate(with({{0, 0.25F}, {0, 0.75F}})), IsEmpty());
  expect_reason(with({{7, 1}}), "vertex 0 follows joint 7");
  expect_reason(with({{0, 0.5F}}), "weights of vertex 0 sum to 0.5");
  expect_reason(with({}), "weights of vertex 0 sum to 0");
  expect_reason(with({{0, -1}, {0, 2}}), "weight -1");
  expect_reason(with({{0, kNan}}), "weight nan");
  Model model = single_triangle();
  model.influences = {};
  expect_reason(model, "influences for 0 vertices, but 3 positions");
}

TEST(Validate, NamesBadMorphTargets) {
  Model model = single_triangle();
  model.morph_targets.push_back({"smile", 0, 1, {{}, {}, {}}, 0});
  expect_reason(model, "morph target 0 ('smile') ends at vertex 4");
  model.morph_targets[0] = {"smile", 0, 0, {{kNan, 0, 0}}, 0};
  expect_reason(model, "not finite");
}

TEST(Validate, ListsEverythingAtOnce) {
  Model model = single_triangle();
  model.triangles.push_back({0, 1, 9});  // in no part
  model.parts[0].first_vertex = 1;
  model.parts[0].vertex_count = 2;
  model.skeleton.joints[0].node = 3;
  model.skeleton.joints[0].inverse_bind.t.x = kNan;
  const Influence half{5, 0.5F};
  model.influences = {};
  model.influences.add_vertex({&half, 1});
  model.morph_targets.push_back({"smile", 999, 0, {}, 0});
  const Channel good{ChannelPath::scale, Interpolation::linear, 0, 3, {0, 1}, {1, 1, 1, 2, 2, 2}};
  std::vector<Channel> bad(6, good);
  bad[0].target = 4;
  bad[1].times = {1, 0};
  bad[2].values[0] = kNan;
  bad[3].values.pop_back();
  bad[4].path = static_cast<ChannelPath>(9);
  bad[5].interpolation = static_cast<Interpolation>(7);
  model.clips.push_back({"walk", bad});
  for (const char* const words :
       {"triangle 1 uses vertex 9, but there are 3 vertices", "triangle 0 of part 0 uses vertex 0",
        "the parts cover 1 triangle, but there are 2 triangles",
        "joint 0 follows node 3, but there is 1 node",
        "joint 0 ('') has an inverse bind matrix that is not finite",
        "influences for 1 vertex, but 3 positions",
        "vertex 0 follows joint 5, but there is 1 joint", "weights of vertex 0 sum to 0.5",
        "morph target 0 ('smile') belongs to node 999",
        "channel 0, has a target that does not exist", "channel 1, has key times that decrease",
        "channel 2, has a value that is not finite", "channel 3, has 5 numbers for 2 keys",
        "channel 4, has a path that does not exist (and 1 more of this kind)"}) {
    expect_reason(model, words);
  }
}

TEST(Validate, NamesBadClips) {
  const auto with = [](Channel channel) {
    Model model = single_triangle();
    model.clips.push_back({"walk", {std::move(channel)}});
    return model;
  };
  const Channel good{ChannelPath::scale, Interpolation::linear, 0, 3, {0, 1}, {1, 1, 1, 2, 2, 2}};
  EXPECT_THAT(validate(with(good)), IsEmpty());
  Channel bad = good;
  bad.target = 4;
  expect_reason(with(bad), "clip 0 ('walk'), channel 0, has a target that does not exist");
  bad = good;
  bad.times = {1, 0};
  expect_reason(with(bad), "decrease");
  bad = good;
  bad.times[1] = kNan;
  expect_reason(with(bad), "time that is not finite");
  bad = good;
  bad.values.pop_back();
  expect_reason(with(bad), "5 numbers for 2 keys");
  bad = good;
  bad.width = 2;
  expect_reason(with(bad), "width");
  bad = good;
  bad.times.clear();
  expect_reason(with(bad), "no keys");
}

}  // namespace
}  // namespace dermis
