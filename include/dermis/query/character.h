// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/collider/collider.h"
#include "dermis/model/pose.h"

/// @defgroup query query
/// A posed character and the questions about it now: pairs, nearest skin, brute force.
/// Questions are free functions on `const Character&`.
namespace dermis {

/// A collider in a pose. Setting a pose costs a few passes over the joints. Bounds are refitted and
/// vertices deformed when a question first needs them, once per pose. find_pairs() and
/// find_nearest() share these bounds and vertices. Questions about limbs use meshlets that are
/// deformed already, and otherwise deform vertices for themselves. Body boxes and dermis::spheres
/// have bounds and vertices of their own.
///
/// Any number of threads may ask questions about one character at the same time. No thread may set
/// its pose meanwhile (asserted). Questions with an option `executor` use that executor; all others
/// run on the calling thread.
class Character {
 public:
  /// A character in the bind pose. Refuses a collider whose bind pose Skin::check() refuses: one
  /// with coordinates that overflow float32 and, if skinning is not linear, one with rigid parts
  /// that mirror or flatten.
  static Result<Character> make(Collider collider);
  ~Character();
  Character(Character&&) noexcept;
  Character& operator=(Character&&) noexcept;

  /// Sets the pose. Refuses a pose that Skin::check() refuses; in that case the old pose stays.
  Result<void> set_pose(const Pose& pose);

  /// The pose that was set last.
  [[nodiscard]] const Pose& pose() const;
  /// The collider that the character was made from.
  [[nodiscard]] const Collider& collider() const;

  /// Memory in bytes, without the collider. Before the first question it is small. Afterwards it
  /// includes memory reserved for all bounds and vertices, most of which is never written. No
  /// question may be running (asserted).
  [[nodiscard]] std::size_t byte_count() const;

  /// Opaque: the library's own data.
  struct State;

 private:
  friend struct Internals;
  friend Result<void> set_poses(std::span<Character> characters, std::span<const Pose> poses);
  explicit Character(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Sets one pose per character. Refuses different numbers of characters and poses. If one of the
/// poses is refused, no character changes, and the error names the pose.
Result<void> set_poses(std::span<Character> characters, std::span<const Pose> poses);

/// All posed vertices, in the order of the collider's welded vertices: Collider::triangles() refers
/// to them. Deforms the whole mesh each time, independently of the questions' caches.
std::vector<Vec3> posed_vertices(const Character& character);

}  // namespace dermis
