// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/match_clips.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dermis/dermis.h"
#include "support/random.h"

namespace dermis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// The nodes and clips of a model, as a library of clips has them.
ClipSource source_of(const Model& model) {
  ClipSource source;
  source.nodes = model.skeleton.nodes;
  source.clips = model.clips;
  return source;
}

/// The man's clip "twist" moves four joints, too few to be matched.
constexpr std::size_t kTwist = 1;

Model without_clips(Model model) {
  model.clips.clear();
  return model;
}

void expect_same_poses(const Model& model, const Clip& clip, const Clip& expected,
                       float tolerance) {
  for (const double share : {0.0, 0.2, 0.55, 0.9, 1.0}) {
    const double time = expected.start() + share * (expected.end() - expected.start());
    const auto a = *posed_vertices(model, sample(model, clip, time));
    const auto b = *posed_vertices(model, sample(model, expected, time));
    float largest = 0;
    for (std::size_t v = 0; v < a.size(); ++v) {
      largest = std::max({largest, std::abs(a[v].x - b[v].x), std::abs(a[v].y - b[v].y),
                          std::abs(a[v].z - b[v].z)});
    }
    EXPECT_LE(largest, tolerance) << clip.name << " at " << time;
  }
}

TEST(MatchClips, OfTheSameSkeletonAreTheSame) {
  for (const std::string_view name : procedural_names()) {
    const Model model = *make_procedural(name);
    const auto clips = match_clips(source_of(model), without_clips(model));
    ASSERT_TRUE(clips);
    ASSERT_THAT(*clips, SizeIs(model.clips.size()));
    for (std::size_t c = 0; c < clips->size(); ++c) {
      const MatchedClip& clip = (*clips)[c];
      EXPECT_EQ(clip.clip.name, model.clips[c].name);
      EXPECT_EQ(clip.missing.count, 0U);
      if (c == kTwist) continue;
      EXPECT_EQ(clip.refused, "");
      expect_same_poses(model, clip.clip, model.clips[c], 0);
    }
  }
}

/// The nodes stand in another order, with other names; the model has joints that no clip moves.
TEST(MatchClips, NodesMatchByNameThenWithoutPrefixThenByBone) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  // A root in front of all nodes.
  for (Node& node : source.nodes) node.parent = node.parent == kNone ? 0 : node.parent + 1;
  source.nodes.insert(source.nodes.begin(), Node{"Armature", kNone, {}, {}});
  for (Clip& clip : source.clips) {
    for (Channel& channel : clip.channels) ++channel.target;
  }
  const auto poses_are_the_same = [&](const ClipSource& s, const Model& model,
                                      const ClipMatchOptions& options = {}) {
    const auto clips = match_clips(s, model, options);
    ASSERT_TRUE(clips) << clips.error().message;
    for (std::size_t c = 0; c < clips->size(); ++c) {
      if (c == kTwist) continue;
      ASSERT_EQ((*clips)[c].refused, "");
      expect_same_poses(model, (*clips)[c].clip, man.clips[c], 0);
    }
  };
  poses_are_the_same(source, without_clips(man));
  for (const char* const prefix : {"mixamorig:", "mixamorig", "mixamorig1:", "hero|rig:"}) {
    SCOPED_TRACE(prefix);
    ClipSource prefixed = source;
    for (Node& node : prefixed.nodes) node.name = prefix + node.name;
    poses_are_the_same(prefixed, man);
    Model model = man;
    for (Node& node : model.skeleton.nodes) node.name = prefix + node.name;
    poses_are_the_same(source, model);
  }
  ClipSource other = source;
  ClipMatchOptions options;
  for (std::size_t n = 0; n < other.nodes.size(); ++n) {
    other.nodes[n].name = "Bone." + std::to_string(n);
    options.names[other.nodes[n].name] = source.nodes[n].name;
  }
  poses_are_the_same(other, man, options);
  Model bones = man;
  for (std::size_t n = 0; n < bones.skeleton.nodes.size(); ++n) {
    bones.skeleton.nodes[n].bone = "bone" + std::to_string(n);
    other.nodes[n + 1].bone = bones.skeleton.nodes[n].bone;
  }
  poses_are_the_same(other, bones);
}

