// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "dermis/bounds/collider.h"
#include "dermis/model/pose.h"
#include "dermis/result.h"

namespace dermis {

/// A collider in a pose. Setting a pose costs one pass over the joints; bounds are refitted and
/// vertices deformed when a query first looks at them, and once per pose.
///
/// Any number of threads may query one character at the same time. Setting its pose meanwhile is
/// misuse.
class Character {
 public:
  /// Stands in the bind pose at first.
  explicit Character(Collider collider);
  ~Character();
  Character(Character&&) noexcept;
  Character& operator=(Character&&) noexcept;

  /// Refuses what Skin::check() refuses, and stays as it was then.
  Result<void> set_pose(const Pose& pose);

  [[nodiscard]] const Collider& collider() const;

  /// What it takes in memory beside its collider: little before the first query, and then room for
  /// all that queries may ever look at, most of which they never write to. Not while a query runs.
  [[nodiscard]] std::size_t byte_count() const;

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  friend Result<void> set_poses(std::span<Character> characters, std::span<const Pose> poses);
  std::unique_ptr<State> state_;
};

/// Poses many characters. If one of the poses is refused, none changes, and the error says which.
Result<void> set_poses(std::span<Character> characters, std::span<const Pose> poses);

}  // namespace dermis
