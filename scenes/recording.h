// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dermis/dermis.h"

namespace dermis::scenes {

/// Characters and cloths in motion, recorded as one model with one clip that any glTF viewer plays.
/// Every joint is its own node, so that it can be wherever physics puts it. A cloth has one morph
/// target per frame, so its vertices move in straight lines between frames. WebGL guarantees
/// three.js space for about 200 targets; software rendering shows 2,000.
class Recording {
 public:
  explicit Recording(double frames_per_second) : frames_per_second_(frames_per_second) {}

  /// Adds a character. Call it before the first frame. Refers to the model.
  void add(const Model& model, std::string name);
  /// Adds a cloth. Call it before the first frame.
  void add_cloth(std::vector<Triangle> triangles, std::string name);
  /// Adds a pose for each character, and the vertices of each cloth. Joints may turn and move, but
  /// not stretch.
  void add_frame(const std::vector<Pose>& poses,
                 const std::vector<std::vector<Point>>& cloths = {});

  /// One part for each character, in the order in which they were added, then one for each cloth.
  [[nodiscard]] Model model(const std::string& name) const;

 private:
  struct Actor {
    const Model* model;
    std::string name;
    std::vector<std::vector<Transform>> joints;  ///< per frame: the transform of each joint
  };
  struct Cloth {
    std::vector<Triangle> triangles;
    std::string name;
    std::vector<std::vector<Vec3>> frames;  ///< per frame: the vertices
  };
  static void append(const Cloth& cloth, const std::vector<float>& times, Model& result,
                     Clip& clip);

  double frames_per_second_;
  std::size_t frames_ = 0;
  std::vector<Actor> actors_;
  std::vector<Cloth> cloths_;
};

}  // namespace dermis::scenes
