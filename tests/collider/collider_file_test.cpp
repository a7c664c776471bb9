// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/collider/collider_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "collider/collider_archive.h"
#include "dermis/dermis.h"
#include "scenes/engine.h"
#include "support/models.h"
#include "support/random_model.h"
#include "support/random_motion.h"

namespace dermis {
namespace {

using test::Random;
using testing::HasSubstr;
using testing::IsEmpty;
using Bytes = std::vector<std::byte>;

constexpr std::size_t kHeaderSize = 32;

/// A file of a few kilobytes, with three influences per vertex and morph targets.
Bytes small_file() {
  return to_bytes(*bake(test::random_model(5, 12, 4, 3)));
}

std::string refusal(const Bytes& bytes) {
  const auto loaded = parse_collider(bytes, "x.dermis");
  return loaded ? "" : loaded.error().message;
}

TEST(ColliderFile, HoldsTheWholeCollider) {
  const Model dwarf = make_dwarf();
  const Collider baked = *bake(dwarf);
  const Bytes bytes = to_bytes(baked);
  const auto loaded = parse_collider(bytes, "dwarf.dermis");
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(to_bytes(*loaded), bytes);
  EXPECT_THAT(validate(*loaded), IsEmpty());
  EXPECT_EQ(loaded->byte_count(), baked.byte_count());

  const Pose pose = sample(dwarf, dwarf.clips[0], 0.4);
  const Pose other = placed(pose, placement({0.3F, 0, 0.1F}, 60));
  const auto ask = [&](const Collider& collider) {
    Character a = *Character::make(collider);
    Character b = *Character::make(collider);
    EXPECT_TRUE(a.set_pose(pose) && b.set_pose(other));
    return find_pairs(a, b);
  };
  EXPECT_EQ(ask(*loaded).pairs, ask(baked).pairs);
  EXPECT_FALSE(ask(*loaded).pairs.empty());
  EXPECT_EQ(ask(*loaded).stats.boxes_refitted, ask(baked).stats.boxes_refitted);
}

TEST(ColliderFile, MorphsAndNamesSurvive) {
  const Model model = test::random_model(5, 40, 6, 3);
  const auto loaded = parse_collider(to_bytes(*bake(model)), "x");
  ASSERT_TRUE(loaded);
  Character character = *Character::make(*loaded);
  Pose pose = test::random_pose(3, model);
  EXPECT_TRUE(character.set_pose(pose));
  pose.joints[2].x.x = std::nanf("");
  EXPECT_THAT(character.set_pose(pose).error().message, HasSubstr("joint2"));
}

TEST(ColliderFile, IsTheSameFromAnyNumberOfThreads) {
  const Model creature = make_creature();
  const Bytes bytes = to_bytes(*bake(creature));
  EXPECT_EQ(to_bytes(*bake(creature, {.executor = &serial_executor()})), bytes);
}

TEST(ColliderFile, RefusesAChangeOfAnyBit) {
  const Bytes good = small_file();
  ASSERT_EQ(refusal(good), "");
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes bad = good;
      bad[i] ^= std::byte(1U << bit);
      ASSERT_THAT(refusal(bad), HasSubstr("x.dermis: ")) << "byte " << i << " bit " << bit;
    }
  }
}

TEST(ColliderFile, RefusesToBeCutOrLengthened) {
  Bytes bytes = small_file();
  bytes.push_back(std::byte(0));
  EXPECT_THAT(refusal(bytes), HasSubstr("damaged"));
  bytes.pop_back();
  while (!bytes.empty()) {
    bytes.pop_back();
    ASSERT_THAT(refusal(bytes), HasSubstr("x.dermis: ")) << bytes.size();
  }
}

TEST(ColliderFile, SaysWhatIsWrong) {
  Bytes other_version = small_file();
  other_version[8] = std::byte(0xff);
  EXPECT_THAT(refusal(other_version), HasSubstr("version 255"));
  EXPECT_THAT(refusal(other_version), HasSubstr("bake it again"));
  EXPECT_THAT(refusal(Bytes(1000, std::byte('x'))), HasSubstr("is not a .dermis file"));
  EXPECT_THAT(refusal({}), HasSubstr("is not a .dermis file"));
  EXPECT_THAT(load_collider("missing.dermis").error().message, HasSubstr("does not exist"));
}

