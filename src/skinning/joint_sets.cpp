// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/joint_sets.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "math/doubles.h"
#include "math/rounded_up.h"

namespace dermis::skinning {

namespace {

Vec3 middle_at_rest(std::span<const std::uint32_t> members, std::span<const JointRest> joints) {
  math::Vec3d sum;
  for (const std::uint32_t j : members) sum = sum + math::to_double(joints[j].pivot);
  return math::to_float((1 / double(members.size())) * sum);
}

/// The largest distance of the joints' pivots from a point, rounded up.
float distance(const Vec3& from, std::span<const std::uint32_t> members,
               std::span<const JointRest> joints) {
  double most = 0;
  for (const std::uint32_t j : members) {
    most = std::max(most, length(math::to_double(joints[j].pivot) - math::to_double(from)));
  }
  return math::rounded_up(most);
}

/// If one of two joints is the parent of the other, the child; otherwise kNone.
std::uint32_t hinge(std::span<const std::uint32_t> members, std::span<const JointRest> joints) {
  if (members.size() != 2) return kNone;
  if (joints[members[0]].parent == members[1]) return members[0];
  if (joints[members[1]].parent == members[0]) return members[1];
  return kNone;
}

/// The number of ancestors of each joint. Takes linear time, however deep the hierarchy is.
std::vector<std::uint32_t> depths_of(std::span<const JointRest> joints) {
  std::vector<std::uint32_t> depth(joints.size(), kNone);
  std::vector<std::uint32_t> open;
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    for (std::uint32_t up = j; up != kNone && depth[up] == kNone; up = joints[up].parent) {
      open.push_back(up);
    }
    for (; !open.empty(); open.pop_back()) {
      const std::uint32_t parent = joints[open.back()].parent;
      depth[open.back()] = parent == kNone ? 0 : depth[parent] + 1;
    }
  }
  return depth;
}

std::vector<JointPair> parents_first(std::span<const JointRest> joints,
                                     std::span<const std::uint32_t> depth) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
  order.reserve(joints.size());
  for (std::uint32_t j = 0; j < joints.size(); ++j) order.emplace_back(depth[j], j);
  std::ranges::sort(order);
  std::vector<JointPair> result;
  result.reserve(order.size());
  for (const auto& [level, joint] : order) {
    const std::uint32_t parent = joints[joint].parent;
    result.push_back({parent == kNone ? joint : parent, joint});
  }
  return result;
}

/// The number of steps between two joints along the hierarchy, up and down.
std::uint32_t steps(std::uint32_t a, std::uint32_t b, std::span<const JointRest> joints,
                    std::span<const std::uint32_t> depth) {
  std::uint32_t level_a = depth[a];
  std::uint32_t level_b = depth[b];
  std::uint32_t result = 0;
  while (a != b) {
    ++result;
    if (level_a == 0 && level_b == 0) return result + 1;  // two roots count as siblings
    std::uint32_t& lower = level_a > level_b ? a : b;
    std::uint32_t& level = level_a > level_b ? level_a : level_b;
    lower = joints[lower].parent;
    --level;
  }
  return result;
}

/// The joint with the smallest sum of steps to all others.
std::uint32_t most_central(std::span<const std::uint32_t> members,
                           std::span<const JointRest> joints,
                           std::span<const std::uint32_t> depth) {
  return *std::ranges::min_element(members, {}, [&](std::uint32_t j) {
    std::uint32_t sum = 0;
    for (const std::uint32_t other : members) sum += steps(j, other, joints, depth);
    return sum;
  });
}

}  // namespace

bool is_usable(const Vec3& pivot) {
  constexpr float kFar = 0x1p+100F;  // beyond this, sums could overflow
  return std::abs(pivot.x) < kFar && std::abs(pivot.y) < kFar && std::abs(pivot.z) < kFar;
}

std::vector<JointRest> joint_rests(const Skeleton& skeleton) {
  std::vector<std::uint32_t> joint_of_node(skeleton.nodes.size(), kNone);
  for (std::size_t j = skeleton.joints.size(); j-- > 0;) {
    joint_of_node[skeleton.joints[j].node] = static_cast<std::uint32_t>(j);
  }
  std::vector<JointRest> result;
  result.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) {
    JointRest& rest = result.emplace_back();
    std::uint32_t node = skeleton.nodes[joint.node].parent;
    while (node != kNone && joint_of_node[node] == kNone) node = skeleton.nodes[node].parent;
    if (node != kNone) rest.parent = joint_of_node[node];
    math::Affined bind;
    if (!math::invert(math::to_double(joint.inverse_bind), bind)) continue;
    const Vec3 pivot = math::to_float(bind.t);
    if (is_usable(pivot)) rest.pivot = pivot;
  }
  return result;
}

JointSets::JointSets(std::span<const std::uint32_t> first_influence,
                     std::span<const Influence> influences, std::span<const JointRest> joints) {
  const std::vector<std::uint32_t> depth = depths_of(joints);
  links_ = parents_first(joints, depth);
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  of_vertex_.reserve(first_influence.size() - 1);
  for (std::size_t v = 0; v + 1 < first_influence.size(); ++v) {
    const auto own =
        influences.subspan(first_influence[v], first_influence[v + 1] - first_influence[v]);
    std::vector<std::uint32_t> members;
    members.reserve(own.size());
    for (const Influence& influence : own) members.push_back(influence.joint);
    const auto [at, is_new] = known.try_emplace(members, static_cast<std::uint32_t>(sets_.size()));
    if (is_new) {
      Set& set = sets_.emplace_back();
      set.first_joint = static_cast<std::uint32_t>(joints_.size());
      set.joint_count = static_cast<std::uint32_t>(members.size());
      joints_.insert(joints_.end(), members.begin(), members.end());
    }
    of_vertex_.push_back(at->second);
  }
  for (std::uint32_t s = 0; s < sets_.size(); ++s) {
    Set& set = sets_[s];
    const auto members = this->joints(s);
    set.pivot = most_central(members, joints, depth);
    const std::uint32_t joint = hinge(members, joints);
    set.fixed = joint != kNone;
    set.center = set.fixed ? joints[joint].pivot : middle_at_rest(members, joints);
    set.radius = distance(set.center, members, joints);
    for (std::size_t a = 0; a < members.size(); ++a) {
      for (std::size_t b = a + 1; b < members.size(); ++b) {
        pairs_.push_back({members[a], members[b]});
      }
    }
  }
  used_ = joints_;
  std::ranges::sort(used_);
  used_.erase(std::ranges::unique(used_).begin(), used_.end());
  std::ranges::sort(pairs_);
  pairs_.erase(std::ranges::unique(pairs_).begin(), pairs_.end());
}

std::uint32_t JointSets::index_of(const JointPair& pair) const {
  return static_cast<std::uint32_t>(std::ranges::lower_bound(pairs_, pair) - pairs_.begin());
}

std::size_t JointSets::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return bytes(sets_) + bytes(joints_) + bytes(of_vertex_) + bytes(pairs_) + bytes(used_) +
         bytes(links_);
}

}  // namespace dermis::skinning