TEST(MatchClips, ExplicitNamesComeFirst) {
  const Model man = make_man();
  const ClipSource source = source_of(man);
  const auto clips = *match_clips(
      source, man, {.names = {{"left_shin", "right_shin"}, {"right_shin", "left_shin"}}});
  const auto find = [&](const char* name) {
    const auto& nodes = man.skeleton.nodes;
    return static_cast<std::uint32_t>(std::ranges::find(nodes, name, &Node::name) - nodes.begin());
  };
  const Clip& clip = clips[0].clip;
  for (std::size_t i = 0; i < clip.channels.size(); ++i) {
    const std::uint32_t before = man.clips[0].channels[i].target;
    const std::uint32_t expected = before == find("left_shin")    ? find("right_shin")
                                   : before == find("right_shin") ? find("left_shin")
                                                                  : before;
    EXPECT_EQ(clip.channels[i].target, expected);
    EXPECT_EQ(clip.channels[i].values, man.clips[0].channels[i].values);
  }
}

TEST(MatchClips, ListsWhatIsMissingAndWhatDoesNotMove) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  Model model = man;
  for (Node& node : model.skeleton.nodes) {
    if (node.name == "head") node.name = "skull";
  }
  const auto clips = *match_clips(source, model);
  EXPECT_THAT(clips[0].missing.names, ElementsAre("head"));
  EXPECT_THAT(clips[0].unmoved.names, testing::Contains("skull"));
  EXPECT_EQ(clips[0].refused, "");
}

TEST(MatchClips, RefusesAClipThatMovesFewerThanHalf) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  std::erase_if(source.clips[0].channels, [](const Channel& c) { return c.target > 8; });
  const auto clips = *match_clips(source, man);
  EXPECT_THAT(clips[0].refused, HasSubstr("of the model's 27 joints, fewer than half"));
  EXPECT_THAT(clips[0].clip.channels, IsEmpty());
  EXPECT_THAT(clips[0].unmoved.names, testing::Contains("left_hand"));
  EXPECT_THAT(clips[kTwist].refused, HasSubstr("it moves 4 of"));
  EXPECT_EQ(clips[2].refused, "") << "the others keep their places";
  expect_same_poses(man, clips[2].clip, man.clips[2], 0);
}

TEST(MatchClips, RefusesSourcesWithoutClips) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  const auto unused = *match_clips(source, man, {.names = {{"hips", "nothing"}, {"no", "hips"}}});
  expect_same_poses(man, unused[0].clip, man.clips[0], 0);
  source.clips.clear();
  EXPECT_EQ(match_clips(source, man).error().message, "there are no clips");
}

/// Exact names come before short ones, whatever the order of the nodes.
TEST(MatchClips, ExactNamesComeBeforeShortOnes) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  Clip& clip = source.clips[0];
  Node other{"Armature|hips", kNone, {}, {}};
  source.nodes.insert(source.nodes.begin(), other);
  for (Node& node : source.nodes) node.parent = node.parent == kNone ? kNone : node.parent + 1;
  for (Clip& c : source.clips) {
    for (Channel& channel : c.channels) ++channel.target;
  }
  clip.channels.insert(clip.channels.begin(), clip.channels.front());
  clip.channels.front().target = 0;
  const auto clips = *match_clips(source, man);
  expect_same_poses(man, clips[0].clip, man.clips[0], 0);
  EXPECT_THAT(clips[0].missing.names, ElementsAre("Armature|hips"));
}

/// "L:arm" and "R:arm" are both "arm": too little to choose a side.
TEST(MatchClips, ShortNamesMustBeUnique) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  Model model = man;
  for (std::vector<Node>* const nodes : {&source.nodes, &model.skeleton.nodes}) {
    const char* const middle = nodes == &source.nodes ? "|" : ":";
    for (Node& node : *nodes) {
      for (const std::string side : {"left_", "right_"}) {
        if (node.name.starts_with(side)) node.name = side + middle + node.name.substr(side.size());
      }
    }
  }
  const auto clips = *match_clips(source, model);
  EXPECT_THAT(clips[0].missing.names, testing::Contains("left_|thigh"));
}

/// A mesh node has the name of a bone: the bone is meant.
TEST(MatchClips, JointsComeBeforeOtherNodesOfTheirName) {
  const Model man = make_man();
  Model model = man;
  for (Node& node : model.skeleton.nodes) node.parent += node.parent == kNone ? 0 : 1;
  for (Joint& joint : model.skeleton.joints) ++joint.node;
  for (Part& part : model.parts) ++part.node;
  model.skeleton.nodes.insert(model.skeleton.nodes.begin(), Node{"head", kNone, {}, {}});
  model.clips.clear();
  ASSERT_THAT(validate(model), IsEmpty());
  const auto clips = *match_clips(source_of(man), model);
  expect_same_poses(model, clips[0].clip, clips[0].clip, 0);
  const auto a = *posed_vertices(model, sample(model, clips[0].clip, 0.3));
  const auto b = *posed_vertices(man, sample(man, man.clips[0], 0.3));
  EXPECT_EQ(a, b);
}

