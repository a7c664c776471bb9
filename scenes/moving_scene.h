// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "dermis/model/mesh.h"

/// The animations of the third paper's Figures 8 and 9, as keyframes. Every vertex moves in a
/// straight line between two keyframes. Each animation is the same on every machine.
namespace dermis::scenes {

struct MovingBody {
  std::string name;
  std::vector<Triangle> triangles;
  std::vector<std::vector<Point>> keyframes;  ///< a single one: the body does not move
};

struct MovingScene {
  std::vector<MovingBody> bodies;

  [[nodiscard]] std::size_t triangle_count() const;
  /// The number of intervals between keyframes.
  [[nodiscard]] std::size_t interval_count() const;
};

/// Receives the completed share of the work, 0 to 1.
using Progress = std::function<void(double)>;

/// A cloth of about `triangles` triangles (2,000 to 16,000) falls on a table and drapes over its
/// edges. The table is the second body, and does not move. The cloth comes to rest 3 mm above its
/// top.
MovingScene tablecloth(std::size_t triangles, const Progress& progress = {});
/// A cloth of about `triangles` triangles (4,000 to 33,000) is held in its middle and whirled
/// about. It passes through itself repeatedly, in hundreds to thousands of places at a time.
MovingScene swirl(std::size_t triangles, const Progress& progress = {});
/// A man of 33,440 triangles walks in a loose shirt, the second body. Together they have 35,000 to
/// 90,000 triangles, as near to `triangles` as possible: the shirt splits triangles of a man into
/// 1, 4, 9 or 16.
MovingScene avatar(std::size_t triangles, const Progress& progress = {});

/// A scene with its name, and the approximate sizes in which it is measured.
struct NamedMovingScene {
  std::string name, about;
  MovingScene (*make)(std::size_t triangles, const Progress& progress);
  std::vector<std::size_t> sizes;
};
const std::vector<NamedMovingScene>& named_moving_scenes();

}  // namespace dermis::scenes
