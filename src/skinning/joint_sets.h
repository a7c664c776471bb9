// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/influences.h"
#include "dermis/model/skeleton.h"

namespace dermis::skinning {

/// The data of a joint that do not depend on the pose.
struct JointRest {
  std::uint32_t parent = kNone;  ///< the joint of the nearest ancestor node that has one
  Vec3 pivot;  ///< position in the bind pose; 0 if the bind matrix has no usable one
  friend bool operator==(const JointRest&, const JointRest&) = default;
};

std::vector<JointRest> joint_rests(const Skeleton& skeleton);
/// False if the pivot is so far away that sums could overflow.
bool is_usable(const Vec3& pivot);

/// The maximum number of joints in a set. Any two joints of a set are a pair.
inline constexpr std::size_t kMostJointsInSet = 64;

struct JointPair {
  std::uint32_t i, j;
  friend auto operator<=>(const JointPair&, const JointPair&) = default;
};

/// The distinct sets of joints that move the vertices, each stored once.
class JointSets {
 public:
  struct Set {
    std::uint32_t first_joint, joint_count;
    /// The most central joint. The quaternions of the others get the sign that brings them nearer
    /// to its quaternion.
    std::uint32_t pivot;
    bool fixed = false;  ///< two joints, one the parent of the other
    Vec3 center;         ///< the child's pivot if `fixed`, else the mean of the pivots
    float radius = 0;    ///< distance of the farthest joint from the centre, rounded up
  };

  JointSets() = default;
  /// Vertex v has the influences [first_influence[v], first_influence[v + 1]), ascending by joint.
  JointSets(std::span<const std::uint32_t> first_influence, std::span<const Influence> influences,
            std::span<const JointRest> joints);

  [[nodiscard]] std::size_t size() const { return sets_.size(); }
  [[nodiscard]] const Set& operator[](std::uint32_t set) const { return sets_[set]; }
  [[nodiscard]] std::uint32_t of_vertex(std::size_t vertex) const { return of_vertex_[vertex]; }
  /// The total number of joints in the sets before `set`.
  [[nodiscard]] std::uint32_t first_joint(std::uint32_t set) const {
    return set < sets_.size() ? sets_[set].first_joint : static_cast<std::uint32_t>(joints_.size());
  }
  /// The joints of the set, ascending.
  [[nodiscard]] std::span<const std::uint32_t> joints(std::uint32_t set) const {
    return {joints_.data() + sets_[set].first_joint, sets_[set].joint_count};
  }

  /// All pairs of joints that occur in one set, with i < j; ascending.
  [[nodiscard]] std::span<const JointPair> pairs() const { return pairs_; }
  [[nodiscard]] std::uint32_t index_of(const JointPair& pair) const;

  /// Calls use(index into pairs()) for every pair of joints that move the vertex.
  template <class Use>
  void for_each_pair(std::size_t vertex, Use&& use) const {
    if (sets_.empty()) return;
    const auto own = joints(of_vertex(vertex));
    for (std::size_t a = 0; a < own.size(); ++a) {
      for (std::size_t b = a + 1; b < own.size(); ++b) use(index_of({own[a], own[b]}));
    }
  }

  /// All joints that move a vertex, ascending.
  [[nodiscard]] std::span<const std::uint32_t> used() const { return used_; }

  /// Each joint (j) with its parent (i), parents first. A root is its own parent.
  [[nodiscard]] std::span<const JointPair> links() const { return links_; }

  [[nodiscard]] std::size_t byte_count() const;

 private:
  std::vector<Set> sets_;
  std::vector<std::uint32_t> joints_;     ///< the sets' joints, one set after the other
  std::vector<std::uint32_t> of_vertex_;  ///< the set of each vertex
  std::vector<JointPair> pairs_;
  std::vector<std::uint32_t> used_;
  std::vector<JointPair> links_;
};

}  // namespace dermis::skinning
