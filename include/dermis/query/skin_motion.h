// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "dermis/math/types.h"
#include "dermis/query/character.h"
#include "dermis/query/find_nearest.h"

namespace dermis {

/// The motion of a character's skin between its last two poses. It keeps the previous pose, and
/// deforms in it only the vertices that are asked for; QueryStats does not count them. The caller
/// holds one per character and calls update() after each set_pose(). One thread at a time may use a
/// SkinMotion, also its const functions.
class SkinMotion {
 public:
  /// Starts without motion: both poses are the character's present one.
  explicit SkinMotion(const Character& character);
  ~SkinMotion();
  SkinMotion(SkinMotion&&) noexcept;
  SkinMotion& operator=(SkinMotion&&) noexcept;

  /// The present pose becomes the previous one, and the character's pose the present one. Call this
  /// after set_pose(). The character must have the same collider as in the constructor (asserted).
  void update(const Character& character);

  /// Writes the velocities of places on the skin, in metres per second. `found` is the result of a
  /// search in the present pose. Each place counts as moved in a straight line from the previous
  /// pose, within `seconds`. A place that was not found gets zero. Asserted: `seconds` is above 0,
  /// and `velocities` has as many elements as `found`.
  void velocities(std::span<const NearestSkin> found, double seconds,
                  std::span<Point> velocities) const;

  /// The largest distance, in metres, that skin moved from the previous to the present pose. Only
  /// skin that is now inside the box from `low` to `high` (metres) counts. With linear skinning,
  /// the result is an upper limit; with other skinning, an estimate.
  [[nodiscard]] double max_motion(const Point& low, const Point& high) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dermis
