// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Groups of joints against a reference that computes everything anew after each merge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "dermis/dermis.h"
#include "support/random_model.h"

namespace dermis {
namespace {

double area(const Model& model, const Triangle& t) {
  const auto side = [&](int i) {
    const Vec3& a = model.positions[t[0]];
    const Vec3& b = model.positions[t[i]];
    return Point{double{b.x} - double{a.x}, double{b.y} - double{a.y}, double{b.z} - double{a.z}};
  };
  const Point p = side(1);
  const Point q = side(2);
  const Point n{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  return 0.5 * std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

/// The limb of each joint, as the joint that leads it.
class Reference {
 public:
  explicit Reference(const Model& model) : model_(model), leader_(model.skeleton.joints.size()) {
    std::iota(leader_.begin(), leader_.end(), 0U);
    double whole = 0;
    for (const Triangle& t : model.triangles) whole += area(model, t);
    const double least = LimbGroupOptions().min_share * whole;
    std::set<std::uint32_t> stuck;
    for (;;) {
      const std::vector<double> led = led_surfaces();
      std::uint32_t smallest = kNone;
      for (std::uint32_t j = 0; j < leader_.size(); ++j) {
        if (leader_[j] != j || stuck.contains(j) || !(led[j] < least)) continue;
        if (smallest == kNone || led[j] < led[smallest]) smallest = j;
      }
      if (smallest == kNone) return;
      std::uint32_t into = above(smallest);
      if (into == kNone) into = companion(smallest);
      if (into != kNone) {
        merge(smallest, into);
        continue;
      }
      std::uint32_t largest = kNone;
      for (std::uint32_t j = 0; led[smallest] == 0 && j < leader_.size(); ++j) {
        if (leader_[j] != j || above(j) != smallest) continue;
        if (largest == kNone || led[j] > led[largest]) largest = j;
      }
      if (largest == kNone) {
        stuck.insert(smallest);
      } else {
        merge(largest, smallest);
      }
    }
  }

  [[nodiscard]] const std::vector<std::uint32_t>& leaders() const { return leader_; }

 private:
  void merge(std::uint32_t group, std::uint32_t into) {
    std::ranges::replace(leader_, group, into);
  }
  [[nodiscard]] std::uint32_t joint_above(std::uint32_t joint) const {
    const Skeleton& skeleton = model_.skeleton;
    for (std::uint32_t n = skeleton.nodes[skeleton.joints[joint].node].parent; n != kNone;
         n = skeleton.nodes[n].parent) {
      const auto found = std::ranges::find(skeleton.joints, n, &Joint::node);
      if (found != skeleton.joints.end()) {
        return static_cast<std::uint32_t>(found - skeleton.joints.begin());
      }
    }
    return kNone;
  }
  [[nodiscard]] std::uint32_t above(std::uint32_t group) const {
    std::uint32_t j = joint_above(group);
    while (j != kNone && leader_[j] == group) j = joint_above(j);
    return j == kNone ? kNone : leader_[j];
  }
  [[nodiscard]] std::vector<double> led_surfaces() const {
    std::vector<double> result(leader_.size(), 0);
    for (const Triangle& t : model_.triangles) {
      std::vector<std::pair<std::uint32_t, double>> weights;  // in the order of influences
      for (const std::uint32_t v : t) {
        for (const Influence& i : model_.influences.of(v)) {
          const std::uint32_t group = leader_[i.joint];
          auto at = std::ranges::find(weights, group, [](const auto& w) { return w.first; });
          if (at == weights.end()) at = weights.insert(at, {group, 0});
          at->second += double{i.weight};
        }
      }
      const auto most =
          std::ranges::max_element(weights, {}, [](const auto& w) { return w.second; });
      result[most->first] += area(model_, t);
    }
    return result;
  }
  [[nodiscard]] std::uint32_t companion(std::uint32_t group) const {
    std::map<std::uint32_t, double> shared;
    for (std::size_t v = 0; v < model_.positions.size(); ++v) {
      double own = 0;
      for (const Influence& i : model_.influences.of(v))
        own += leader_[i.joint] == group ? i.weight : 0;
      for (const Influence& i : model_.influences.of(v)) {
        if (leader_[i.joint] != group && own > 0)
          shared[leader_[i.joint]] += own * double{i.weight};
      }
    }
    const auto most = std::ranges::max_element(shared, {}, [](const auto& s) { return s.second; });
    return most == shared.end() || most->second == 0 ? kNone : most->first;
  }

  const Model& model_;
  std::vector<std::uint32_t> leader_;
};

void expect_groups_of_reference(const Model& model) {
  const auto table = group_joints(model);
  ASSERT_TRUE(table) << table.error().message;
  const Reference reference(model);
  std::map<std::uint32_t, std::uint32_t> limb_of;
  for (std::size_t j = 0; j < reference.leaders().size(); ++j) {
    const auto [at, added] = limb_of.try_emplace(reference.leaders()[j], table->joint_limbs[j]);
    EXPECT_EQ(at->second, table->joint_limbs[j]) << model.name << ": joint " << j;
  }
  EXPECT_EQ(limb_of.size(), table->limbs.size());
}

TEST(GroupJoints, OfProceduralCharactersAreThoseOfTheReference) {
  for (const std::string_view name : procedural_names()) {
    expect_groups_of_reference(*make_procedural(name));
  }
}

TEST(GroupJoints, OfRandomModelsAreThoseOfTheReference) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    // Few vertices for many joints: some joints move nothing.
    Model model = test::random_model(seed, 40 + seed, 24, 1 + seed % 4);
    test::Random random(seed);
    for (std::uint32_t n = 1; n < model.skeleton.nodes.size(); ++n) {
      if (random.below(4) > 0) model.skeleton.nodes[n].parent = random.below(n);
    }
    expect_groups_of_reference(model);
  }
}

TEST(GroupJoints, TakeAHashForAnIndexAlways) {
  Model model = make_man();
  model.skeleton.nodes[model.skeleton.joints[5].node].name = "#3";
  const auto table = group_joints(model, {.overrides = {{"limb", {"#3"}}}});
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->limbs[*find_limb(*table, "limb")].joints, std::vector<std::uint32_t>{3});
  EXPECT_FALSE(group_joints(model, {.overrides = {{"limb", {"#x"}}}}));
}

/// Rigid parts on nodes of their own, as in files from modelling programs. Everything is computed
/// once per merge at most; a reference that starts anew takes minutes here.
TEST(GroupJoints, OfThousandsOfRigidParts) {
  constexpr std::uint32_t kParts = 8000;
  const Model cube = make_box({1, 1, 1});
  Model parts;
  for (std::uint32_t p = 0; p < kParts; ++p) {
    const auto first = static_cast<std::uint32_t>(parts.positions.size());
    parts.skeleton.nodes.push_back({"cube", kNone, {.translation = {2.0F * float(p), 0, 0}}, {}});
    parts.skeleton.joints.push_back({p, {}, true});
    const Influence all{p, 1};
    for (const Vec3& v : cube.positions) {
      parts.positions.push_back(v);
      parts.influences.add_vertex({&all, 1});
    }
    for (const Triangle& t : cube.triangles) {
      parts.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }
  const auto count = static_cast<std::uint32_t>(parts.triangles.size());
  parts.parts.push_back(
      {"", "", 0, 0, 0, count, 0, static_cast<std::uint32_t>(parts.positions.size())});
  const auto table = group_joints(parts);
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->limbs.size(), kParts);
  EXPECT_EQ(table->limbs[0].name, "cube");
  EXPECT_EQ(table->limbs[kParts - 1].name, "cube 8000");
  EXPECT_EQ(table->triangle_limbs.back(), kParts - 1);
}

}  // namespace
}  // namespace dermis