/// Long lists are cut, so that many clips and joints take little memory.
TEST(MatchClips, ListsAreShort) {
  NameList list;
  for (int i = 0; i < 1000; ++i) list.add("n");
  EXPECT_EQ(list.count, 1000U);
  EXPECT_THAT(list.names, SizeIs(NameList::kMostListed));
}

TEST(MatchClips, RetargetWithoutChannelsIsRefused) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  source.clips.resize(1);
  std::vector<Channel> scales;
  for (std::uint32_t n = 0; n < source.nodes.size(); ++n) {
    scales.push_back({ChannelPath::scale, Interpolation::linear, n, 3, {0}, {1, 1, 1}});
  }
  source.clips[0].channels = scales;
  EXPECT_EQ((*match_clips(source, man))[0].refused, "");
  EXPECT_NE((*match_clips(source, man, {.retarget = true}))[0].refused, "");
}

TEST(MatchClips, BadKeysRefuseTheirClip) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  source.clips[0].channels[2].values[1] = std::nanf("");
  source.clips[2].channels[0].times.clear();
  source.clips[2].channels[0].values.clear();
  const auto clips = *match_clips(source, man);
  EXPECT_NE(clips[0].refused, "");
  EXPECT_NE(clips[2].refused, "");
  EXPECT_EQ(clips[3].refused, "");
}

TEST(MatchClips, ManyNodesOfOneName) {
  const Model man = make_man();
  ClipSource source = source_of(man);
  for (Node& node : source.nodes) node.name = "Bone";
  Model model = man;
  for (Node& node : model.skeleton.nodes) node.name = "Bone";
  const auto clips = *match_clips(source, model);
  // They match one to one, in their order, and can be posed.
  ASSERT_EQ(clips[0].refused, "");
  EXPECT_EQ(clips[0].missing.count, 0U);
  EXPECT_TRUE(posed_vertices(model, sample(model, clips[0].clip, 0.3)));
}

/// A node that is stored as a matrix keeps what the clip does not move.
TEST(MatchClips, StoredMatricesAreTakenApart) {
  Model man = make_man();
  const Clip walk = man.clips[0];
  Model model = without_clips(man);
  for (Node& node : model.skeleton.nodes) {
    node.stored_matrix = to_affine(node.stored);
    node.stored = {};
  }
  const auto clips = *match_clips(source_of(man), model);
  for (const double time : {0.0, 0.3, 0.8}) {
    const auto a = *posed_vertices(model, sample(model, clips[0].clip, time));
    const auto b = *posed_vertices(man, sample(man, walk, time));
    for (std::size_t v = 0; v < a.size(); ++v) {
      ASSERT_NEAR(a[v].x, b[v].x, 1e-5);
      ASSERT_NEAR(a[v].y, b[v].y, 1e-5);
      ASSERT_NEAR(a[v].z, b[v].z, 1e-5);
    }
  }
}

TEST(MatchClips, MorphWeightsFollowTheirNode) {
  Model model = make_man();
  MorphTarget target{"fat", 3, 0, std::vector<Vec3>(model.positions.size(), Vec3{0.01F, 0, 0}), 0};
  model.morph_targets = {target, target};
  const Channel weights{
      ChannelPath::morph_weights, Interpolation::linear, 5, 2, {0, 1}, {0, 0, 1, 0.5F}};
  ClipSource source = source_of(model);
  source.morphs = {{1, 0, 5}, {3, 5, 2}};
  source.clips[0].channels.push_back(weights);
  auto clips = *match_clips(source, model);
  ASSERT_EQ(clips[0].refused, "");
  EXPECT_EQ(clips[0].clip.channels.back().path, ChannelPath::morph_weights);
  EXPECT_EQ(clips[0].clip.channels.back().target, 0U);
  source.morphs[1].count = 3;  // another face: its weights mean nothing here
  clips = *match_clips(source, model);
  EXPECT_NE(clips[0].clip.channels.back().path, ChannelPath::morph_weights);
  EXPECT_EQ(clips[0].missing.names.back(), "the morph targets of " + source.nodes[3].name);
}

// ---- retargeting

