// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "dermis/model/mesh.h"

/// The animations of the third paper's Figures 8 and 9: keyframes, between which every vertex moves
/// in a straight line. Each is the same on every machine.
namespace dermis::scenes {

struct MovingBody {
  std::string name;
  std::vector<Triangle> triangles;
  std::vector<std::vector<Point>> keyframes;  ///< one: it does not move
};

struct MovingScene {
  std::vector<MovingBody> bodies;

  [[nodiscard]] std::size_t triangle_count() const;
  /// How often all of them go from one keyframe to the next.
  [[nodiscard]] std::size_t interval_count() const;
};

/// 0…1 of the work is done.
using Progress = std::function<void(double)>;

/// A cloth of about so many triangles (2,000 to 16,000) falls on a table and drapes over its edges.
/// The table is the second body, and does not move. The cloth comes to lie 3 mm above its top.
MovingScene tablecloth(std::size_t triangles, const Progress& progress = {});
/// A cloth of about so many triangles (4,000 to 33,000), held in its middle, is whirled about. It
/// passes through itself, over and over, in hundreds to thousands of places at a time.
MovingScene swirl(std::size_t triangles, const Progress& progress = {});
/// A man of 33,440 triangles walks in a loose shirt, the second body: 35,000 to 90,000 together, as
/// near as a shirt can come to it that splits triangles of a man into 1, 4, 9 or 16.
MovingScene avatar(std::size_t triangles, const Progress& progress = {});

/// A scene by its name, and the sizes it is measured in, about.
struct NamedMovingScene {
  std::string name, about;
  MovingScene (*make)(std::size_t triangles, const Progress& progress);
  std::vector<std::size_t> sizes;
};
const std::vector<NamedMovingScene>& named_moving_scenes();

}  // namespace dermis::scenes
