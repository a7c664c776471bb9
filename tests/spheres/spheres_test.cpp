// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/spheres/spheres.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spheres/sphere_data.h"
#include "support/character_pair.h"

namespace dermis {
namespace {

using test::CharacterPair;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Spheres, CollideAsBruteForceSaysWithThePapersCentersAndABinaryTree) {
  const Model dwarf = make_dwarf();
  const Collider collider = *bake(dwarf);
  for (const spheres::SphereOptions& options :
       {spheres::SphereOptions{.center = spheres::RefitCenter::average},
        spheres::SphereOptions{.collapse = 1}}) {
    CharacterPair pair(dwarf, *spheres::bake(collider, options));
    const Pose pose = sample(dwarf, dwarf.clips[0], 0.2);
    pair.set_poses(pose, placed(pose, placement({0.3F, 0, 0.1F}, 80)));
    pair.expect_brute_forces_pairs();
    pair.expect_spheres_enclose();
    EXPECT_GT(pair.found(), 50U);
  }
}

TEST(Spheres, AreNotPartOfACollider) {
  const Collider collider = *bake(make_dwarf());
  const std::size_t bytes = collider.byte_count();
  EXPECT_EQ(spheres::byte_count(collider), 0U) << "baked when a question first needs them";
  EXPECT_GT(spheres::sphere_count(collider), 0U);
  EXPECT_GT(spheres::byte_count(collider), 0U);
  EXPECT_EQ(collider.byte_count(), bytes);
  const Collider binary = *spheres::bake(collider, {.collapse = 1});
  EXPECT_GT(spheres::sphere_count(binary), spheres::sphere_count(collider));
}

TEST(Spheres, ProveThemselves) {
  EXPECT_THAT(spheres::validate(*bake(make_dwarf())), IsEmpty());
  EXPECT_THAT(spheres::validate(*spheres::bake(*bake(make_dwarf()), {.collapse = 1})), IsEmpty());
  EXPECT_THAT(spheres::validate(*bake(make_man(), {.skinning = Skinning::spherical})), IsEmpty());
}

TEST(Spheres, NoticeBrokenData) {
  const Collider dwarf = *bake(make_dwarf());
  const auto broken = [&](const auto& change) {
    auto data = std::make_shared<spheres::SphereData>(spheres::spheres_of(dwarf));
    change(data->tree);
    const auto problems = spheres::validate(with_attachment(dwarf, data));
    return problems.empty() ? "" : problems.front();
  };
  using Tree = spheres::SphereTree;
  EXPECT_THAT(broken([](Tree& t) { t.nodes[5].rest.radius *= 0.9F; }), HasSubstr("ball of node 5"));
  EXPECT_THAT(broken([](Tree& t) { t.triangles[7] = t.triangles[8]; }), HasSubstr("triangle"));
  EXPECT_THAT(broken([](Tree& t) { t.nodes[0].first_child = 0; }), HasSubstr("node 0"));
  EXPECT_THAT(broken([](Tree& t) { t.nodes[0].child_count = 1U << 30U; }), HasSubstr("node 0"));
}

}  // namespace
}  // namespace dermis