/// The same character with other bone axes: each joint's frame is turned about its own origin.
Model with_turned_bones(const Model& model, test::Random& random) {
  Model result = model;
  std::vector<Transform> turns;
  for (std::size_t n = 0; n < model.skeleton.nodes.size(); ++n) {
    Quaternion turn;
    for (float* const x : {&turn.x, &turn.y, &turn.z, &turn.w}) *x = random.between(-1, 1);
    turns.push_back({{}, turn, {1, 1, 1}});
  }
  const auto inverse = [](const Transform& t) {
    const Quaternion& q = t.rotation;
    return to_affine({{}, {-q.x, -q.y, -q.z, q.w}, {1, 1, 1}});
  };
  for (std::size_t n = 0; n < model.skeleton.nodes.size(); ++n) {
    Node& node = result.skeleton.nodes[n];
    Affine local = compose(to_affine(node.stored), to_affine(turns[n]));
    if (node.parent != kNone) local = compose(inverse(turns[node.parent]), local);
    node.stored = decompose(local);
  }
  for (Joint& joint : result.skeleton.joints) {
    joint.inverse_bind = compose(inverse(turns[joint.node]), joint.inverse_bind);
  }
  result.clips.clear();
  return result;
}

TEST(Retarget, TurnsJointsTheSameWayWhateverTheirAxes) {
  const Model man = make_man();
  for (int seed = 0; seed < 5; ++seed) {
    test::Random random(seed);
    const Model turned = with_turned_bones(man, random);
    const auto stored = *posed_vertices(turned, stored_pose(turned));
    const auto expected = *posed_vertices(man, stored_pose(man));
    for (std::size_t v = 0; v < stored.size(); ++v) {
      ASSERT_NEAR(stored[v].x, expected[v].x, 1e-5) << "the characters are the same";
    }
    const auto clips = *match_clips(source_of(man), turned, {.retarget = true});
    for (std::size_t c = 0; c < clips.size(); ++c) {
      if (c == kTwist) continue;
      ASSERT_EQ(clips[c].refused, "");
      for (const double share : {0.0, 0.3, 0.7, 1.0}) {
        const double time = man.clips[c].start() + share * man.clips[c].end();
        const auto a = *posed_vertices(turned, sample(turned, clips[c].clip, time));
        const auto b = *posed_vertices(man, sample(man, man.clips[c], time));
        float largest = 0;
        for (std::size_t v = 0; v < a.size(); ++v) {
          largest = std::max({largest, std::abs(a[v].x - b[v].x), std::abs(a[v].y - b[v].y),
                              std::abs(a[v].z - b[v].z)});
        }
        EXPECT_LE(largest, 1e-4F) << man.clips[c].name << " at " << time;
      }
    }
  }
}

/// A character twice as tall makes steps twice as long.
TEST(Retarget, ScalesTheRootsPathByTheHeight) {
  const Model man = make_man();
  Model tall = without_clips(man);
  const auto scaled = [](Vec3 v) { return Vec3{2 * v.x, 2 * v.y, 2 * v.z}; };
  for (Vec3& v : tall.positions) v = scaled(v);
  for (Node& node : tall.skeleton.nodes) node.stored.translation = scaled(node.stored.translation);
  for (Joint& joint : tall.skeleton.joints) joint.inverse_bind.t = scaled(joint.inverse_bind.t);
  const auto clips = *match_clips(source_of(man), tall, {.retarget = true});
  for (const double time : {0.1, 0.5, 0.8}) {
    const auto a = *posed_vertices(tall, sample(tall, clips[0].clip, time));
    const auto b = *posed_vertices(man, sample(man, man.clips[0], time));
    for (std::size_t v = 0; v < a.size(); ++v) {
      ASSERT_NEAR(a[v].x, 2 * b[v].x, 1e-4);
      ASSERT_NEAR(a[v].y, 2 * b[v].y, 1e-4);
      ASSERT_NEAR(a[v].z, 2 * b[v].z, 1e-4);
    }
  }
}

TEST(Retarget, KeepsTangentsOfSplines) {
  Model man = make_man();
  for (Channel& channel : man.clips[0].channels) {
    channel.interpolation = Interpolation::cubic_spline;
    std::vector<float> values;
    const std::size_t width = channel.width;
    for (std::size_t k = 0; k < channel.times.size(); ++k) {
      for (const float factor : {0.1F, 1.0F, -0.2F}) {
        for (std::size_t i = 0; i < width; ++i) {
          values.push_back(factor * channel.values[k * width + i]);
        }
      }
    }
    channel.values = values;
  }
  test::Random random(3);
  const Model turned = with_turned_bones(man, random);
  const auto clips = *match_clips(source_of(man), turned, {.retarget = true});
  ASSERT_EQ(clips[0].refused, "");
  for (const double time : {0.11, 0.57}) {
    const auto a = *posed_vertices(turned, sample(turned, clips[0].clip, time));
    const auto b = *posed_vertices(man, sample(man, man.clips[0], time));
    for (std::size_t v = 0; v < a.size(); ++v) {
      ASSERT_NEAR(a[v].x, b[v].x, 2e-4);
      ASSERT_NEAR(a[v].y, b[v].y, 2e-4);
    }
  }
}

}  // namespace
}  // namespace dermis
