// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collider/collider_data.h"
#include "dermis/dermis.h"
#include "spheres/sphere_data.h"
#include "support/models.h"
#include "support/random_model.h"

namespace dermis {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Bake, ProvesItself) {
  for (const auto name : procedural_names()) {
    EXPECT_THAT(validate(*bake(*make_procedural(std::string(name)))), IsEmpty()) << name;
  }
  EXPECT_THAT(validate(*bake(test::random_model(1, 60, 7, 5))), IsEmpty());
  EXPECT_THAT(validate(*bake(make_dwarf(), {.meshlet_size = 100})), IsEmpty());
}

TEST(Bake, NoticesBrokenData) {
  const Collider dwarf = *bake(make_dwarf());
  const auto broken = [&](const auto& change) {
    auto data = std::make_shared<Collider::Data>(data_of(dwarf));
    change(*data);
    const auto problems = validate(collider_of(data));
    return problems.empty() ? "" : problems.front();
  };
  EXPECT_THAT(broken([](Collider::Data& d) { d.triangles[3][0] = 1'000'000; }),
              HasSubstr("triangle 3"));
  EXPECT_THAT(broken([](Collider::Data& d) { d.meshlets.triangles[0].triangle = 7; }),
              HasSubstr("in another one"));
  EXPECT_THAT(broken([](Collider::Data& d) { d.box_tree.nodes[0].child_count = 9; }),
              HasSubstr("9 children"));
}

TEST(Bake, NoticesRecordsOfOtherJoints) {
  // The same tree, but every vertex follows another joint, so the records are wrong.
  Model dwarf = make_dwarf();
  dwarf.clips.clear();  // clips would change the tree
  Model other = dwarf;
  other.influences = {};
  const auto joints = static_cast<std::uint32_t>(dwarf.skeleton.joints.size());
  for (std::size_t v = 0; v < dwarf.positions.size(); ++v) {
    std::vector<Influence> influences;
    for (Influence i : dwarf.influences.of(v)) {
      i.joint = (i.joint + 1) % joints;
      influences.push_back(i);
    }
    other.influences.add_vertex(influences);
  }
  const Collider baked = *bake(dwarf);
  const Collider other_baked = *bake(other);
  auto data = std::make_shared<Collider::Data>(data_of(baked));
  data->box_refit = data_of(other_baked).box_refit;
  EXPECT_THAT(validate(collider_of(data)), testing::ElementsAre(HasSubstr("box of child")));
  auto spheres = std::make_shared<spheres::SphereData>(spheres::spheres_of(baked));
  spheres->refit = spheres::spheres_of(other_baked).refit;
  EXPECT_THAT(spheres::validate(with_attachment(baked, spheres)),
              testing::ElementsAre(HasSubstr("refitted ball")));
}

TEST(Bake, SaysHowFarItIs) {
  std::vector<double> shares;
  ASSERT_TRUE(bake(make_dwarf(), {.progress = [&](double share) { shares.push_back(share); }}));
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::ranges::is_sorted(shares));
  EXPECT_GT(shares.front(), 0);
  EXPECT_EQ(shares.back(), 1);
}

TEST(Bake, RefusesWhatCannotBePosed) {
  Model model = test::single_triangle();
  model.triangles[0][1] = 77;
  EXPECT_THAT(bake(model).error().message, HasSubstr("77"));
  EXPECT_THAT(bake(test::single_triangle(), {.meshlet_size = 7}).error().message,
              HasSubstr("meshlet_size"));
  EXPECT_FALSE(bake(test::single_triangle(), {.meshlet_size = 129}));
  const Collider triangle = *bake(test::single_triangle());
  EXPECT_FALSE(spheres::bake(triangle, {.collapse = 0}));
  EXPECT_FALSE(spheres::bake(triangle, {.collapse = std::nanf("")}));
}

}  // namespace
}  // namespace dermis
