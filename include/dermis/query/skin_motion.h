// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "dermis/math/types.h"
#include "dermis/query/character.h"
#include "dermis/query/find_nearest.h"

namespace dermis {

/// The motion of a character's skin between its last two poses. The caller holds one per character
/// and calls update() after each set_pose(). Its functions must not be called while another thread
/// uses it.
class SkinMotion {
 public:
  /// Starts without motion: both poses are the character's present one.
  explicit SkinMotion(const Character& character);
  ~SkinMotion();
  SkinMotion(SkinMotion&&) noexcept;
  SkinMotion& operator=(SkinMotion&&) noexcept;

  /// Takes the character's pose as the present one; the one before it becomes the previous one.
  /// Call this after set_pose(). The character must have the same collider as in the constructor
  /// (asserted).
  void update(const Character& character);

  /// The velocities of places that were found in the present pose, in metres per second, assuming
  /// each place moved in a straight line for `seconds`, from the previous pose. Zero where nothing
  /// was found. `velocities` has one element per element of `found`, and `seconds` is above 0 (both
  /// asserted).
  void velocities(std::span<const NearestSkin> found, double seconds,
                  std::span<Point> velocities) const;

  /// The largest distance, in metres, that skin inside the box from `low` to `high` moved since the
  /// previous pose. With linear skinning, it is never too small; with other skinning, it is an
  /// estimate.
  [[nodiscard]] double max_motion(const Point& low, const Point& high) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dermis