/// Forged files, with a correct checksum. A file that loads can be posed and queried.
TEST(ColliderFile, ForgedContentsAreRefusedOrHarmless) {
  const Model model = test::random_model(5, 12, 4, 3);
  std::vector<Bytes> payloads;
  for (const Skinning skinning : all_values<Skinning>()) {
    const Bytes good = to_bytes(*bake(model, {.skinning = skinning}));
    payloads.emplace_back(good.begin() + kHeaderSize, good.end());
    EXPECT_EQ(collider::sealed(payloads.back()), good);
  }
  Random random(3);
  int loaded = 0;
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    Bytes forged = payloads[static_cast<std::size_t>(round) % payloads.size()];
    for (std::uint32_t n = 1 + random.below(3); n > 0; --n) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(forged.size()));
      forged[at] = random.below(2) == 0 ? std::byte(random.below(256)) : std::byte(255);
    }
    if (random.below(10) == 0)
      forged.resize(random.below(static_cast<std::uint32_t>(forged.size())));
    const auto collider = parse_collider(collider::sealed(forged), "forged");
    (collider ? loaded : refused) += 1;
    if (!collider) continue;
    auto a = Character::make(*collider);
    auto b = Character::make(*collider);
    if (!a || !b) continue;  // too large for a pose
    Pose pose = test::random_pose(round, model);
    if (collider->skinning() != Skinning::linear) {
      pose.joints.assign(pose.joints.size(), {});
      pose = test::random_motion(random, std::move(pose), {.turn = 1, .shift = 1});
    }
    if (!a->set_pose(pose) || !b->set_pose(pose)) continue;
    static_cast<void>(find_pairs(*a, *b));
    // The file does not contain spheres: they are baked from its contents.
    if (round % 8 != 0) continue;
    for (const scenes::Engine method : all_values<scenes::Engine>())
      static_cast<void>(find_pairs(*a, *b, method));
    static_cast<void>(validate(*collider));
  }
  EXPECT_GT(loaded, 1000);
  EXPECT_GT(refused, 1000);
}

/// The reason for refusing a file made from a collider with a change.
template <class Change>
std::string refusal_of_forged(const Model& model, const Change& change) {
  const auto data = std::make_shared<Collider::Data>(data_of(*bake(model)));
  change(*data);
  base::ByteWriter writer;
  collider::write(writer, collider_of(data));
  return refusal(collider::sealed(writer.bytes));
}

TEST(ColliderFile, ForgedTreesAreRefused) {
  const Model model = test::random_model(5, 200, 4, 3);
  using Data = Collider::Data;
  using Link = collider::BoxTree::Link;
  const auto forged = [&](const auto& change) { return refusal_of_forged(model, change); };
  EXPECT_EQ(forged([](Data&) {}), "");
  EXPECT_THAT(forged([](Data& d) { d.box_tree.nodes.push_back(d.box_tree.nodes[0]); }),
              HasSubstr("hangs from no node"));
  EXPECT_THAT(forged([](Data& d) { d.box_tree.nodes.clear(); }), HasSubstr("no nodes"));
  EXPECT_THAT(forged([](Data& d) { d.box_tree.nodes[0].children[0] = Link::to_node(0); }),
              HasSubstr("does not exist or hangs from another one"));
  EXPECT_THAT(forged([](Data& d) {
                auto& children = d.box_tree.nodes.back().children;
                children[0] = children[1];
              }),
              HasSubstr("does not exist or hangs from another one"));
  EXPECT_THAT(forged([](Data& d) { d.box_tree.nodes[0].child_count = 0; }),
              HasSubstr("0 children"));
  EXPECT_THAT(forged([](Data& d) { d.box_tree.nodes[0].child_count -= 1; }), HasSubstr("no"));
  EXPECT_THAT(
      forged([](Data& d) { d.meshlets.triangles[0].triangle = d.meshlets.triangles[1].triangle; }),
      HasSubstr("in another one"));
  EXPECT_THAT(forged([](Data& d) { d.meshlets.meshlets[0].triangle_count -= 1; }),
              HasSubstr("in no meshlet"));
  EXPECT_THAT(forged([](Data& d) { d.box_refit = {}; }), HasSubstr("refit records"));
}

TEST(ColliderFile, IsWrittenWhollyOrNotAtAll) {
  const Collider collider = *bake(test::single_triangle());
  const auto file = std::filesystem::path(testing::TempDir()) / "single_triangle.dermis";
  ASSERT_TRUE(save_collider(collider, file));
  EXPECT_EQ(load_collider(file)->triangle_count(), 1U);
  std::filesystem::remove(file);
  EXPECT_THAT(save_collider(collider, "/no/such/folder/x.dermis").error().message,
              HasSubstr("cannot be written"));
}

}  // namespace
}  // namespace dermis
