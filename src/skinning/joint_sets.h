// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/influences.h"
#include "dermis/model/skeleton.h"

namespace dermis::skinning {

/// What is known of a joint before any pose.
struct JointRest {
  std::uint32_t parent = kNone;  ///< the joint of the nearest node above its own that has one
  Vec3 pivot;                    ///< where it stands at rest; 0 when its bind matrix does not say
  friend bool operator==(const JointRest&, const JointRest&) = default;
};

std::vector<JointRest> joint_rests(const Skeleton& skeleton);
/// Not so far away that sums overflow.
bool is_usable(const Vec3& pivot);

/// Sets have as many joints at most, of which any two are a pair.
inline constexpr std::size_t kMostJointsInSet = 64;

struct JointPair {
  std::uint32_t i, j;
  friend auto operator<=>(const JointPair&, const JointPair&) = default;
};

/// The joints that move each vertex, each set of them once.
class JointSets {
 public:
  struct Set {
    std::uint32_t first_joint, joint_count;
    /// The most central one: rotations of the others get the sign that is nearer to its own.
    std::uint32_t pivot;
    bool fixed = false;  ///< two joints, of which one hangs from the other
    Vec3 centre;         ///< the point that these share, or the middle of the joints
    float radius = 0;    ///< no joint is farther from the centre
  };

  JointSets() = default;
  /// Vertex v has the influences [first_influence[v], first_influence[v + 1]), ascending by joint.
  JointSets(std::span<const std::uint32_t> first_influence, std::span<const Influence> influences,
            std::span<const JointRest> joints);

  [[nodiscard]] std::size_t size() const { return sets_.size(); }
  [[nodiscard]] const Set& operator[](std::uint32_t set) const { return sets_[set]; }
  [[nodiscard]] std::uint32_t of_vertex(std::size_t vertex) const { return of_vertex_[vertex]; }
  /// How many joints the sets before one have together.
  [[nodiscard]] std::uint32_t first_joint(std::uint32_t set) const {
    return set < sets_.size() ? sets_[set].first_joint : static_cast<std::uint32_t>(joints_.size());
  }
  /// Ascending.
  [[nodiscard]] std::span<const std::uint32_t> joints(std::uint32_t set) const {
    return {joints_.data() + sets_[set].first_joint, sets_[set].joint_count};
  }

  /// Any two joints of one set, i < j; ascending.
  [[nodiscard]] std::span<const JointPair> pairs() const { return pairs_; }
  [[nodiscard]] std::uint32_t index_of(const JointPair& pair) const;

  /// Calls use(index) for every pair of joints that move a vertex.
  template <class Use>
  void for_each_pair(std::size_t vertex, Use&& use) const {
    if (sets_.empty()) return;
    const auto own = joints(of_vertex(vertex));
    for (std::size_t a = 0; a < own.size(); ++a) {
      for (std::size_t b = a + 1; b < own.size(); ++b) use(index_of({own[a], own[b]}));
    }
  }

  /// Those that move a vertex, ascending.
  [[nodiscard]] std::span<const std::uint32_t> used() const { return used_; }

  /// The parent (i) and each joint (j), parents first; a root is its own.
  [[nodiscard]] std::span<const JointPair> links() const { return links_; }

  [[nodiscard]] std::size_t byte_count() const;

 private:
  std::vector<Set> sets_;
  std::vector<std::uint32_t> joints_;     ///< of the sets, in a row
  std::vector<std::uint32_t> of_vertex_;  ///< the set of each vertex
  std::vector<JointPair> pairs_;
  std::vector<std::uint32_t> used_;
  std::vector<JointPair> links_;
};

}  // namespace dermis::skinning
